/** Reads names of numbers in the comment of a column. */

/** `1 = draft`, `2: sent`, `3 - paid`, each up to a separator. */
const pair =
  /(?<![\w.])(-?\d{1,9})\s*(?:=|:|-|–|—|->|=>)\s*([\p{L}][^,;|()\n]*?)\s*(?=[,;|()\n]|\.?\s*$|\.?\s+-?\d{1,9}\s*(?:=|:|-|–|—))/gu

const maxNameLength = 40

/**
 * The numbers with their texts, if the comment names at least two, each once. Undefined for other
 * comments, such as those that explain a number in a sentence.
 */
export const numberedTexts = (
  comment: string,
): readonly (readonly [number: number, text: string])[] | undefined => {
  const found = [...comment.matchAll(pair)].map(
    ([, number, text = '']) =>
      [Number(number), text.replaceAll(/["'.\s]+$|^["'\s]+/g, '')] as const,
  )
  const numbers = new Set(found.map(([number]) => number))
  const names = new Set(found.map(([, text]) => constantName(text)))
  const areNames = found.every(
    ([, text]) => text.length <= maxNameLength && /\p{L}/u.test(text) && constantName(text) !== '',
  )
  const isList = found.length > 1 && areNames
  return isList && numbers.size === found.length && names.size === found.length ? found : undefined
}

/** `IN_PROCESS` for `In process`. */
export const constantName = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
    .toUpperCase()
