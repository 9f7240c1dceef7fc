/** Exports a set of records, read from a database cursor in batches. */
import type { ReadTransaction } from '../../database/connection/postgres-server.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { Criterion } from '../../query/filter/criteria.js'
import { readOrder } from '../../query/rows/order.js'
import type { ResourceView } from '../../query/rows/row-access.js'
import { boundedCountStatement, listStatement } from '../../query/statements/list-statements.js'
import type { ExportBody } from '../../wire/export.js'
import type { Limits, ReadContext } from '../context.js'
import { readSet } from './choose-deleted.js'
import { type ExportFormat, readExportBody } from './export-body.js'
import { batchSize, type RecordRow } from './read.js'

export interface ExportPlan {
  readonly format: ExportFormat
  readonly body: ExportBody
  /** The resource with the chosen fields as its response shape. */
  readonly resource: ResourceView
  /** Maximum number of rows: as requested, otherwise the configured cap. */
  readonly maxRows: number
  /** Yields the head first, then the rows in batches. */
  readonly run: () => AsyncGenerator<ExportPiece>
}

export interface ExportHead {
  readonly datasetVersion: string | null
  readonly isTruncated: boolean
}
export type ExportPiece = ExportHead | readonly RecordRow[]

/** A sheet has 1 048 576 rows, and one is the header. */
const sheetRows = 1_048_575

/**
 * Every error is thrown here, or with the head or the first batch, before any byte is sent.
 *
 * @throws AppError REQUEST_PAYLOAD_INVALID, FILTER_PAYLOAD_INVALID, SORT_INVALID,
 * RESOURCE_IDS_REQUIRED, INVALID_PARAMETER, LIMIT_EXCEEDED
 */
export const planExport = (sentCall: ReadContext & Limits, sent: unknown): ExportPlan => {
  const { clock, database, settings, signal, spans } = sentCall
  const body = readExportBody(sent ?? {})
  const format = body.format === 'excel' ? 'xlsx' : (body.format ?? 'csv')
  const configured = settings['platform.export.max-rows']
  const cap = format === 'xlsx' ? Math.min(configured, sheetRows) : configured
  const maxRows = body.maxRows ?? cap
  if (maxRows > cap) throw new AppError(problem('exportLimitTooLarge', { limit: cap }))
  const [call, selection] = selectionOf(sentCall, body)
  const resource = withFields(call.resource, body.fields)
  const order = readOrder(call.resource, body.sort ?? [], selection.criteria)

  const read = async function* (transaction: ReadTransaction): AsyncGenerator<ExportPiece> {
    const bounded = { ...selection, limit: maxRows + 1 }
    const { count, datasetVersion } = await transaction.run(
      boundedCountStatement(call.resource, bounded, clock),
      { signal },
    )
    const isTruncated = count > maxRows
    if (isTruncated && body.maxRows === undefined) {
      throw new AppError(problem('exportTooLarge', { limit: cap }))
    }
    yield { isTruncated, datasetVersion }
    const statement = listStatement(resource, { ...selection, limit: maxRows }, order, clock)
    yield* transaction.stream(statement, batchSize, { signal })
  }
  const run = () => spans.stream(`export ${call.resource.key}`, database.stream(read))
  return { format, body, resource, maxRows, run }
}

interface Selected {
  readonly criteria: readonly Criterion[]
  readonly ids: readonly string[] | undefined
}

/**
 * Members that the scope does not use are checked too, so that a misspelt filter is an error.
 * Selected records may be deleted ones, if the filter includes those.
 */
const selectionOf = <C extends ReadContext & Limits>(
  sentCall: C,
  { scope = 'filtered', filters, selectedIds }: ExportBody,
): readonly [call: C, selection: Selected] => {
  const { resource, settings } = sentCall
  const [call, criteria] = readSet(sentCall, filters ?? {}, 'filters')
  const ids = readIds(resource, selectedIds ?? [], settings['platform.filter.in.max'])
  if (scope === 'selected' && ids.length === 0) throw new AppError(problem('exportIdsRequired'))
  const selection = {
    criteria: scope === 'filtered' ? criteria : [],
    ids: scope === 'selected' ? ids : undefined,
  }
  return [scope === 'all' ? sentCall : call, selection]
}

const readIds = (
  { idReader }: ResourceView,
  selectedIds: readonly unknown[],
  limit: number,
): readonly string[] => {
  if (selectedIds.length > limit) throw new AppError(problem('tooManyExportIds', { limit }))
  return selectedIds.map((id, index) => {
    const reading = idReader.read(id, 'UTC')
    if ('parameter' in reading) return reading.parameter
    throw new AppError(
      problem('idInvalid', { target: `selectedIds.${index}`, fault: reading.fault }),
    )
  })
}

/** Problems in one error. */
const maxProblems = 20

/**
 * The resource with the exported fields alone. Collections have no cell; the head has the dataset
 * version.
 */
const withFields = (
  { dataset: _, ...resource }: ResourceView,
  names: readonly string[] | undefined,
): ResourceView => {
  const columns = new Map(
    [...resource.response].filter(([, { type }]) => type === 'column' || type === 'count'),
  )
  const wrong = [...(names ?? []).entries()].filter(([, name]) => !columns.has(name))
  if (wrong.length > 0) {
    const accepted = [...columns.keys()]
    const problems = wrong.slice(0, maxProblems).map(([index, sent]) => {
      const name = sent.slice(0, 100)
      return problem('exportFieldUnknown', { name, accepted, target: `fields.${index}` })
    })
    throw new AppError(problems)
  }
  const response = names ? new Map(names.map((name) => [name, columns.get(name)!])) : columns
  return { ...resource, response, snapshot: [] }
}
