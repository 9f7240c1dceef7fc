/** The statement that reads a page of records with its counts. */
import type { Row, Statement } from '../../foundation/execution/statement.js'
import { isAggregated } from '../../model/types/computed.js'
import type { ColumnModel } from '../../model/types/entity-model.js'
import type { FilterFieldModel } from '../../model/types/filter-model.js'
import { fansOut, type Target } from '../../model/types/path.js'
import { filterTargets } from '../../model/types/search.js'
import type { SortKey } from '../../model/types/sort-key.js'
import {
  type Criterion,
  type FieldCriterion,
  fieldCriteriaOf,
  isFieldCriterion,
} from '../filter/criteria.js'
import type { Clock } from '../filter/operations/meaning.js'
import { predicates } from '../filter/predicate.js'
import { direction, keyExpression } from '../rows/order.js'
import { isRestricted, type ResourceView, scopeOf } from '../rows/row-access.js'
import { decodeRecords, type RecordSet, type Selection } from '../rows/select.js'
import { createTables, type Scope } from '../rows/visible-rows.js'
import { datasetVersionSql } from '../sql/dataset-version.js'
import {
  and,
  carriedKey,
  isOneOf,
  namedKey,
  placeIn,
  type Sql,
  selectList,
  sql,
  toStatement,
} from '../sql/sql.js'

export interface PageRequest {
  readonly criteria: readonly Criterion[]
  readonly order: readonly SortKey[]
  readonly limit: number
  /** Undefined to read only the total. */
  readonly offset: number | undefined
  /** Ids of records that come first on page 0 and are left out of the other rows on every page. */
  readonly includeIds: readonly string[]
  /** True on page 0. */
  readonly showIncluded: boolean
  /** A total that was counted before; it is used while its dataset version is current. */
  readonly knownTotal: KnownTotal | undefined
}

export interface KnownTotal {
  readonly datasetVersion: string
  readonly total: number
}

/**
 * Counts of the set that a page is a part of. Included records are on page 0, before `size` others.
 */
export interface PageCounts<Total = number> {
  /** Rows that match the filter. */
  readonly total: Total
  /** Included records that the caller may see, whether they match or not. */
  readonly included: number
  /** Matching rows that are not included; these are divided into pages. */
  readonly others: Total
}

export type PageRows<T, Total = number> = RecordSet<T> & PageCounts<Total>

/** Null if the rows were not counted. */
export type PerhapsTotal = number | null

/**
 * Decodes rows of `[total, shown, matched, ordinal, …record]`: the number of matching rows, of
 * included records, and of included records that match. An empty page is one row without a record.
 */
export const pageDecoder =
  <T, Total extends PerhapsTotal = number>(decode: Selection<T>['decode']) =>
  (rows: readonly Row[]): PageRows<T, Total> => {
    const [total, shown, matched] = rows[0]!
    // A statement that counts has a total.
    const read = (less: number) => (total === null ? null : Number(total) - less) as Total
    return {
      total: read(0),
      included: Number(shown),
      others: read(Number(matched)),
      ...decodeRecords(rows, 4, decode),
    }
  }

/**
 * One statement, so that rows and counts come from one snapshot. It finds the page by keys alone,
 * and reads columns and relations of the response only for the rows of the page.
 */
export const pageStatement = <T>(
  resource: ResourceView,
  request: PageRequest,
  clock: Clock,
  selection: Selection<T>,
): Statement<PageRows<T>> => pageOf({ ...request, counts: true }, resource, clock, selection)

/** Reads a page without counting; the total is null unless it is known or the page shows it. */
export const uncountedPageStatement = <T>(
  resource: ResourceView,
  request: PageRequest,
  clock: Clock,
  selection: Selection<T>,
): Statement<PageRows<T, PerhapsTotal>> =>
  pageOf({ ...request, counts: false }, resource, clock, selection)

interface Counting extends PageRequest {
  readonly counts: boolean
}

const pageOf = <T, Total extends PerhapsTotal>(
  request: Counting,
  resource: ResourceView,
  clock: Clock,
  { columns, from, primaryKey, decode }: Selection<T>,
): Statement<PageRows<T, Total>> => {
  if (request.offset === undefined) {
    const total = totalSql(resource, request, clock)
    return toStatement(
      sql`
      select ${total}, counted.shown, counted.matched, null as ordinal, ${datasetVersionSql(resource)}
      from ${includedCounts(resource, request, clock)} as counted`,
      pageDecoder<T, Total>(decode),
    )
  }
  const key = resource.entity.primaryKey
  const { matching, keys, total } = planOf(resource, request)(resource, request, clock)
  return toStatement(
    sql`
    with ${matching} page as materialized (
      select ${selectList(carriedKey('keys', key))}, row_number() over (order by ${keyOrder(request, sql`keys`)}) as ordinal
      from (${keys}) as keys
      ${includedSql(resource, request)}
    )
    select ${total} as total, counted.shown, counted.matched, page.ordinal, ${columns}
    from ${includedCounts(resource, request, clock)} as counted
    left join (page join ${from} on ${primaryKey} = ${carriedKey('page', key)}) on true
    order by page.ordinal`,
    pageDecoder<T, Total>(decode),
  )
}

