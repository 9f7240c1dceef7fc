/** The use cases that read records. */
import type { Session } from '../../database/database.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { ResourceModel, SortKey } from '../../model/types/resource-model.js'
import { type Criterion, readFilter } from '../../query/filter/read-filter.js'
import { readOrder } from '../../query/rows/order.js'
import {
  type PrintedRow,
  type RecordRow,
  type RecordSet,
  type Selection,
  selectionOf,
} from '../../query/rows/select.js'
import {
  boundedCountStatement,
  type ListRequest,
  listStatement,
  type PageRows,
  pageStatement,
  recordStatement,
  recordsStatement,
} from '../../query/statements/read-statements.js'
import type { Call, Limits, Reading } from '../context.js'

export type { PrintedRow, RecordRow } from '../../query/rows/select.js'
export type { PageCounts } from '../../query/statements/read-statements.js'

export const recordNotFound = (): AppError => new AppError(problem('recordNotFound'))

/** @throws AppError RESOURCE_NOT_FOUND */
export const readRecord = async (
  { resource, database, signal }: Reading,
  id: string,
): Promise<RecordRow> => {
  const record = await database.run(recordStatement(resource, id), { signal })
  if (!record) throw recordNotFound()
  return record
}

/** Records or options, and what tells their representation apart. */
export interface Collection<T extends PrintedRow = PrintedRow> extends RecordSet<T> {
  /** Of what a row looks like: another one after the contract was changed. */
  readonly fingerprint: string
}

/** In the requested order; a repeated id repeats its record, unknown ids are left out. */
export const readRecords = (
  call: Reading,
  ids: readonly string[],
): Promise<Collection<RecordRow>> => readSelection(call, ids, selectionOf(call.resource))

/** The same for any selection of records. */
export const readSelection = async <T extends PrintedRow>(
  { resource, database, signal }: Reading,
  ids: readonly string[],
  selection: Selection<T>,
): Promise<Collection<T>> => {
  const statement = recordsStatement(resource, ids, selection)
  const { fingerprint } = selection
  return { ...(await database.run(statement, { signal })), fingerprint }
}

/** Rows that are read from the database at a time. */
export const batchSize = 500

/** What is known of a stream of records before its first row. */
export interface StreamHead {
  readonly datasetVersion: string | null
  /** Of what a record looks like: another one after the contract was changed. */
  readonly fingerprint: string
}

/**
 * All records in the default order, in batches as they are asked for, on one snapshot: the head first,
 * when the whole set is known to be within the limit. Where the caller has this version, nothing follows.
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
 * What is known of all records before the first row, without reading them.
 *
 * @throws AppError LIMIT_EXCEEDED
 */
export const readAllHead = (call: Reading & Limits): Promise<StreamHead> =>
  headOfAll(call, call.database)

/** One more than the limit, to see that there are more. */
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
  return { datasetVersion, fingerprint: selectionOf(call.resource).fingerprint }
}

const tooMany = (limit: number): AppError => new AppError(problem('tooManyRecords', { limit }))

export interface FilterRequest {
  readonly payload: unknown
  /** Any number may be asked for, also past the end of every set. */
  readonly page: bigint
  readonly size: number
  readonly sort: readonly string[]
  /** Parameter texts of ids. */
  readonly includeIds: readonly string[]
}

export interface Page<T extends PrintedRow> extends PageRows<T> {
  readonly order: readonly SortKey[]
}

/** A page is read with its total, which may be known. */
export type PageReading = Reading & Limits & Pick<Call, 'totals'>

/** What a page is made of. */
interface PageSource<T> {
  readonly criteria: readonly Criterion[]
  readonly selection: Selection<T>
  readonly sortable: ResourceModel['sortable']
  readonly defaultSort: ResourceModel['defaultSort']
}

/** @throws AppError FILTER_PAYLOAD_INVALID, SORT_INVALID, LIMIT_EXCEEDED */
export const readPage = (call: PageReading, request: FilterRequest): Promise<Page<RecordRow>> =>
  readPageOf(call, request, {
    ...call.resource,
    criteria: readFilter(call.resource, request.payload, call.filterSettings),
    selection: selectionOf(call.resource),
  })

/** The same for any selection of records. @throws AppError SORT_INVALID, LIMIT_EXCEEDED */
export const readPageOf = async <T extends PrintedRow>(
  call: PageReading,
  request: FilterRequest,
  source: PageSource<T>,
): Promise<Page<T>> => {
  const { resource, database, clock, settings, signal, totals } = call
  const order = readOrder(resource, request.sort, source)
  const offset = request.page * BigInt(request.size)
  const maxOffset = settings['platform.pagination.max-offset']
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
  const page = await database.run(statement, { signal })
  totals.set(counted, page)
  checkDepth(offset, maxOffset, page.others)
  return { ...page, order }
}

/** @throws AppError LIMIT_EXCEEDED for a page inside the set that is too deep */
export const checkDepth = (offset: bigint, maxOffset: number, others: number): void => {
  if (offset > maxOffset && offset < others) {
    throw new AppError(problem('pageTooDeep', { limit: maxOffset }))
  }
}
