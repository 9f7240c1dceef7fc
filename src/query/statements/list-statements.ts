/** The statements that read and count records in a sequence, not by the page. */
import type { Statement } from '../../foundation/execution/statement.js'
import type { SortKey } from '../../model/types/sort-key.js'
import type { Criterion } from '../filter/criteria.js'
import type { Clock } from '../filter/operations/meaning.js'
import { predicates } from '../filter/predicate.js'
import { direction, keyExpression } from '../rows/order.js'
import { printedColumn } from '../rows/response-fields.js'
import { type ResourceView, scopeOf } from '../rows/row-access.js'
import { decodeRecords, type RecordRow, recordColumns, recordDecoder } from '../rows/select.js'
import { createTables, type Scope } from '../rows/visible-rows.js'
import { datasetVersionSql } from '../sql/dataset-version.js'
import { and, isOneOf, type Sql, sql, toStatement } from '../sql/sql.js'
import { canonicalIdReader } from './lock-statements.js'

export interface ListRequest {
  readonly criteria: readonly Criterion[]
  /** Undefined for all matching records. */
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
  const scope = scopeOf(resource, createTables('r', resource))
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

/** The ids of matching records, in no order. */
export const idsStatement = (
  resource: ResourceView,
  request: ListRequest,
  clock: Clock,
): Statement<readonly string[]> => {
  const { primaryKey } = resource.entity
  const scope = scopeOf(resource, createTables('r', resource))
  const readId = canonicalIdReader(primaryKey)
  return toStatement(
    sql`
    select ${printedColumn(scope.primaryKey, primaryKey)} from ${scope.from}
    where ${listConditions(resource, request, scope, clock)} limit ${request.limit}::int8`,
    (rows) => rows.map(([id]) => readId(id!)),
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
  const scope = scopeOf(resource, createTables('c', resource))
  const conditions = listConditions(resource, request, scope, clock)
  return toStatement(
    sql`
    select count(*), ${datasetVersionSql(resource)} from (
      select 1 from ${scope.from} where ${conditions} limit ${request.limit}::int8
    ) as counted`,
    ([row]) => ({ count: Number(row![0]), datasetVersion: row![1] ?? null }),
  )
}