/**
 * One row: the number of included records that are visible to the caller, and how many of them
 * match.
 */
const includedCounts = (
  resource: ResourceView,
  { criteria, includeIds }: PageRequest,
  clock: Clock,
): Sql => {
  if (includeIds.length === 0) return sql`(select 0 as shown, 0 as matched)`
  const { entity } = resource
  const scope = scopeOf(resource, createTables('n', resource))
  const conditions = and(predicates(criteria, scope, clock))
  const among = isOneOf(scope.primaryKey, includeIds, entity.primaryKey)
  return sql`(
    select count(*) as shown, count(*) filter (where ${conditions}) as matched
    from ${scope.from} where ${among})`
}

/** How the keys of a page and the total are found. */
interface PagePlan {
  /** Common table expressions before the page, each with its comma; or empty. */
  readonly matching: Sql
  readonly keys: Sql
  readonly total: Sql
}

type Planner = (resource: ResourceView, request: Counting, clock: Clock) => PagePlan

/**
 * A set of at most so many rows is read as a whole, which takes about 10 ms. The planner would read
 * an index of the order instead, because it expects the first matches soon, and reads all of it
 * where they are at its end: it knows how many rows match, but not where they are.
 */
const fewRows = 10_000

const planOf = (resource: ResourceView, request: Counting): Planner => {
  const { criteria, knownTotal, counts } = request
  // Every row of the order is wanted.
  const isWhole = criteria.length === 0 && !isRestricted(resource, resource.entity)
  if (isWhole || !counts) return inTwoPasses
  const fields = fieldCriteriaOf(criteria)
  const isCostlySet = fields.some((criterion) => isCostly(criterion, resource))
  const isFew = knownTotal !== undefined && knownTotal.total <= fewRows
  if (isFew && (!isCostlySet || criteria.some(isEquality))) return inOnePass
  if (isEarly(request)) return inTwoPasses
  if (fields.some(({ field }) => filterTargets(field).some(isAggregated))) return inOnePass
  if (evaluatesOnce(resource, criteria, isCostlySet)) return inOnePass
  return isCostlySet || knownTotal ? inTwoPasses : byTotal
}

const isEquality = (criterion: Criterion): boolean =>
  isFieldCriterion(criterion) && isEqualityOf(criterion.field)

const isEqualityOf = ({ operation, target }: FilterFieldModel): boolean =>
  target.type !== 'search' &&
  target.hops.length === 0 &&
  (operation === 'EQUAL' || operation === 'IN')

/**
 * Two passes evaluate a criterion that no index serves twice for each row, and join the relations
 * of row access twice. But a search that stands alone often matches many rows: its page is then the
 * beginning of an index, and materializing all matches costs more. With 100 000 employees, names
 * that contain `a` (81 000) took 43 ms in two passes and 62 ms in one; a filter of three criteria
 * (2 218 rows) took 25 ms and 19 ms.
 */
const evaluatesOnce = (
  { entity, rowAccess }: ResourceView,
  criteria: readonly Criterion[],
  isCostlySet: boolean,
): boolean => {
  const restriction = entity.guarded ? rowAccess.get(entity) : undefined
  if (typeof restriction === 'object' && restriction.targets.some(readsRelation)) return true
  return criteria.length > 1 && isCostlySet
}

const readsRelation = (target: Target): boolean =>
  target.type === 'collection' || target.hops.length > 0

/**
 * The total is known, so the page alone is read; and it is so early in the set that an index of the
 * order finds its rows soon.
 */
const isEarly = ({ knownTotal, offset = 0, limit }: PageRequest): boolean =>
  knownTotal !== undefined && (offset + limit) * 10 < knownTotal.total

/** A text is compared with every row, unless the relation leads to a small table. */
const isCostly = ({ field }: FieldCriterion, { lookups }: ResourceView): boolean =>
  filterTargets(field).some((target) => {
    if (target.type === 'collection' || fansOut(target)) return true
    return field.form === 'text' && !target.hops.some((hop) => lookups.has(hop.target))
  })

/** The statement itself compares the version, on the snapshot of the page. */
const unlessKnown = (resource: ResourceView, { knownTotal }: PageRequest, total: Sql): Sql =>
  knownTotal === undefined
    ? total
    : sql`case when ${datasetVersionSql(resource)} = ${knownTotal.datasetVersion}::text then ${knownTotal.total}::int8 else ${total} end`

/** Finds the matching rows once, then counts and orders them. */
const inOnePass: Planner = (resource, request, clock) => ({
  matching: matchingRows(resource, request, clock),
  keys: keysOfMatching(resource, request),
  total: sql`(select count(*) from matching)`,
})

const matchingRows = (
  resource: ResourceView,
  request: PageRequest,
  clock: Clock,
  ...further: readonly Sql[]
): Sql => {
  const scope = scopeOf(resource, createTables('t', resource))
  const conditions = [...predicates(request.criteria, scope, clock), ...further]
  return sql`matching as materialized (
      select ${namedKey(scope.primaryKey, resource.entity.primaryKey)}, ${selectedKeys(request, scope)}
      from ${scope.from} where ${and(conditions)}
    ),`
}

