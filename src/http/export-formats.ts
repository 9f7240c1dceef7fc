/** Writes the rows of an export as bytes, in each format; a row is forgotten when it is written. */
import { writeXlsxStream } from 'hucre/xlsx'
import { isJsonNumber, kinds } from '../model/kinds.js'
import type { ResponseField } from '../model/resource-model.js'
import type { ExportBody, ExportFormat } from '../operations/export-body.js'
import type { RecordRow } from '../operations/read.js'
import type { ResourceView } from '../query/row-access.js'
import { leadingColumns, selectionOf } from '../query/select.js'

type Rows = AsyncIterable<readonly RecordRow[]>

interface FormatDefinition {
  readonly contentType: string
  readonly write: (
    resource: ResourceView,
    rows: Rows,
    options: ExportBody,
  ) => AsyncIterable<string | Uint8Array>
}

/** A field of an export: its text, the same as on the wire, and whether it is a number. */
interface Cell {
  readonly isNumber: boolean
  readonly isText: boolean
  readonly read: (row: RecordRow) => string | null
}

const cellsOf = ({ response }: ResourceView): readonly Cell[] =>
  [...response.values()].map((field, index) => {
    const print = printerOf(field)
    const kind = field.type === 'column' ? field.target.column.kind : 'integer'
    return {
      isNumber:
        kind === 'integer' ||
        kind === 'version' ||
        (kind === 'decimal' && field.type === 'column' && isJsonNumber(field.target.column)),
      isText: kind === 'text' || kind === 'enum' || kind === 'json',
      read: (row) => {
        const value = row[index + leadingColumns]
        if (value == null) return null
        const json = print(value)
        if (json === 'null') return null
        return json.startsWith('"') ? (JSON.parse(json) as string) : json
      },
    }
  })

const printerOf = (field: ResponseField): ((text: string) => string) =>
  field.type === 'column'
    ? kinds[field.target.column.kind].printer(field.target.column)
    : (text) => text

/** RFC 4180. */
async function* writeCsv(
  resource: ResourceView,
  rows: Rows,
  { formatOptions }: ExportBody,
): AsyncGenerator<string> {
  const { delimiter = ',', includeBom = false } = formatOptions?.csv ?? {}
  const cells = cellsOf(resource)
  const mustQuote = new RegExp(`["\\r\\n${delimiter}]`)
  const quote = (text: string) => (mustQuote.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const line = (texts: readonly string[]) => `${texts.map(quote).join(delimiter)}\r\n`
  yield `${includeBom ? '\ufeff' : ''}${line([...resource.response.keys()])}`
  for await (const batch of rows) {
    yield batch.map((row) => line(cells.map((cell) => csvText(cell, row)))).join('')
  }
}

/** A spreadsheet would run such a text as a formula; the apostrophe tells it that it is none. */
const formula = /^[=+\-@\t\r]/

const csvText = ({ isText, read }: Cell, row: RecordRow): string => {
  const text = read(row) ?? ''
  return isText && formula.test(text) ? `'${text}` : text
}

async function* writeJson(resource: ResourceView, rows: Rows): AsyncGenerator<string> {
  const { printMembers } = selectionOf(resource)
  let separator = '['
  for await (const batch of rows) {
    yield batch
      .map((row, index) => `${index === 0 ? separator : ','}{${printMembers(row)}}`)
      .join('')
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

/** Characters of a cell. */
const maxCellLength = 32_767

/** Texts are texts in a sheet, whatever they begin with; only numbers that it can hold exactly are numbers. */
async function* writeXlsx(resource: ResourceView, rows: Rows): AsyncGenerator<Uint8Array> {
  const cells = cellsOf(resource)
  async function* sheet() {
    for await (const batch of rows) {
      for (const row of batch) yield cells.map((cell) => sheetValue(cell, row))
    }
  }
  const columns = [...resource.response.keys()].map((header) => ({ header }))
  const stream = writeXlsxStream(sheet(), { name: resource.name.slice(0, 31), columns })
  for await (const bytes of stream as unknown as AsyncIterable<Uint8Array>) yield bytes
}

const sheetValue = ({ isNumber, read }: Cell, row: RecordRow): string | number | null => {
  const text = read(row)
  if (text === null) return null
  if (isNumber && text.replace(/[-.]/g, '').length <= 15) return Number(text)
  if (text.length > maxCellLength) throw new Error('a text is too long for a cell of a sheet')
  return text
}

export const exportFormats: Readonly<Record<ExportFormat, FormatDefinition>> = {
  csv: { contentType: 'text/csv; charset=utf-8', write: writeCsv },
  json: { contentType: 'application/json; charset=utf-8', write: writeJson },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: writeXlsx,
  },
}
