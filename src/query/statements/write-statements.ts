/** The statements that write. Columns and tables come from the model, values are parameters. */

import { memoize } from '../../foundation/memoize.js'
import type { SqlText, Statement } from '../../foundation/statement.js'
import { canonicalText } from '../../model/kinds/kinds.js'
import { storedValuesReader } from '../../model/kinds/stored-value.js'
import {
  type ColumnModel,
  type EntityModel,
  type ToManyModel,
  tableColumns,
} from '../../model/types/entity-model.js'
import { printedColumn } from '../rows/response-fields.js'
import { isRestricted, type ResourceView } from '../rows/row-access.js'
import { createTables, Scope } from '../rows/visible-rows.js'
import {
  arrayParameter,
  columnSql,
  fixed,
  listParameter,
  parameter,
  type Sql,
  sql,
  tableSql,
  toSqlText,
  toStatement,
} from '../sql/sql.js'

/** A column and the parameter text to write; null for NULL. */
export interface Assignment {
  readonly column: ColumnModel
  readonly value: string | null
}

const valueSql = ({ column, value }: Assignment): Sql =>
  value === null ? sql`null` : parameter(value, column)

/** Returns the id of the new record. Means: `insert into t (a, b) values ($1, $2) returning id` */
export const insertStatement = (
  { table, primaryKey }: EntityModel,
  assignments: readonly Assignment[],
): Statement<string> => {
  const values =
    assignments.length === 0
      ? sql`default values`
      : sql`(${sql.join(assignments.map(({ column }) => sql.id(column.column)))}) values (${sql.join(assignments.map(valueSql))})`
  return toStatement(
    sql`insert into ${tableSql(table)} ${values} returning ${sql.id(primaryKey.column)}`,
    ([row]) => row![0]!,
  )
}

/** The record has one of these versions. Undefined: any version. */
const hasVersion = ({ version }: EntityModel, versions: readonly string[] | undefined): Sql => {
  if (!versions) return sql`true`
  return version ? sql`${sql.id(version.column)} = ${listParameter(versions, version)}` : sql`false`
}

/** The row exists and is visible to the caller. */
const isVisible = (resource: ResourceView, entity: EntityModel, id: Sql): Sql => {
  if (!isRestricted(resource, entity)) return sql`true`
  const scope = new Scope(entity, createTables('v', resource))
  return sql`${id} in (select ${scope.primaryKey} from ${scope.from})`
}

/**
 * Returns whether a record was updated. Means: `update t set a = $1, version = version + 1 where id
 * = $2 and version = any($3) returning id`
 */
export const updateStatement = (
  resource: ResourceView,
  id: string,
  assignments: readonly Assignment[],
  versions?: readonly string[],
): Statement<boolean> => {
  const { entity } = resource
  const { table, primaryKey, version, columns } = entity
  const key = sql.id(primaryKey.column)
  const sets = assignments.map(
    (assignment) => sql`${sql.id(assignment.column.column)} = ${valueSql(assignment)}`,
  )
  if (version) sets.push(sql`${sql.id(version.column)} = ${sql.id(version.column)} + 1`)
  for (const column of columns.values()) {
    if (column.touchedOnUpdate) sets.push(sql`${sql.id(column.column)} = now()`)
  }
  if (sets.length === 0) sets.push(sql`${key} = ${key}`)
  return toStatement(
    sql`
    update ${tableSql(table)} set ${sql.join(sets)}
    where ${key} = ${parameter(id, primaryKey)} and ${hasVersion(entity, versions)}
      and ${isVisible(resource, resource.entity, key)}
    returning ${key}`,
    (rows) => rows.length > 0,
  )
}

/**
 * A delete takes the stronger lock: during an update that keeps the key, others may refer to the
 * row.
 */
export type LockStrength = 'no key update' | 'update'

/** The columns of a locked row, by field. The field of a to-one relation holds its key. */
export type LockedRecord = Readonly<Record<string, unknown>>

/**
 * Locks records in the order of their keys, so that two batches never wait for each other. Returns
 * them by id, as they are after the lock was granted.
 */
