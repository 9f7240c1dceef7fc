/** Prints tables as csv, as the export of the service does. */

type Cell = string | number | boolean | null | undefined

/** Text that a spreadsheet would run as a formula. Numbers may begin with a minus. */
const isFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text) && !/^-?[\d.]+$/.test(text)

const printCell = (cell: Cell): string => {
  if (cell === null || cell === undefined) return ''
  const text = isFormula(String(cell)) ? `'${cell}` : String(cell)
  return /^$|[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const printCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(printCell).join(',')}\r\n`).join('')
