/** Reads the body of an export. */
import Schema from 'typebox/schema'
import { AppError } from '../foundation/errors.js'
import { describeValue } from '../model/value-reader.js'

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

export const exportSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    format: { enum: ['csv', 'json', 'xlsx', 'excel'] },
    scope: { enum: ['filtered', 'selected', 'all'] },
    filters: {},
    selectedIds: { type: 'array' },
    sort: texts,
    fields: { ...texts, minItems: 1 },
    fileName: { type: 'string', minLength: 1, maxLength: 200 },
    maxRows: { type: 'integer', minimum: 1 },
    formatOptions: {
      type: 'object',
      properties: {
        csv: {
          type: 'object',
          properties: {
            delimiter: { enum: [',', ';', '\t', '|'] },
            includeBom: { type: 'boolean' },
          },
        },
      },
    },
  },
}

const validator = Schema.Compile(exportSchema)

/** A body that is absent asks for everything as CSV. @throws AppError REQUEST_PAYLOAD_INVALID */
export const readExportBody = (sent: unknown = {}): ExportBody => {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    const message = `The body must be a JSON object; got ${describeValue(sent)}.`
    throw new AppError('REQUEST_PAYLOAD_INVALID', { message })
  }
  const body = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null))
  if (validator.Check(body)) return body as ExportBody
  const faults = validator.Errors(body)[1].filter(({ instancePath }) => instancePath !== '')
  const problems = faults.slice(0, 20).map(({ instancePath, keyword, message, params }) => {
    const target = instancePath.slice(1).replaceAll('/', '.')
    const allowed = (params as { allowedValues?: readonly unknown[] }).allowedValues
    const accepted = allowed
      ? `takes one of ${allowed.map((one) => JSON.stringify(one)).join(', ')}`
      : message
    return {
      message: `'${target}' ${keyword === 'boolean' ? 'is no member of an export' : accepted}.`,
      target,
    }
  })
  throw new AppError('REQUEST_PAYLOAD_INVALID', problems)
}
