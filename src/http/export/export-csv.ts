/** Writes CSV (RFC 4180) whose texts no spreadsheet runs as formulas. */
import type { ColumnKind } from '../../contract/columns.js'
import { type ExportSource, exportColumns } from './export-source.js'

/**
 * Texts are quoted for every common separator, not only the chosen one: a spreadsheet with another
 * list separator would otherwise split `x;=1+1` and run the second half.
 */
const mustQuote = /["\r\n,;\t|]/

const quote = (text: string): string =>
  mustQuote.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** Starts of a formula, with the full-width forms of `=+-@` that some spreadsheets convert. */
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
const textKinds: ReadonlySet<ColumnKind> = new Set(['text', 'enum', 'json'])

/** A leading apostrophe marks a text that a spreadsheet would run as a formula. */
const disarm = (text: string): string => (formula.test(text) ? `'${text}` : text)

const verbatim = (text: string): string => text

export async function* writeCsv(source: ExportSource): AsyncGenerator<string> {
  const { delimiter = ',', includeBom = false } = source.options.formatOptions?.csv ?? {}
  const cells = exportColumns(source.resource).map(({ kind }) =>
    textKinds.has(kind) ? disarm : verbatim,
  )
  const line = (texts: readonly string[]) => `${texts.map(quote).join(delimiter)}\r\n`
  yield `${includeBom ? '\ufeff' : ''}${line(source.headers.map(disarm))}`
  for await (const batch of source.rows) {
    yield batch
      .map(({ texts }) => line(cells.map((cell, index) => cell(texts[index] ?? ''))))
      .join('')
  }
}
