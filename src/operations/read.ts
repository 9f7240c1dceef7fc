/** The use cases that read records. */
import type { Row } from '../database/database.js'
import { AppError } from '../foundation/errors.js'
import type { ResourceModel, SortKey } from '../model/resource-model.js'
import { readOrder } from '../query/order.js'
import { type Criterion, readFilter } from '../query/read-filter.js'
import { type RowSelection, selectionOf } from '../query/select.js'
import {
  boundedCountStatement,
  listStatement,
  pageStatement,
  recordStatement,
  recordsStatement,
} from '../query/statements.js'
import type { Call } from './context.js'

/** A record as the database printed it; `query/select.ts` knows its columns. */
export type RecordRow = Row

export const recordNotFound = (): AppError =>
  new AppError('RESOURCE_NOT_FOUND', { message: 'There is no record with this id.' })

/** @throws AppError RESOURCE_NOT_FOUND */
export const readRecord = async (call: Call, id: string): Promise<RecordRow> => {
  const [row] = await call.database.query(recordStatement(call.resource, id), call)
  if (!row) throw recordNotFound()
  return row
}

/** In the asked order; a repeated id repeats its record, unknown ids are left out. */
export const readRecords = async (
  call: Call,
  ids: readonly string[],
  selection: RowSelection = selectionOf(call.resource),
): Promise<readonly RecordRow[]> => {
  if (ids.length === 0) return []
  const rows = await call.database.query(
    recordsStatement(call.resource, [...new Set(ids)], selection),
    call,
  )
  const byId = new Map(rows.map((row) => [row[0], row]))
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
}

/** Rows that are read from the database at a time. */
export const batchSize = 500

/**
 * All records in the default order, in batches as they are asked for, on one snapshot. The first batch
 * comes only when the whole set is known to be within the limit.
 *
 * @throws AppError LIMIT_EXCEEDED
 */
export const readAll = (call: Call): AsyncGenerator<readonly RecordRow[]> => {
  const { clock, database, resource, settings } = call
  const limit = settings['platform.query.all.max']
  const all = { criteria: [], ids: undefined, limit: limit + 1 }
  const statement = listStatement(resource, all, readOrder(resource, []), clock)
  return database.stream(async function* (transaction) {
    const counted = await transaction.query(boundedCountStatement(resource, all, clock), call)
    if (Number(counted[0]![0]) > limit) throw tooMany(limit)
    yield* transaction.stream(statement, batchSize, call)
  })
}

const tooMany = (limit: number): AppError =>
  new AppError('LIMIT_EXCEEDED', {
    message: `There are more than ${limit} records. Read them page by page with POST /filter, or ask for an export.`,
    properties: { limit },
  })

export interface FilterRequest {
  readonly payload: unknown
  readonly page: number
  readonly size: number
  readonly sort: readonly string[]
  /** Parameter texts of ids. */
  readonly includeIds: readonly string[]
}

export interface Page {
  readonly rows: readonly RecordRow[]
  readonly total: number
  readonly order: readonly SortKey[]
}

/** Where the members of a record begin in a row of a page: behind total and ordinal. */
const recordOffset = 2

/** What a page is made of, where it is not the resource itself. */
interface PageSource {
  readonly criteria: readonly Criterion[]
  readonly selection: RowSelection
  readonly sortable: ResourceModel['sortable']
  readonly defaultSort: ResourceModel['defaultSort']
}

const sourceOf = (call: Call, payload: unknown): PageSource => ({
  ...call.resource,
  criteria: readFilter(call.resource, payload, call.filterSettings),
  selection: selectionOf(call.resource),
})

/** @throws AppError FILTER_PAYLOAD_INVALID, SORT_INVALID, LIMIT_EXCEEDED */
export const readPage = async (
  call: Call,
  request: FilterRequest,
  source: PageSource = sourceOf(call, request.payload),
): Promise<Page> => {
  const { resource, database, clock, settings } = call
  const order = readOrder(resource, request.sort, source)
  const offset = request.page * request.size
  const maxOffset = settings['platform.pagination.max-offset']
  const statement = pageStatement(
    resource,
    {
      criteria: source.criteria,
      order,
      limit: request.size,
      offset: offset > maxOffset ? undefined : offset,
      includeIds: request.includeIds,
      showIncluded: request.page === 0,
    },
    clock,
    source.selection,
  )
  const rows = await database.query(statement, call)
  const total = Number(rows[0]?.[0] ?? 0)
  if (offset > maxOffset && offset < total) throw tooDeep(maxOffset)
  const found = rows.filter((row) => row[1] !== null && row[1] !== undefined)
  return { rows: found.map((row) => row.slice(recordOffset) as RecordRow), total, order }
}

const tooDeep = (maxOffset: number): AppError =>
  new AppError('LIMIT_EXCEEDED', {
    message: `Pages reach ${maxOffset} rows deep at the most. Walk further with the cursor (POST /filter/cursor), or narrow the filter.`,
    target: 'page',
    properties: { limit: maxOffset },
  })
