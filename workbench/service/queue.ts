/** Runs at most so many pieces of work at a time; the others wait in order. */
export const createQueue = (limit: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= limit) await new Promise<void>((start) => waiting.push(start))
    else running++
    try {
      return await work()
    } finally {
      // The next one takes over the place.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
