/** The formats of an export. Rows are written as they arrive and never collected. */
import type { ExportFormat } from '../../operations/read/export-body.js'
import { writeCsv } from './export-csv.js'
import { writeSheet } from './export-sheet.js'
import type { ExportSource } from './export-source.js'

interface FormatDefinition {
  readonly contentType: string
  /** Default of the request. CSV is mostly read by programs, a sheet by people. */
  readonly headers: 'labels' | 'fields'
  readonly write: (source: ExportSource) => AsyncIterable<string | Uint8Array>
}

async function* writeJson({ rows }: ExportSource): AsyncGenerator<string> {
  let separator = '['
  for await (const batch of rows) {
    yield batch.map(({ members }, index) => `${index === 0 ? separator : ','}{${members}}`).join('')
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

export const exportFormats: Readonly<Record<ExportFormat, FormatDefinition>> = {
  csv: { contentType: 'text/csv; charset=utf-8', headers: 'fields', write: writeCsv },
  json: { contentType: 'application/json; charset=utf-8', headers: 'fields', write: writeJson },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    headers: 'labels',
    write: writeSheet,
  },
}
