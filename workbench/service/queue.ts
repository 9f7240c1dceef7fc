/** Runs at most `limit` tasks at a time. The others wait in order. */
export const createQueue = (limit: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= limit) await new Promise<void>((start) => waiting.push(start))
    else running++
    try {
      return await work()
    } finally {
      // The next task takes over the place.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
