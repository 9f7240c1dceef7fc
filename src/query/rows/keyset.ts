/**
 * Keyset paging: finds the rows after or before a position in an order without reading the rows
 * between. Measured on a million rows: an OR of conditions took 576 ms at depth 900 000, a row
 * constructor 1.1 ms; with nullable keys an OR took 482 ms, one branch for each prefix of the keys
 * 0.13 ms.
 */
import type { Row, Statement } from '../../foundation/execution/statement.js'
import type { SqlType } from '../../model/kinds/kind-definition.js'
import { isNullable } from '../../model/types/path.js'
import type { SortKey } from '../../model/types/sort-key.js'
import type { Criterion } from '../filter/criteria.js'
import type { Clock } from '../filter/operations/meaning.js'
import { predicates } from '../filter/predicate.js'
import { datasetVersionSql } from '../sql/dataset-version.js'
import { preparingFirst } from '../sql/prepared.js'
import { and, carriedKey, namedKey, parameter, type Sql, sql, toStatement } from '../sql/sql.js'
import { keyExpression } from './order.js'
import { isRestricted, type ResourceView, scopeOf } from './row-access.js'
import { decodeRecords, type RecordRow, type RecordSet, type Selection } from './select.js'
import { createTables, type Scope } from './visible-rows.js'

/** A position in an order: the sort values of a row, as the database printed them. */
export interface Position {
  readonly values: readonly (string | null)[]
  /** The row with these values itself counts as after the position. */
  readonly inclusive: boolean
}

export interface KeysetRequest {
  readonly criteria: readonly Criterion[]
  readonly order: readonly SortKey[]
  /** Undefined at the start of the order. */
  readonly position: Position | undefined
  /** Reads against the order, nearest rows first. */
  readonly backward: boolean
  readonly limit: number
}

/** A record with its position. */
export interface KeysetRow {
  readonly record: RecordRow
  readonly values: Position['values']
}

const preparePage = preparingFirst(100)

export const keysetStatement = (
  resource: ResourceView,
  request: KeysetRequest,
  clock: Clock,
  { columns, from, primaryKey, decode }: Selection<RecordRow>,
): Statement<RecordSet<KeysetRow>> => {
  const names = request.order.map((_, index) => sql.id(`k${index}`))
  const orderOf = (rows: Sql): Sql =>
    sql.join(
      request.order.map(
        (key, index) => sql`${rows}.${names[index]!} ${way(key, request.backward)}`,
      ),
    )
  const branches = branchesOf(request).map((branch) => branchSql(resource, request, branch, clock))
  const keys = names.map((name) => sql`page.${name}`)
  const pageKey = carriedKey('page', resource.entity.primaryKey)
  const decodeRow = (row: Row, start: number): KeysetRow | undefined => {
    const record = decode(row, start)
    return record && { record, values: row.slice(0, start) }
  }
  const statement = toStatement(
    sql`
    with page as materialized (
      select keys.* from (${sql.join(branches, sql` union all `)}) as keys
      order by ${orderOf(sql`keys`)}
      limit ${request.limit}::int8
    )
    select ${sql.join(keys)}, ${columns}
    from (select) as one
    left join (page join ${from} on ${primaryKey} = ${pageKey}) on true
    order by ${orderOf(sql`page`)}`,
    (rows) => decodeRecords(rows, keys.length, decodeRow),
  )
  return hasOnePlan(resource, request) ? preparePage(statement) : statement
}

/**
 * No value decides about the plan: the page is the rows along the index of the order, or the first
 * of a sort. Planning takes longer than reading them.
 */
const hasOnePlan = (resource: ResourceView, { criteria, order }: KeysetRequest): boolean =>
  criteria.length === 0 &&
  order.length <= 2 &&
  !isRestricted(resource, resource.entity) &&
  resource.entity.tenant === undefined

/**
 * At least the limit, as a constant: of a parameter, the plan of a prepared statement expects a
 * tenth of the table. The statement itself has the limit, so few statements serve all sizes.
 */
const limitOfPlan = (limit: number): Sql => sql.lit(2 ** Math.max(5, Math.ceil(Math.log2(limit))))

type Condition = (scope: Scope) => Sql
/** Conditions of one branch of the UNION. No row is in two branches of a position. */
type Branch = readonly Condition[]

const branchSql = (
  resource: ResourceView,
  request: KeysetRequest,
  branch: Branch,
  clock: Clock,
): Sql => {
  const { criteria, order, backward, limit } = request
  const scope = scopeOf(resource, createTables('t', resource))
  const keys = order.map((key) => keyExpression(key, scope))
  const atMost = hasOnePlan(resource, request) ? limitOfPlan(limit) : sql`${limit}::int8`
  const conditions = [
    ...predicates(criteria, scope, clock),
    ...branch.map((condition) => condition(scope)),
  ]
  const selected = keys.map((key, index) => sql`${key} as ${sql.id(`k${index}`)}`)
  const ordered = order.map((key, index) => sql`${keys[index]!} ${way(key, backward)}`)
  return sql`(
    select ${namedKey(scope.primaryKey, resource.entity.primaryKey)}, ${sql.join(selected)}
    from ${scope.from}
    where ${and(conditions)}
    order by ${sql.join(ordered)}
    limit ${atMost})`
}

