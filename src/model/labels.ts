/** Derives the texts that users see from names, if the contract declares none. */
import type { ColumnModel } from './types/entity-model.js'

/** Words that keep their capitals; a contract names others with `label`. */
const acronyms: ReadonlyMap<string, string> = new Map(
  [
    ...['API', 'BIC', 'CEO', 'CSV', 'DVD', 'EU', 'EUR', 'FAQ', 'GBP', 'GDP', 'GPS', 'HR', 'HTML'],
    ...['HTTP', 'HTTPS', 'IBAN', 'ID', 'IDs', 'IMDb', 'IP', 'ISBN', 'ISO', 'JSON', 'MPAA', 'PDF'],
    ...['SKU', 'SMS', 'SQL', 'SSN', 'TV', 'UI', 'UK', 'URI', 'URL', 'URLs', 'US', 'USA'],
    ...['USD', 'UTC', 'UUID', 'VAT', 'XML', 'ZIP'],
  ].map((word) => [word.toLowerCase(), word]),
)

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

const wordOf = (word: string): string => acronyms.get(word.toLowerCase()) ?? word.toLowerCase()

const spoken = (name: string, toWord: (word: string) => string): string =>
  capitalised(
    name
      .split(/[\s_-]+/)
      .filter((word) => word !== '')
      .map(toWord)
      .join(' '),
  )

/** The label of the empty text. */
export const emptyLabel = 'Empty'

/** `ON_LEAVE` reads "On leave". */
export const enumLabel = ({ labels }: Pick<ColumnModel, 'labels'>, value: string): string =>
  labels?.[value] ?? (spoken(value, wordOf) || value || emptyLabel)

const isCapitals = (word: string): boolean => /^[A-Z][A-Z0-9]+$/.test(word)

/** `hiredOn` reads "Hired on"; capitals in a row, as in `grossOfXYZ`, are kept. */
export const fieldLabel = (name: string): string => {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
  const hasSmall = /[a-z]/.test(name)
  return spoken(words, (word) => (hasSmall && isCapitals(word) ? word : wordOf(word)))
}
