/** Blocks of cells as spreadsheets copy them: tab-separated text, whose cells may be quoted. */

type Block = readonly (readonly string[])[]

/** A quoted cell, or the text up to the next separator; then the separator, or the end. */
const cell = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y

/** Reads a block. A line break at its end, which spreadsheets add, begins no row. */
export const readBlock = (text: string): Block => {
  const rows: string[][] = [[]]
  cell.lastIndex = 0
  for (;;) {
    // A quotation mark inside of a cell is a character of it, as in `5" pipe`.
    const { lastIndex } = cell
    const found = cell.exec(text) ?? plainCell(text, lastIndex)
    const [, quoted, plain = '', separator] = found
    rows.at(-1)!.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    cell.lastIndex = lastIndex + found[0].length
    if (separator === '') return rows
    if (separator !== '\t') {
      if (cell.lastIndex === text.length) return rows
      rows.push([])
    }
  }
}

/** Reads a cell that begins with a quotation mark and does not end with one. */
const plainCell = (text: string, start: number): RegExpExecArray => {
  const plain = /()?([^\t\r\n]*)(\t|\r\n|\n|\r|$)/y
  plain.lastIndex = start
  return plain.exec(text)!
}

const needsQuotes = /["\t\r\n]/

export const printBlock = (block: Block): string =>
  block
    .map((row) =>
      row
        .map((text) => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
        .join('\t'),
    )
    .join('\n')
