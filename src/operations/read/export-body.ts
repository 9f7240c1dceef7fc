/** Reads the body of an export. */
import { createObjectReader } from '../../model/kinds/object-reader.js'
import { ExportBody } from '../../wire/export.js'

export type ExportFormat = 'csv' | 'json' | 'xlsx'

const readMembers = createObjectReader(ExportBody)

/** An empty body requests all records as CSV. @throws AppError REQUEST_PAYLOAD_INVALID */
export const readExportBody = (sent: unknown): ExportBody => {
  const body = readMembers(sent)
  const csv = body.formatOptions?.csv
  if (csv?.delimiter !== 'TAB') return body
  return { ...body, formatOptions: { ...body.formatOptions, csv: { ...csv, delimiter: '\t' } } }
}