export const lockStatement = (
  resource: ResourceView,
  ids: readonly string[],
  strength: LockStrength,
): Statement<ReadonlyMap<string, LockedRecord>> => {
  const { table, primaryKey } = resource.entity
  const key = columnSql('t', primaryKey)
  const { columns, read } = lockedColumns(resource.entity)
  return toStatement(
    sql`
    select ${key}, ${columns} from ${tableSql(table)} as t
    where ${key} = ${listParameter(ids, primaryKey)} and ${isVisible(resource, resource.entity, key)}
    order by ${key} for ${sql.raw(strength)} of t`,
    (rows) => new Map(rows.map((row) => [canonicalText(primaryKey, row[0]!), read(row, 1)])),
  )
}

const lockedColumns = memoize((entity: EntityModel) => {
  const columns = tableColumns(entity)
  const printed = columns.map((column) => printedColumn(columnSql('t', column), column))
  return { columns: fixed(sql.join(printed)), read: storedValuesReader(columns) }
})

/** The ids whose rows are visible to the caller. */
export const visibleIdsStatement = (
  resource: ResourceView,
  ids: readonly string[],
): Statement<ReadonlySet<string>> => {
  const { entity } = resource
  const scope = new Scope(entity, createTables('t', resource))
  const { primaryKey } = scope
  const among = listParameter(ids, entity.primaryKey)
  return toStatement(
    sql`select ${primaryKey} from ${scope.from} where ${primaryKey} = ${among}`,
    (rows) => new Set(rows.map(([id]) => canonicalText(entity.primaryKey, id!))),
  )
}

/** For each target, the number of its ids whose rows are visible to the caller. */
export const referencesStatement = (
  resource: ResourceView,
  references: readonly { readonly target: EntityModel; readonly ids: readonly string[] }[],
): Statement<readonly number[]> => {
  const tables = createTables('t', resource)
  const counts = references.map(({ target, ids }) => {
    const scope = new Scope(target, tables)
    const among = listParameter(ids, target.primaryKey)
    return sql`(select count(*) from ${scope.from} where ${scope.primaryKey} = ${among})`
  })
  return toStatement(sql`select ${sql.join(counts)}`, ([row]) => row!.map(Number))
}

/**
 * Returns the number of deleted records.
 *
 * Means: `delete from t where id = any($1) and version = any($2) returning id`
 */
export const deleteStatement = (
  resource: ResourceView,
  ids: readonly string[],
  versions?: readonly string[],
): Statement<number> => {
  const { entity } = resource
  const { table, primaryKey } = entity
  const key = sql.id(primaryKey.column)
  return toStatement(
    sql`
    delete from ${tableSql(table)}
    where ${key} = ${listParameter(ids, primaryKey)} and ${hasVersion(entity, versions)}
      and ${isVisible(resource, resource.entity, key)}
    returning ${key}`,
    (rows) => rows.length,
  )
}

/**
 * Makes the linked ids of a many-to-many exactly these. Links that stay, and links to rows that are
 * invisible to the caller, are not touched.
 */
export const linkStatements = (
  resource: ResourceView,
  { via, owner, target }: ToManyModel,
  id: string,
  ids: readonly string[],
): readonly SqlText[] => {
  if (via.type !== 'joinTable') throw new Error('only a join table is linked')
  const table = tableSql(via.table)
  const mine = sql`${sql.id(via.from)} = ${parameter(id, owner.primaryKey)}`
  const to = sql.id(via.to)
  const wanted = listParameter(ids, target.primaryKey)
  return [
    toSqlText(sql`
      delete from ${table}
      where ${mine} and not (${to} = ${wanted}) and ${isVisible(resource, target, to)}`),
    ...(ids.length === 0
      ? []
      : [
          toSqlText(sql`
            insert into ${table} (${sql.id(via.from)}, ${sql.id(via.to)})
            select ${parameter(id, owner.primaryKey)}, wanted.id
            from unnest(${arrayParameter(ids, target.primaryKey)}) as wanted(id)
            where not exists (select 1 from ${table} where ${mine} and ${to} = wanted.id)`),
        ]),
  ]
}
