/** Reads records: one, several by id, all of them, or a page. */
import type { PageCount } from '../../contract/resource.js'
import type { Session } from '../../database/session.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { Statement } from '../../foundation/statement.js'
import type { ResourceModel, SortKey } from '../../model/types/resource-model.js'
import { type Criterion, readFilter } from '../../query/filter/read-filter.js'
import { readOrder } from '../../query/rows/order.js'
import { isRestricted, type ResourceView } from '../../query/rows/row-access.js'
import {
  type PrintedRow,
  type RecordHead,
  type RecordRow,
  type RecordSet,
  type Selection,
  selectionOf,
} from '../../query/rows/select.js'
import {
  boundedCountStatement,
  type ListRequest,
  listStatement,
} from '../../query/statements/list-statements.js'
import {
  estimateStatement,
  type PageRows,
  type PerhapsTotal,
  pageStatement,
  uncountedPageStatement,
} from '../../query/statements/page-statement.js'
import {
  recordHeadStatement,
  recordStatement,
  recordsStatement,
} from '../../query/statements/record-statements.js'
import type { Call, Limits, Reading } from '../context.js'

export type { PrintedRow, RecordHead, RecordRow } from '../../query/rows/select.js'
export type { PageCounts } from '../../query/statements/page-statement.js'

export const recordNotFound = (): AppError => new AppError(problem('recordNotFound'))

/** @throws AppError RESOURCE_NOT_FOUND */
export const readRecord = (call: Reading, id: string): Promise<RecordRow> =>
  readOne(call, recordStatement(call.resource, id))

/** Reads what the availability of operations and the entity tag depend on, without the fields. */
export const readRecordHead = (call: Reading, id: string): Promise<RecordHead> =>
  readOne(call, recordHeadStatement(call.resource, id))

/** Digest of the form of a record: it changes when the contract or the view does. */
export const recordFingerprint = (resource: ResourceView): string =>
  selectionOf(resource).fingerprint

const readOne = async <T>(
  { database, signal }: Reading,
  statement: Statement<T | undefined>,
): Promise<T> => {
  const record = await database.run(statement, { signal })
  if (record === undefined) throw recordNotFound()
  return record
}

/** Records or options, with everything that identifies their representation. */
export interface Collection<T extends PrintedRow = PrintedRow> extends RecordSet<T> {
  /** Digest of the form of a row: it changes when the contract or the view does. */
  readonly fingerprint: string
}

/** In the requested order; a repeated id repeats its record, unknown ids are left out. */
export const readRecords = (
  call: Reading,
  ids: readonly string[],
): Promise<Collection<RecordRow>> => readSelection(call, ids, selectionOf(call.resource))

/** Reads any selection by ids. */
export const readSelection = async <T extends PrintedRow>(
  { resource, database, signal }: Reading,
  ids: readonly string[],
  selection: Selection<T>,
): Promise<Collection<T>> => {
  const statement = recordsStatement(resource, ids, selection)
  const { fingerprint } = selection
  return { ...(await database.run(statement, { signal })), fingerprint }
}

/**
 * Rows per fetch from a database cursor. With 500 rows, more of them survive young collections and
 * an XLSX export takes a third more memory; with 100, the fetches take the database a tenth longer.
 */
export const batchSize = 250

/** The facts that precede the rows of a stream. */
export interface StreamHead {
  readonly datasetVersion: string | null
  /** Digest of the form of a record: it changes when the contract or the view does. */
  readonly fingerprint: string
}

/**
 * Streams all records in the default order, in batches, on one snapshot. Yields the head first,
 * after checking that the whole set is within the limit. If the client has this version, no rows
 * follow.
 *
 * @throws AppError LIMIT_EXCEEDED
 */
export const readAll = (
  call: Reading & Limits,
  isKnown: (head: StreamHead) => boolean,
): AsyncGenerator<StreamHead | readonly RecordRow[]> => {
  const { clock, database, resource, signal } = call
  const statement = listStatement(resource, allOf(call), readOrder(resource, []), clock)
  return database.stream(async function* (transaction) {
    const head = await headOfAll(call, transaction)
    yield head
    if (isKnown(head)) return
    yield* transaction.stream(statement, batchSize, { signal })
  })
}

/**
 * Returns the head of `readAll` without reading records.
 *
 * @throws AppError LIMIT_EXCEEDED
 */
export const readAllHead = (call: Reading & Limits): Promise<StreamHead> =>
  headOfAll(call, call.database)

/** One row above the limit shows that there are more. */
const allOf = ({ settings }: Limits): ListRequest => ({
  criteria: [],
  ids: undefined,
  limit: settings['platform.query.all.max'] + 1,
})

const headOfAll = async (call: Reading & Limits, session: Session): Promise<StreamHead> => {
  const { signal } = call
  const limit = call.settings['platform.query.all.max']
  const statement = boundedCountStatement(call.resource, allOf(call), call.clock)
  const { count, datasetVersion } = await session.run(statement, { signal })
  if (count > limit) throw tooMany(limit)
  return { datasetVersion, fingerprint: recordFingerprint(call.resource) }
}

const tooMany = (limit: number): AppError => new AppError(problem('tooManyRecords', { limit }))

