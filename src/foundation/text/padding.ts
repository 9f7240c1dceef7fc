/** A char(n) value without the blanks that fill it up to n characters: they are not part of it. */
export const withoutPadding = (text: string): string => {
  let end = text.length
  while (text[end - 1] === ' ') end--
  return text.slice(0, end)
}