const branchesOf = ({ order, position, backward }: KeysetRequest): readonly Branch[] => {
  if (!position) return [[]]
  if (isUniform(order)) return [[rowComparison(order, position, backward)]]
  return order.flatMap((key, index) => {
    const equal = order.slice(0, index).map((prefix, at) => equals(prefix, position.values[at]!))
    const isLast = index === order.length - 1
    const beyond = beyondOf(key, position.values[index]!, backward, isLast && position.inclusive)
    return beyond.map((condition) => [...equal, condition])
  })
}

const nullable = ({ target }: SortKey): boolean => target.type === 'column' && isNullable(target)
const typeOf = ({ target }: SortKey): SqlType =>
  target.type === 'column' ? target.column : typesOfNumbers[target.type]
const typesOfNumbers = {
  collection: { kind: 'integer' },
  rank: { kind: 'float', databaseType: 'real' },
} as const satisfies Record<string, SqlType>
const positionValue = (key: SortKey, value: string): Sql => parameter(value, typeOf(key))

/**
 * No key is nullable and all have one direction: PostgreSQL can compare them as one row, along an
 * index.
 */
const isUniform = (order: readonly SortKey[]): boolean =>
  order.every((key) => !nullable(key) && key.direction === order[0]!.direction)

/** The comparison that holds for rows after the position, or before it when reading backward. */
const operator = (key: SortKey, backward: boolean, inclusive: boolean): Sql =>
  sql.raw(`${(key.direction === 'asc') === backward ? '<' : '>'}${inclusive ? '=' : ''}`)

/** Means: `(salary, id) > ($1, $2)` */
const rowComparison =
  (order: readonly SortKey[], position: Position, backward: boolean): Condition =>
  (scope) => {
    const keys = order.map((key) => keyExpression(key, scope))
    const values = order.map((key, index) => positionValue(key, position.values[index]!))
    const compare = operator(order[0]!, backward, position.inclusive)
    return sql`(${sql.join(keys)}) ${compare} (${sql.join(values)})`
  }

const equals =
  (key: SortKey, value: string | null): Condition =>
  (scope) =>
    value === null
      ? sql`${keyExpression(key, scope)} is null`
      : sql`${keyExpression(key, scope)} = ${positionValue(key, value)}`

/** Nulls are last: no value comes after null, and every value comes before it. */
const beyondOf = (
  key: SortKey,
  value: string | null,
  backward: boolean,
  inclusive: boolean,
): readonly Condition[] => {
  const isNull: Condition = (scope) => sql`${keyExpression(key, scope)} is null`
  const isNotNull: Condition = (scope) => sql`${keyExpression(key, scope)} is not null`
  if (value === null) return backward ? [isNotNull] : []
  const compare: Condition = (scope) =>
    sql`${keyExpression(key, scope)} ${operator(key, backward, inclusive)} ${positionValue(key, value)}`
  return nullable(key) && !backward ? [compare, isNull] : [compare]
}

/** Reading backward reverses the order, so nulls come first. Written only for nullable keys. */
const way = (key: SortKey, backward: boolean): Sql => {
  const ascending = (key.direction === 'asc') !== backward
  const nulls = nullable(key) ? ` nulls ${backward ? 'first' : 'last'}` : ''
  return sql.raw(`${ascending ? 'asc' : 'desc'}${nulls}`)
}

/** The position of a record in a filtered, sorted set. */
export interface Located {
  /** Number of rows before it. */
  readonly position: number
  readonly datasetVersion: string | null
}

/** Counts the rows before a record and fetches none. Undefined: the record is not in the set. */
export const locateStatement = (
  resource: ResourceView,
  criteria: readonly Criterion[],
  order: readonly SortKey[],
  id: string,
  clock: Clock,
): Statement<Located | undefined> => {
  const { entity } = resource
  const tables = createTables('t', resource)
  const record = scopeOf(resource, tables)
  const recordKeys = order.map(
    (key, index) => sql`${keyExpression(key, record)} as ${sql.id(`k${index}`)}`,
  )
  const found = and([
    ...predicates(criteria, record, clock),
    sql`${record.primaryKey} = ${parameter(id, entity.primaryKey)}`,
  ])
  const rows = scopeOf(resource, tables)
  const before = and([...predicates(criteria, rows, clock), isBefore(order, rows)])
  return toStatement(
    sql`
    with sought as materialized (select ${sql.join(recordKeys)} from ${record.from} where ${found})
    select (select count(*) from ${rows.from}, sought where ${before}), ${datasetVersionSql(resource)}
    from sought`,
    ([row]) => row && { position: Number(row[0]), datasetVersion: row[1] ?? null },
  )
}

const recordKey = (index: number): Sql => sql.id('sought', `k${index}`)

/** The row comes before the located record. */
const isBefore = (order: readonly SortKey[], scope: Scope): Sql => {
  const keys = order.map((key) => keyExpression(key, scope))
  const less = operator(order[0]!, true, false)
  if (isUniform(order)) {
    return sql`(${sql.join(keys)}) ${less} (${sql.join(keys.map((_, index) => recordKey(index)))})`
  }
  return order.reduceRight((rest, key, index) => {
    const value = recordKey(index)
    const smaller = sql`${keys[index]!} ${operator(key, true, false)} ${value}`
    if (!nullable(key)) return sql`(${smaller} or (${keys[index]!} = ${value} and ${rest}))`
    const valueIsFirst = sql`(${value} is null and ${keys[index]!} is not null)`
    return sql`(${smaller} or ${valueIsFirst} or (${keys[index]!} is not distinct from ${value} and ${rest}))`
  }, sql`false` as Sql)
}
