/** Choices that a seed repeats. */

export interface Random {
  /** An integer from 0 to `limit` - 1. */
  below(limit: number): number
  pick<T>(items: readonly T[]): T
  /** At most `count` different items, in the order of the list. */
  some<T>(items: readonly T[], count: number): readonly T[]
}

/** The generator mulberry32. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    pick: (items) => items[below(items.length)]!,
    some: (items, count) => {
      const rest = items.map((_, index) => index)
      const chosen: number[] = []
      while (chosen.length < count && rest.length > 0) {
        chosen.push(...rest.splice(below(rest.length), 1))
      }
      return chosen.sort((a, b) => a - b).map((index) => items[index]!)
    },
  }
}
