/** The text form of an array in PostgreSQL: `{a,"b c",NULL}`. */

/** Every item is quoted, which PostgreSQL accepts for every type. */
export const arrayText = (items: readonly (string | null)[]): string =>
  `{${items.map((item) => (item === null ? 'NULL' : quoted(item))).join(',')}}`

const special = /["\\]/g

const quoted = (item: string): string =>
  item.includes('"') || item.includes('\\') ? `"${item.replaceAll(special, '\\$&')}"` : `"${item}"`

/**
 * The items of an array that the database printed or `arrayText` made. Those of an array of several
 * dimensions follow each other, as `unnest` returns them. Its bounds, `[0:1]={…}`, have no meaning
 * in JSON. A pattern for whole items would overflow the stack on items of many megabytes.
 */
export const arrayItems = (text: string): readonly (string | null)[] => {
  const items: (string | null)[] = []
  let at = text.indexOf('{')
  while (at < text.length) {
    const char = text[at]!
    if (char === '"') {
      const end = endOfQuoted(text, at + 1)
      items.push(text.slice(at + 1, end).replaceAll(/\\(.)/gs, '$1'))
      at = end + 1
    } else if (isMark(char)) {
      at += 1
    } else {
      const end = endOfWord(text, at)
      const word = text.slice(at, end)
      items.push(word === 'NULL' ? null : word)
      at = end
    }
  }
  return items
}

const isMark = (char: string): boolean => char === '{' || char === ',' || char === '}'

/** The place of the quote that ends an item; a backslash escapes the character after it. */
const endOfQuoted = (text: string, start: number): number => {
  let at = start
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

const endOfWord = (text: string, start: number): number => {
  let at = start
  while (at < text.length && !isMark(text[at]!)) at += 1
  return at
}
