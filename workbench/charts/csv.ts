/** Prints tables as CSV in the format of the service's exports. */

type Cell = string | number | boolean | null | undefined

/**
 * Returns true for texts that a spreadsheet would run as a formula. Negative numbers are no
 * formulas.
 */
const isFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text) && !/^-?[\d.]+$/.test(text)

const textOf = (cell: Cell): string | null => {
  if (cell === null || cell === undefined) return null
  return isFormula(String(cell)) ? `'${cell}` : String(cell)
}

const quoted = (text: string | null): string => {
  if (text === null) return ''
  return /^$|[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const printLine = (texts: readonly (string | null)[]): string =>
  `${texts.map(quoted).join(',')}\r\n`

export const printCsv = (rows: readonly (readonly Cell[])[]): string =>
  printCells(rows.map((row) => row.map(textOf)))

/** Prints texts as they are, such as cells that the service has marked already. */
export const printCells = (rows: readonly (readonly (string | null)[])[]): string =>
  rows.map(printLine).join('')
