/** Ranks texts by how well they match what the user types. */

/** Returns the text in lower case without accents, so that `sao` finds `São`. */
const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const startsWord = (text: string, word: string): boolean =>
  new RegExp(`(^|[^\\p{L}\\p{N}])${escapeText(word)}`, 'u').test(text)

const escapeText = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/**
 * Every word must occur. Less is better: 0 if the text starts with the query, more for words
 * within it, and for parts of words. Undefined is returned for a text that does not match.
 */
export const rankOf = (text: string, query: string): number | undefined => {
  const folded = foldText(text)
  const wanted = foldText(query).trim()
  if (folded.startsWith(wanted)) return 0
  const words = wanted.split(/\s+/)
  if (!words.every((word) => folded.includes(word))) return undefined
  return words.every((word) => startsWord(folded, word)) ? 1 : 2
}

/** Returns the matching items: the best first, equal ones in their order. */
export const ranked = <T>(
  items: readonly T[],
  query: string,
  textOf: (item: T) => string,
): readonly T[] =>
  items
    .map((item) => ({ item, rank: rankOf(textOf(item), query) }))
    .filter((each): each is { item: T; rank: number } => each.rank !== undefined)
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
