/** Reads the body of an export. */
import { createObjectReader } from '../model/object-reader.js'

export type ExportFormat = 'csv' | 'json' | 'xlsx'

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
    readonly csv?: { readonly delimiter?: string; readonly includeBom?: boolean }
  }
}

const texts = { type: 'array', items: { type: 'string' } }

const csv = {
  type: 'object',
  properties: {
    delimiter: { enum: [',', ';', '\t', '|'] },
    includeBom: { type: 'boolean' },
  },
}

/** A body that is absent asks for everything as CSV. @throws AppError REQUEST_PAYLOAD_INVALID */
export const readExportBody = createObjectReader<ExportBody>({
  format: { enum: ['csv', 'json', 'xlsx', 'excel'] },
  scope: { enum: ['filtered', 'selected', 'all'] },
  filters: {},
  selectedIds: { type: 'array' },
  sort: texts,
  fields: { ...texts, minItems: 1 },
  fileName: { type: 'string', minLength: 1, maxLength: 200 },
  maxRows: { type: 'integer', minimum: 1 },
  formatOptions: { type: 'object', properties: { csv } },
})
