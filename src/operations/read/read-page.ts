/** Reads a page of records or options, with what is known of its total. */
import type { PageCount } from '../../contract/resource.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { Statement } from '../../foundation/execution/statement.js'
import { withReads } from '../../model/types/computed.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import { filterTargets } from '../../model/types/search.js'
import type { SortKey } from '../../model/types/sort-key.js'
import { type Criterion, fieldCriteriaOf } from '../../query/filter/criteria.js'
import { readOrder } from '../../query/rows/order.js'
import { isRestricted, type ResourceView } from '../../query/rows/row-access.js'
import type { PrintedRow, RecordRow, Selection } from '../../query/rows/select.js'
import {
  estimateStatement,
  type PageRows,
  type PerhapsTotal,
  pageStatement,
  uncountedPageStatement,
} from '../../query/statements/page-statement.js'
import type { Call, Limits, ReadContext } from '../context.js'
import { readSet } from './choose-deleted.js'

export type { PageCounts } from '../../query/statements/page-statement.js'

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
  /** True if further rows follow; undefined if the total shows it. */
  readonly hasNext: boolean | undefined
}

/** Totals are cached until the data changes. */
export type PageReading = ReadContext & Limits & Pick<Call, 'totals'>

/** Runs the statement of a page. */
type RunPage<T> = (statement: Statement<PageRows<T>>) => Promise<PageRows<T>>

/** The rows of a page: which, in which form, and by which keys they can be sorted. */
interface PageSource<T> {
  readonly criteria: readonly Criterion[]
  readonly selection: Selection<T>
  readonly sortable: ResourceModel['sortable']
  readonly defaultSort: ResourceModel['defaultSort']
}

/** @throws AppError FILTER_PAYLOAD_INVALID, SORT_INVALID, LIMIT_EXCEEDED */
export const readPage = async (
  sentCall: PageReading,
  request: FilterRequest,
  count: PageCount,
): Promise<CountedPage<RecordRow>> => {
  const [call, criteria] = readSet(sentCall, request.payload)
  const { resource } = call
  const source = {
    criteria,
    selection: resource.prepared.selection(),
    sortable: resource.sortable,
    defaultSort: resource.defaultSort,
  }
  // An estimate is made of all rows, so it would tell about rows that the caller may not see.
  if (count === 'exact' || (count === 'estimated' && hidesRows(resource, source.criteria))) {
    const page = await readPageOf(call, request, source, (statement) =>
      call.database.run(statement, { signal: call.signal }),
    )
    return { ...page, count: 'exact', hasNext: undefined }
  }
  return readUncounted(call, request, source, count)
}

/** Reads a page of any selection, with its total. @throws AppError SORT_INVALID, LIMIT_EXCEEDED */
export const readPageOf = async <T extends PrintedRow>(
  call: PageReading,
  request: FilterRequest,
  source: PageSource<T>,
  run: RunPage<T>,
): Promise<Page<T>> => {
  const { resource, clock, settings, totals } = call
  const query = queryOf(call, request, source)
  const maxOffset = settings['platform.pagination.max-offset']
  const totalKey = totals.keyOf(resource, source.criteria, clock)
  const statement = pageStatement(
    resource,
    {
      ...query,
      offset: query.offset > maxOffset ? undefined : Number(query.offset),
      knownTotal: totals.get(totalKey),
    },
    clock,
    source.selection,
  )
  const page = await run(statement)
  totals.set(totalKey, page)
  checkDepth(query.offset, maxOffset, page.others)
  return { order: query.order, ...page }
}

const queryOf = <T>({ resource }: PageReading, request: FilterRequest, source: PageSource<T>) => ({
  criteria: source.criteria,
  order: readOrder(resource, request.sort, source.criteria, source),
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
  const { resource, clock, settings, totals, database, signal } = call
  const { offset, ...query } = queryOf(call, request, source)
  const maxOffset = settings['platform.pagination.max-offset']
  if (offset > maxOffset) throw pageTooDeep(maxOffset)
  const knownTotal = totals.get(totals.keyOf(resource, source.criteria, clock))
  const statement = uncountedPageStatement(
    resource,
    // One row more shows that there is a next page.
    { ...query, limit: request.size + 1, offset: Number(offset), knownTotal },
    clock,
    source.selection,
  )
  const found = await database.run(statement, { signal })
  const shown = request.size + (query.showIncluded ? found.included : 0)
  const hasNext = found.rows.length > shown
  const page = { ...found, rows: found.rows.slice(0, shown), order: query.order, hasNext }
  if (found.total !== null) return { ...page, count: 'exact' }
  if (count === 'none') return { ...page, count }
  const expected = await database.run(estimateStatement(resource, source.criteria, clock), {
    signal,
  })
  const seen = Number(offset) + page.rows.length + (hasNext ? 1 : 0)
  const total = Math.max(expected, seen)
  return { ...page, count, total, others: total }
}

/** Whether entities that the criteria read have rows that the caller may not see. */
const hidesRows = (resource: ResourceView, criteria: readonly Criterion[]): boolean =>
  [
    resource.entity,
    ...withReads(fieldCriteriaOf(criteria).flatMap(({ field }) => filterTargets(field))).flatMap(
      (target) => [
        ...target.hops.map((hop) => hop.target),
        ...(target.type === 'collection' ? [target.relation.target] : []),
      ],
    ),
  ].some((entity) => isRestricted(resource, entity) || entity.tenant !== undefined)

/** @throws AppError LIMIT_EXCEEDED for a page that is inside the set but too deep */
export const checkDepth = (offset: bigint, maxOffset: number, others: number): void => {
  if (offset > maxOffset && offset < others) throw pageTooDeep(maxOffset)
}

const pageTooDeep = (limit: number): AppError => new AppError(problem('pageTooDeep', { limit }))
