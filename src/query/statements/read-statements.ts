/** The statements that read records. */

import { memoize } from '../../foundation/memoize.js'
import type { Row, Statement } from '../../foundation/statement.js'
import { idTexts, partTypes } from '../../model/kinds/composite-id.js'
import { canonicalText } from '../../model/kinds/kinds.js'
import type { ColumnModel } from '../../model/types/entity-model.js'
import { fansOut } from '../../model/types/path.js'
import type { SortKey } from '../../model/types/resource-model.js'
import type { Clock } from '../filter/operations/meaning.js'
import { predicates } from '../filter/predicate.js'
import type { Criterion } from '../filter/read-filter.js'
import { direction, keyExpression } from '../rows/order.js'
import type { ResourceView } from '../rows/row-access.js'
import {
  decodeRecords,
  type PrintedRow,
  type RecordHead,
  type RecordRow,
  type RecordSet,
  recordColumns,
  recordDecoder,
  type Selection,
  selectionOf,
} from '../rows/select.js'
import { createTables, Scope } from '../rows/visible-rows.js'
import { datasetVersionSql } from '../sql/dataset-version.js'
import {
  and,
  carriedKey,
  insertedKey,
  isOneOf,
  namedKey,
  placeIn,
  prepared,
  required,
  rowParameter,
  type Sql,
  selectList,
  sql,
  toStatement,
} from '../sql/sql.js'

export interface PageRequest {
  readonly criteria: readonly Criterion[]
  readonly order: readonly SortKey[]
  readonly limit: number
  /** Undefined: only the total is read, no rows. */
  readonly offset: number | undefined
  /** Ids of records that come first on page 0 and are left out of the other rows on every page. */
  readonly includeIds: readonly string[]
  /** True on page 0. */
  readonly showIncluded: boolean
  /** A total that was counted before; it is used while its dataset version is current. */
  readonly known: KnownTotal | undefined
}

export interface KnownTotal {
  readonly datasetVersion: string
  readonly total: number
}

/**
 * Counts of the set that a page is a part of. Included records are on page 0, before `size` others.
 */
export interface PageCounts {
  /** Rows that match the filter. */
  readonly total: number
  /** Included records that the caller may see, whether they match or not. */
  readonly included: number
  /** Matching rows that are not included; these are divided into pages. */
  readonly others: number
}

export type PageRows<T> = RecordSet<T> & PageCounts

/**
 * Decodes rows of `[total, shown, matched, ordinal, …record]`: the number of matching rows, of
 * included records, and of included records that match. An empty page is one row without a record.
 */
