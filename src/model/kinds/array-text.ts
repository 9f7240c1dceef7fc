/** The text form of an array in PostgreSQL: `{a,"b c",NULL}`. */

/** Every item is quoted, which PostgreSQL accepts for every type. */
export const arrayText = (items: readonly (string | null)[]): string =>
  `{${items.map((item) => (item === null ? 'NULL' : quoted(item))).join(',')}}`

const quoted = (item: string): string => `"${item.replaceAll(/["\\]/g, '\\$&')}"`

/** Items that are quoted, or else free of quotes, braces and commas. */
const itemPattern = /"((?:[^"\\]|\\.)*)"|[^{},"]+/gs

/**
 * The items of an array that the database printed or `arrayText` made. Those of an array of several
 * dimensions follow each other, as `unnest` returns them. Its bounds, `[0:1]={…}`, have no meaning
 * in JSON.
 */
export const arrayItems = (text: string): readonly (string | null)[] =>
  [...text.slice(text.indexOf('{')).matchAll(itemPattern)].map(([item, inQuotes]) => {
    if (inQuotes !== undefined) return inQuotes.replaceAll(/\\(.)/gs, '$1')
    return item === 'NULL' ? null : item
  })