export interface FilterRequest {
  readonly payload: unknown
  /** Any number, also past the end of the set. */
  readonly page: bigint
  readonly size: number
  readonly sort: readonly string[]
  /** Ids as parameter texts. */
  readonly includeIds: readonly string[]
}

export interface Page<T extends PrintedRow> extends PageRows<T> {
  readonly order: readonly SortKey[]
}

export interface CountedPage<T extends PrintedRow> extends PageRows<T, PerhapsTotal> {
  readonly order: readonly SortKey[]
  readonly count: PageCount
  /** Whether further rows follow; undefined where the total says so. */
  readonly hasNext: boolean | undefined
}

/** Pages and totals are cached until the data changes. */
export type PageReading = Reading & Limits & Pick<Call, 'totals' | 'results'>

/** The rows of a page: which, in which form, and by which keys they can be sorted. */
interface PageSource<T> {
  readonly criteria: readonly Criterion[]
  readonly selection: Selection<T>
  readonly sortable: ResourceModel['sortable']
  readonly defaultSort: ResourceModel['defaultSort']
}

/** @throws AppError FILTER_PAYLOAD_INVALID, SORT_INVALID, LIMIT_EXCEEDED */
export const readPage = async (
  call: PageReading,
  request: FilterRequest,
  count: PageCount,
): Promise<CountedPage<RecordRow>> => {
  const { resource, filterSettings } = call
  const source = {
    criteria: readFilter(resource, request.payload, filterSettings),
    selection: selectionOf(resource),
    sortable: resource.sortable,
    defaultSort: resource.defaultSort,
  }
  // An estimate is made of all rows, so it would tell about rows that the caller may not see.
  if (count === 'exact' || (count === 'estimated' && hidesRows(resource, source.criteria))) {
    const page = await readPageOf(call, request, source)
    return { ...page, count: 'exact', hasNext: undefined }
  }
  return readUncounted(call, request, source, count)
}

/** Reads a page of any selection. @throws AppError SORT_INVALID, LIMIT_EXCEEDED */
export const readPageOf = async <T extends PrintedRow>(
  call: PageReading,
  request: FilterRequest,
  source: PageSource<T>,
): Promise<Page<T>> => {
  const { resource, clock, settings, totals, results } = call
  const asked = askFor(call, request, source)
  const maxOffset = settings['platform.pagination.max-offset']
  const counted = totals.keyOf(resource, source.criteria, clock)
  const statement = pageStatement(
    resource,
    {
      ...asked,
      offset: asked.offset > maxOffset ? undefined : Number(asked.offset),
      known: totals.get(counted),
    },
    clock,
    source.selection,
  )
  const page = await results.run(call, statement, source.criteria)
  totals.set(counted, page)
  checkDepth(asked.offset, maxOffset, page.others)
  return { order: asked.order, ...page }
}

const askFor = <T>({ resource }: PageReading, request: FilterRequest, source: PageSource<T>) => ({
  criteria: source.criteria,
  order: readOrder(resource, request.sort, source),
  limit: request.size,
  offset: request.page * BigInt(request.size),
  includeIds: request.includeIds,
  showIncluded: request.page === 0n,
})

/**
 * Reads a page without counting its set. The total is still exact where it is known, and on the
 * last page.
 */
const readUncounted = async (
  call: PageReading,
  request: FilterRequest,
  source: PageSource<RecordRow>,
  count: 'estimated' | 'none',
): Promise<CountedPage<RecordRow>> => {
  const { resource, clock, settings, totals, results, database, signal } = call
  const { offset, ...asked } = askFor(call, request, source)
  const maxOffset = settings['platform.pagination.max-offset']
  if (offset > maxOffset) throw pageTooDeep(maxOffset)
  const known = totals.get(totals.keyOf(resource, source.criteria, clock))
  const statement = uncountedPageStatement(
    resource,
    // One row more shows that there is a next page.
    { ...asked, limit: request.size + 1, offset: Number(offset), known },
    clock,
    source.selection,
  )
  const found = await results.run(call, statement, source.criteria)
  const shown = request.size + (asked.showIncluded ? found.included : 0)
  const hasNext = found.rows.length > shown
  const page = { ...found, rows: found.rows.slice(0, shown), order: asked.order, hasNext }
  if (found.total !== null) return { ...page, count: 'exact' }
  if (count === 'none') return { ...page, count }
  const expected = await database.run(estimateStatement(resource, source.criteria, clock), {
    signal,
  })
  const seen = Number(offset) + page.rows.length + (hasNext ? 1 : 0)
  const total = Math.max(expected, seen)
  return { ...page, count, total, others: total }
}

/** Whether entities of the criteria have rows that the caller may not see. */
const hidesRows = (resource: ResourceView, criteria: readonly Criterion[]): boolean =>
  [
    resource.entity,
    ...criteria.flatMap(({ field: { target } }) => [
      ...target.hops.map((hop) => hop.target),
      ...(target.type === 'collection' ? [target.relation.target] : []),
    ]),
  ].some((entity) => isRestricted(resource, entity) || entity.tenant !== undefined)

/** @throws AppError LIMIT_EXCEEDED for a page that is inside the set but too deep */
export const checkDepth = (offset: bigint, maxOffset: number, others: number): void => {
  if (offset > maxOffset && offset < others) throw pageTooDeep(maxOffset)
}

const pageTooDeep = (limit: number): AppError => new AppError(problem('pageTooDeep', { limit }))
