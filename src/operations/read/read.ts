/** The use cases that read records. */
import type { Row, Session } from '../../database/database.js'
import { AppError } from '../../foundation/errors.js'
import type { ResourceModel, SortKey } from '../../model/types/resource-model.js'
import { type Criterion, readFilter } from '../../query/filter/read-filter.js'
import { readOrder } from '../../query/rows/order.js'
import {
  canonicalIdOf,
  datasetVersionOf,
  isRecord,
  type RowSelection,
  selectionOf,
} from '../../query/rows/select.js'
import {
  boundedCountStatement,
  type ListRequest,
  listStatement,
  pageStatement,
  recordStatement,
  recordsStatement,
} from '../../query/statements/read-statements.js'
import type { Call } from '../context.js'

/** A record as the database printed it; `query/rows/select.ts` knows its columns. */
export type RecordRow = Row

export const recordNotFound = (): AppError =>
  new AppError('RESOURCE_NOT_FOUND', { message: 'There is no record with this id.' })

/** @throws AppError RESOURCE_NOT_FOUND */
export const readRecord = async (call: Call, id: string): Promise<RecordRow> => {
  const [row] = await call.database.query(recordStatement(call.resource, id), call)
  if (!row || !isRecord(row)) throw recordNotFound()
  return row
}

/** Records, and the version of the dataset that they were read of; null where none can be told. */
export interface Records {
  readonly rows: readonly RecordRow[]
  readonly datasetVersion: string | null
}

/** In the asked order; a repeated id repeats its record, unknown ids are left out. */
export const readRecords = async (
  call: Call,
  ids: readonly string[],
  selection: RowSelection = selectionOf(call.resource),
): Promise<Records> => {
  const rows = await call.database.query(
    recordsStatement(call.resource, [...new Set(ids)], selection),
    call,
  )
  const { entity } = call.resource
  const byId = new Map(rows.filter(isRecord).map((row) => [canonicalIdOf(entity, row), row]))
  return {
    rows: ids.map((id) => byId.get(id)).filter((row) => row !== undefined),
    datasetVersion: datasetVersionOf(rows[0]!),
  }
}

/** Rows that are read from the database at a time. */
export const batchSize = 500

/** What is known of a stream of records before its first row. */
export interface StreamHead {
  readonly datasetVersion: string | null
}

/**
 * All records in the default order, in batches as they are asked for, on one snapshot: the head first,
 * when the whole set is known to be within the limit. Where the caller has this version, nothing follows.
 *
 * @throws AppError LIMIT_EXCEEDED
 */
export const readAll = (
  call: Call,
  isKnown: (datasetVersion: string | null) => boolean,
): AsyncGenerator<StreamHead | readonly RecordRow[]> => {
  const { clock, database, resource } = call
  const statement = listStatement(resource, allOf(call), readOrder(resource, []), clock)
  return database.stream(async function* (transaction) {
    const head = await headOfAll(call, transaction)
    yield head
    if (isKnown(head.datasetVersion)) return
    yield* transaction.stream(statement, batchSize, call)
  })
}

/**
 * What is known of all records before the first row, without reading them.
 *
 * @throws AppError LIMIT_EXCEEDED
 */
export const readAllHead = (call: Call): Promise<StreamHead> => headOfAll(call, call.database)

/** One more than the limit, to see that there are more. */
const allOf = ({ settings }: Call): ListRequest => ({
  criteria: [],
  ids: undefined,
  limit: settings['platform.query.all.max'] + 1,
})

const headOfAll = async (call: Call, session: Session): Promise<StreamHead> => {
  const limit = call.settings['platform.query.all.max']
  const statement = boundedCountStatement(call.resource, allOf(call), call.clock)
  const [[count, datasetVersion = null] = []] = await session.query(statement, call)
  if (Number(count) > limit) throw tooMany(limit)
  return { datasetVersion }
}

const tooMany = (limit: number): AppError =>
  new AppError('LIMIT_EXCEEDED', {
    message: `There are more than ${limit} records. Read them page by page with POST /filter, or ask for an export.`,
    properties: { limit },
  })

export interface FilterRequest {
  readonly payload: unknown
  /** Any number may be asked for, also past the end of every set. */
  readonly page: bigint
  readonly size: number
  readonly sort: readonly string[]
  /** Parameter texts of ids. */
  readonly includeIds: readonly string[]
}

/** What a page is a part of. The included records stand on page 0, beside `size` others. */
export interface PageCounts {
  /** Rows that match the filter. */
  readonly total: number
  /** Included records that the caller may see, whether they match or not. */
  readonly included: number
  /** Matching rows that are not included: these are divided into pages. */
  readonly others: number
}

export interface Page extends Records, PageCounts {
  readonly order: readonly SortKey[]
}

/** Where ordinal and record stand in a row of a page: behind the counts. */
const ordinalAt = 3
const recordAt = 4

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
  const offset = request.page * BigInt(request.size)
  const maxOffset = settings['platform.pagination.max-offset']
  const { totals } = call
  const counted = totals.keyOf(resource, source.criteria, clock)
  const statement = pageStatement(
    resource,
    {
      criteria: source.criteria,
      order,
      limit: request.size,
      offset: offset > maxOffset ? undefined : Number(offset),
      includeIds: request.includeIds,
      showIncluded: request.page === 0n,
      known: totals.get(counted),
    },
    clock,
    source.selection,
  )
  const rows = await database.query(statement, call)
  const page = pageOf(rows)
  totals.set(counted, page)
  checkDepth(offset, maxOffset, page.others)
  return { ...page, order }
}

/** Rows of `[total, shown, matched, ordinal, …record]`; one without ordinal says that there is no record. */
export const pageOf = (rows: readonly Row[]): Omit<Page, 'order'> => {
  const first = rows[0]!
  const [total, included, matched] = first.slice(0, ordinalAt).map(Number) as [
    number,
    number,
    number,
  ]
  const found = rows.filter((row) => row[ordinalAt] != null)
  return {
    rows: found.map((row) => row.slice(recordAt) as RecordRow),
    total,
    included,
    others: total - matched,
    datasetVersion: first[recordAt] ?? null,
  }
}

/** @throws AppError LIMIT_EXCEEDED for a page inside the set that is too deep */
export const checkDepth = (offset: bigint, maxOffset: number, others: number): void => {
  if (offset > maxOffset && offset < others) throw tooDeep(maxOffset)
}

const tooDeep = (maxOffset: number): AppError =>
  new AppError('LIMIT_EXCEEDED', {
    message: `Pages reach ${maxOffset} rows deep at the most. Walk further with the cursor (POST /filter/cursor), or narrow the filter.`,
    target: 'page',
    properties: { limit: maxOffset },
  })
