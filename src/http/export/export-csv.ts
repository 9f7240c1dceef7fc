/** Writes CSV (RFC 4180) whose texts no spreadsheet runs as formulas. */
import type { ColumnKind } from '../../contract/column.js'
import { type ExportColumn, type ExportSource, exportColumns } from './export-source.js'

/**
 * An empty text is quoted, as COPY of PostgreSQL does: a cell without anything is null. Texts are
 * quoted for every common separator, not only the chosen one: a spreadsheet with another
 * list separator would otherwise split `x;=1+1` and run the second half.
 */
const mustQuote = /^$|["\r\n,;\t|]/

const quote = (text: string): string =>
  mustQuote.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/**
 * Starts of a formula, with the full-width forms of `=+-@` that some spreadsheets convert. A text
 * that looks as if it was marked is marked too, so that an import finds what was exported.
 */
const formula = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
const textKinds: ReadonlySet<ColumnKind> = new Set(['text', 'enum', 'numberEnum', 'json'])
/** Their values have no separators. */
const plainKinds: ReadonlySet<ColumnKind> = new Set([
  ...(['integer', 'bigint', 'decimal', 'float', 'version', 'boolean'] as const),
  ...(['date', 'time', 'localDateTime', 'instant', 'duration', 'uuid'] as const),
])

/** A leading apostrophe marks a text that a spreadsheet would run as a formula. */
const disarm = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** The text of a cell, without the mark. */
export const csvText = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell

/** The text of a cell, without the quotes that a separator needs. */
export const csvCell = (kind: ColumnKind, text: string): string =>
  textKinds.has(kind) ? disarm(text) : text

/** How the values of a column type are written. */
const cellOf = ({ kind }: ExportColumn): ((text: string) => string) => {
  if (plainKinds.has(kind)) return (text) => text
  return textKinds.has(kind) ? (text) => quote(disarm(text)) : quote
}

export async function* writeCsv(source: ExportSource): AsyncGenerator<string> {
  const { delimiter = ',', includeBom = false } = source.options.formatOptions?.csv ?? {}
  const cells = exportColumns(source.resource).map(cellOf)
  const head = source.headers.map((header) => quote(disarm(header)))
  yield `${includeBom ? '\ufeff' : ''}${head.join(delimiter)}\r\n`
  // A loop without intermediate lists: it runs for each of a million rows.
  for await (const batch of source.rows) {
    let lines = ''
    for (const row of batch) {
      for (let index = 0; index < cells.length; index++) {
        const text = row.textAt(index)
        if (index > 0) lines += delimiter
        if (text !== null) lines += cells[index]!(text)
      }
      lines += '\r\n'
    }
    yield lines
  }
}