export const pageDecoder =
  <T>(decode: Selection<T>['decode']) =>
  (rows: readonly Row[]): PageRows<T> => {
    const [total, shown, matched] = rows[0]!
    return {
      total: Number(total),
      included: Number(shown),
      others: Number(total) - Number(matched),
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
  { columns, from, primaryKey, decode }: Selection<T>,
): Statement<PageRows<T>> => {
  if (request.offset === undefined) {
    const total = unlessKnown(resource, request, countSql(resource, request.criteria, clock))
    return toStatement(
      sql`
      select ${total}, counted.shown, counted.matched, null as ordinal, ${datasetVersionSql(resource)}
      from ${includedCounts(resource, request, clock)} as counted`,
      pageDecoder(decode),
    )
  }
  const key = resource.entity.primaryKey
  const plan = evaluatesOnce(resource, request) ? inOnePass : inTwoPasses
  const { matching, keys, total } = plan(resource, request, clock)
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
    pageDecoder(decode),
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
  const scope = new Scope(entity, createTables('n', resource))
  const conditions = and(predicates(criteria, scope, clock))
  const among = isOneOf(scope.primaryKey, includeIds, entity.primaryKey)
  return sql`(
    select count(*) as shown, count(*) filter (where ${conditions}) as matched
    from ${scope.from} where ${among})`
}

/** How the keys of a page and the total are found. */
interface PagePlan {
  /** A common table expression before the page, with its comma; or empty. */
  readonly matching: Sql
  readonly keys: Sql
  readonly total: Sql
}

/**
 * Two passes evaluate a criterion that no index serves twice for each row, and join the relations
 * of row access twice. But a search that stands alone often matches many rows: its page is then the
 * beginning of an index, and materializing all matches costs more. With 100 000 employees, names
 * that contain `a` (81 000) took 43 ms in two passes and 62 ms in one; a filter of three criteria
 * (2 218 rows) took 25 ms and 19 ms.
 */
const evaluatesOnce = (resource: ResourceView, request: PageRequest): boolean => {
  if (isEarly(request)) return false
  const { criteria } = request
  const { entity, rowAccess } = resource
  const restriction = entity.guarded ? rowAccess.get(entity) : undefined
  if (typeof restriction === 'object' && restriction.readsRelations) return true
  return criteria.length > 1 && criteria.some((criterion) => isCostly(criterion, resource))
}

/**
 * The total is known, so the page alone is read; and it is so early in the set that an index of the
 * order finds its rows soon.
 */
const isEarly = ({ known, offset = 0, limit }: PageRequest): boolean =>
  known !== undefined && (offset + limit) * 10 < known.total

/** A text is compared with every row, unless the relation leads to a small table. */
const isCostly = ({ field: { form, target } }: Criterion, { lookups }: ResourceView): boolean => {
  if (target.type === 'collection' || fansOut(target)) return true
  return form === 'text' && !target.hops.some((hop) => lookups.has(hop.target))
}

/** The statement itself compares the version, on the snapshot of the page. */
const unlessKnown = (resource: ResourceView, { known }: PageRequest, total: Sql): Sql =>
  known === undefined
    ? total
    : sql`case when ${datasetVersionSql(resource)} = ${known.datasetVersion}::text then ${known.total}::int8 else ${total} end`

/** Finds the matching rows once, then counts and orders them. */
const inOnePass = (resource: ResourceView, request: PageRequest, clock: Clock): PagePlan => {
  const scope = new Scope(resource.entity, createTables('t', resource))
  const conditions = predicates(request.criteria, scope, clock)
  const { primaryKey } = resource.entity
  return {
    matching: sql`matching as materialized (
      select ${namedKey(scope.primaryKey, primaryKey)}, ${selectedKeys(request, scope)}
      from ${scope.from} where ${and(conditions)}
    ),`,
    keys: sql`
      select * from matching
      where ${notIncluded(request, carriedKey('matching', primaryKey), primaryKey)}
      order by ${keyOrder(request, sql`matching`)} ${window(request)}`,
    total: sql`(select count(*) from matching)`,
  }
}

/**
 * Finds page and total separately: the page may be the beginning of an index. A page that is
 * neither full nor empty shows the total, so nothing is counted.
 */
const inTwoPasses = (resource: ResourceView, request: PageRequest, clock: Clock): PagePlan => {
  const scope = new Scope(resource.entity, createTables('t', resource))
  const { order, limit, offset, includeIds } = request
  const { primaryKey } = resource.entity
  const conditions = [
    ...predicates(request.criteria, scope, clock),
    notIncluded(request, scope.primaryKey, primaryKey),
  ]
  const ordered = order.map((key) => sql`${keyExpression(key, scope)} ${direction(key)}`)
  const total = unlessKnown(resource, request, countSql(resource, request.criteria, clock))
  const seen = sql`(select count(*) from page)`
  return {
    matching: sql``,
    keys: sql`
      select ${namedKey(scope.primaryKey, primaryKey)}, ${selectedKeys(request, scope)}
      from ${scope.from} where ${and(conditions)}
      order by ${sql.join(ordered)} ${window(request)}`,
    total:
      includeIds.length > 0
        ? total
        : sql`case when ${seen} between 1 and ${limit - 1} then ${offset} + ${seen} else ${total} end`,
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
  const scope = new Scope(entity, createTables('i', resource))
  const { primaryKey } = scope
  const place = placeIn(primaryKey, includeIds, entity.primaryKey)
  return sql`
    union all
    select ${selectList(primaryKey)}, ${place} - ${includeIds.length + 1}::int8
    from ${scope.from}
    where ${isOneOf(primaryKey, includeIds, entity.primaryKey)}`
}

const countSql = (resource: ResourceView, criteria: readonly Criterion[], clock: Clock): Sql => {
  const scope = new Scope(resource.entity, createTables('c', resource))
  const conditions = predicates(criteria, scope, clock)
  return sql`(select count(*) from ${scope.from} where ${and(conditions)})`
}

/**
 * Returns the record, or undefined. Statements that read by id have a name, so that PostgreSQL
 * plans their joins once: planning took most of their time (without it, throughput is five times as
 * high).
 */
export const recordStatement = (
  resource: ResourceView,
  id: string,
): Statement<RecordRow | undefined> => bindId(unboundRecordStatement(resource), resource, id)

/**
 * The head of the record, or undefined. It reads no relation, so it costs the database less than
 * half of what the record does.
 */
export const recordHeadStatement = (
  resource: ResourceView,
  id: string,
): Statement<RecordHead | undefined> => recordStatement(withoutFields(resource), id)

const withoutFields = memoize(
  (resource: ResourceView): ResourceView => ({ ...resource, response: new Map() }),
)

const bindId = <Result>(
  { values, ...statement }: Statement<Result>,
  { entity }: ResourceView,
  id: string,
): Statement<Result> => {
  const texts = idTexts(entity.primaryKey, id)
  const bind = (value: unknown) => (value instanceof IdSlot ? texts[value.part]! : value)
  return { values: values.map(bind), ...statement }
}

/**
 * Returns a record that was written in this transaction; fails if it is not visible to the caller.
 * Undefined: the record that was inserted last.
 */
export const writtenRecordStatement = (
  resource: ResourceView,
  id: string | undefined,
): Statement<RecordRow> => {
  if (id === undefined) return insertedRecordStatement(resource)
  return bindId(unboundWrittenStatement(resource), resource, id)
}

const insertedRecordStatement = memoize((resource: ResourceView) =>
  writtenRecord(resource, insertedKey(resource.entity.primaryKey)),
)

const unboundWrittenStatement = memoize((resource: ResourceView) =>
  writtenRecord(resource, idSlots(resource)),
)

const writtenRecord = (resource: ResourceView, id: Sql): Statement<RecordRow> => {
  const { columns, decode, fromOrNulls, primaryKey } = selectionOf(resource)
  return prepared(
    toStatement(
      sql`select ${columns}, ${required(sql`${primaryKey} is not null`)} from ${fromOrNulls(sql`${primaryKey} = ${id}`)}`,
      ([row]) => decode(row!, 0)!,
    ),
  )
}

/** Returns the records in the order of the ids; ids that are not found are left out. */
export const recordsStatement = <T extends PrintedRow>(
  { entity }: ResourceView,
  ids: readonly string[],
  { columns, decode, fromOrNulls, primaryKey }: Selection<T>,
): Statement<RecordSet<T>> => {
  const among = isOneOf(primaryKey, [...new Set(ids)], entity.primaryKey)
  const statement = toStatement(sql`select ${columns} from ${fromOrNulls(among)}`, (rows) => {
    const { rows: records, datasetVersion } = decodeRecords(rows, 0, decode)
    const byId = new Map(
      records.map((record) => [canonicalText(entity.primaryKey, record.id), record]),
    )
    const inOrder = ids.map((id) => byId.get(id)).filter((record) => record !== undefined)
    return { rows: inOrder, datasetVersion }
  })
  return prepared(statement)
}

/** Only the id varies, so the text is made once. */
const unboundRecordStatement = memoize(
  (resource: ResourceView): Statement<RecordRow | undefined> => {
    const { columns, decode, fromOrNulls, primaryKey } = selectionOf(resource)
    const statement = toStatement(
      sql`select ${columns} from ${fromOrNulls(sql`${primaryKey} = ${idSlots(resource)}`)}`,
      ([row]) => (row ? decode(row, 0) : undefined),
    )
    return prepared(statement)
  },
)

/** Placeholder for a part of the id among the values. */
class IdSlot {
  constructor(readonly part: number) {}
}

const idSlots = ({ entity: { primaryKey } }: ResourceView): Sql =>
  rowParameter(
    partTypes(primaryKey).map((_, part) => new IdSlot(part)),
    primaryKey,
  )

/** Records that are read in a sequence, not by the page. */
export interface ListRequest {
  readonly criteria: readonly Criterion[]
  /** Undefined: all matching records. */
  readonly ids: readonly string[] | undefined
  /** Maximum number of rows. */
  readonly limit: number
}

const listConditions = (
  { entity }: ResourceView,
  { criteria, ids }: ListRequest,
  scope: Scope,
  clock: Clock,
): Sql =>
  and([
    ...predicates(criteria, scope, clock),
    ...(ids ? [isOneOf(scope.primaryKey, ids, entity.primaryKey)] : []),
  ])

export const listStatement = (
  resource: ResourceView,
  request: ListRequest,
  order: readonly SortKey[],
  clock: Clock,
): Statement<readonly RecordRow[]> => {
  const scope = new Scope(resource.entity, createTables('r', resource))
  const columns = recordColumns(resource, scope)
  const conditions = listConditions(resource, request, scope, clock)
  const keys = order.map((key) => sql`${keyExpression(key, scope)} ${direction(key)}`)
  const decode = recordDecoder(resource)
  return toStatement(
    sql`
    select ${columns} from ${scope.from} where ${conditions}
    order by ${sql.join(keys)} limit ${request.limit}::int8`,
    (rows) => decodeRecords(rows, 0, decode).rows,
  )
}

export interface BoundedCount {
  readonly count: number
  readonly datasetVersion: string | null
}

/** Counts records, no further than the limit. */
export const boundedCountStatement = (
  resource: ResourceView,
  request: ListRequest,
  clock: Clock,
): Statement<BoundedCount> => {
  const scope = new Scope(resource.entity, createTables('c', resource))
  const conditions = listConditions(resource, request, scope, clock)
  return toStatement(
    sql`
    select count(*), ${datasetVersionSql(resource)} from (
      select 1 from ${scope.from} where ${conditions} limit ${request.limit}::int8
    ) as counted`,
    ([row]) => ({ count: Number(row![0]), datasetVersion: row![1] ?? null }),
  )
}
