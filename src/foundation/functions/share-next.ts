/**
 * Calls that arrive while the work runs share its next run, so that what a call gets was begun
 * after it.
 */
export const shareNext = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  return () => {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        const begun = work()
        running = begun
        return begun
      })
    return next
  }
}