const keysOfMatching = ({ entity: { primaryKey } }: ResourceView, request: PageRequest): Sql => sql`
      select * from matching
      where ${notIncluded(request, carriedKey('matching', primaryKey), primaryKey)}
      order by ${keyOrder(request, sql`matching`)} ${window(request)}`

/**
 * Finds page and total separately: the page may be the beginning of an index. A page that is
 * neither full nor empty shows the total, so nothing is counted.
 */
const inTwoPasses: Planner = (resource, request, clock) => {
  const { limit, offset, includeIds } = request
  const total = totalSql(resource, request, clock)
  const seen = sql`(select count(*) from page)`
  return {
    matching: sql``,
    keys: orderedKeys(resource, request, clock),
    total:
      includeIds.length > 0
        ? total
        : sql`case when ${seen} between 1 and ${limit - 1} then ${offset} + ${seen} else ${total} end`,
  }
}

/** The first keys of the order, for which an index of the order may be read. */
const orderedKeys = (
  resource: ResourceView,
  request: PageRequest,
  clock: Clock,
  ...further: readonly Sql[]
): Sql => {
  const { entity } = resource
  const scope = scopeOf(resource, createTables('t', resource))
  const conditions = [
    ...predicates(request.criteria, scope, clock),
    notIncluded(request, scope.primaryKey, entity.primaryKey),
    ...further,
  ]
  const ordered = request.order.map((key) => sql`${keyExpression(key, scope)} ${direction(key)}`)
  return sql`
      select ${namedKey(scope.primaryKey, entity.primaryKey)}, ${selectedKeys(request, scope)}
      from ${scope.from} where ${and(conditions)}
      order by ${sql.join(ordered)} ${window(request)}`
}

/**
 * Counts first. The keys of few rows are collected and sorted, the first keys of many are read in
 * their order; the other branch is not executed.
 */
const byTotal: Planner = (resource, request, clock) => {
  const total = sql`(select counted_rows.total from counted_rows)`
  return {
    matching: sql`counted_rows as materialized (select ${countSql(resource, request.criteria, clock)} as total),
    ${matchingRows(resource, request, clock, sql`${total} <= ${fewRows}::int8`)}`,
    keys: sql`
      select * from (${keysOfMatching(resource, request)}) as few
      union all
      select * from (${orderedKeys(resource, request, clock, sql`${total} > ${fewRows}::int8`)}) as many`,
    total,
  }
}

const selectedKeys = ({ order }: PageRequest, scope: Scope): Sql =>
  sql.join(order.map((key, index) => sql`${keyExpression(key, scope)} as ${sql.id(`k${index}`)}`))

const keyOrder = ({ order }: PageRequest, from: Sql): Sql =>
  sql.join(order.map((key, index) => sql`${from}.${sql.id(`k${index}`)} ${direction(key)}`))

const window = ({ limit, offset }: PageRequest): Sql =>
  sql`limit ${limit}::int8 offset ${offset}::int8`

const notIncluded = ({ includeIds }: PageRequest, id: Sql, key: ColumnModel): Sql =>
  includeIds.length === 0 ? sql`true` : sql`not (${isOneOf(id, includeIds, key)})`

/**
 * Included records come before the rows of page 0, in the requested order: their ordinals are
 * negative.
 */
const includedSql = (resource: ResourceView, { includeIds, showIncluded }: PageRequest): Sql => {
  const { entity } = resource
  if (!showIncluded || includeIds.length === 0) return sql``
  const scope = scopeOf(resource, createTables('i', resource))
  const { primaryKey } = scope
  const place = placeIn(primaryKey, includeIds, entity.primaryKey)
  return sql`
    union all
    select ${selectList(primaryKey)}, ${place} - ${includeIds.length + 1}::int8
    from ${scope.from}
    where ${isOneOf(primaryKey, includeIds, entity.primaryKey)}`
}

const totalSql = (resource: ResourceView, request: Counting, clock: Clock): Sql =>
  unlessKnown(
    resource,
    request,
    request.counts ? countSql(resource, request.criteria, clock) : sql`null::int8`,
  )

const countSql = (resource: ResourceView, criteria: readonly Criterion[], clock: Clock): Sql => {
  const scope = scopeOf(resource, createTables('c', resource))
  const conditions = predicates(criteria, scope, clock)
  return sql`(select count(*) from ${scope.from} where ${and(conditions)})`
}

/**
 * The number of matching rows that PostgreSQL's planner expects: from statistics of the whole
 * table, whatever rows a caller may see.
 */
export const estimateStatement = (
  resource: ResourceView,
  criteria: readonly Criterion[],
  clock: Clock,
): Statement<number> => {
  const scope = scopeOf(resource, createTables('c', resource))
  const conditions = predicates(criteria, scope, clock)
  return toStatement(
    sql`explain (format json) select from ${scope.from} where ${and(conditions)}`,
    ([row]) => JSON.parse(row![0]!)[0].Plan['Plan Rows'],
  )
}
