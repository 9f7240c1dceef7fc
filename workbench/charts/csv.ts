/** Prints tables as CSV in the format of the service's exports. */

type Cell = string | number | boolean | null | undefined

/**
 * Returns true for texts that a spreadsheet would run as a formula. Negative numbers are no
 * formulas.
 */
const isFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text) && !/^-?[\d.]+$/.test(text)

const printCell = (cell: Cell): string => {
  if (cell === null || cell === undefined) return ''
  const text = isFormula(String(cell)) ? `'${cell}` : String(cell)
  return /^$|[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const printCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(printCell).join(',')}\r\n`).join('')
