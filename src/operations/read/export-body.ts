/** Reads the body of an export. */
import { createObjectReader } from '../../model/kinds/object-reader.js'
import { exportMembers } from '../../wire/request-bodies.js'

export type ExportFormat = 'csv' | 'json' | 'xlsx'

/** What stands above the columns of a table. */
export type ExportHeaders = 'labels' | 'fields'

export interface ExportBody {
  readonly format?: ExportFormat | 'excel'
  readonly scope?: 'filtered' | 'selected' | 'all'
  /** Read by the reader of filters. */
  readonly filters?: unknown
  readonly selectedIds?: readonly unknown[]
  readonly sort?: readonly string[]
  readonly fields?: readonly string[]
  readonly fileName?: string
  readonly maxRows?: number
  readonly formatOptions?: {
    readonly headers?: ExportHeaders
    readonly csv?: { readonly delimiter?: string; readonly includeBom?: boolean }
  }
}

const readMembers = createObjectReader<ExportBody>(exportMembers)

/** The empty body requests every record as CSV. @throws AppError REQUEST_PAYLOAD_INVALID */
export const readExportBody = (sent: unknown): ExportBody => {
  const body = readMembers(sent)
  const csv = body.formatOptions?.csv
  if (csv?.delimiter !== 'TAB') return body
  return { ...body, formatOptions: { csv: { ...csv, delimiter: '\t' } } }
}
