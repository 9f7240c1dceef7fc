/** The statements that write. Columns and tables come from the model, values are parameters. */
import type { ColumnModel, EntityModel, ToManyModel } from '../model/entity-model.js'
import {
  arrayParameter,
  columnSql,
  listParameter,
  parameter,
  type Sql,
  type Statement,
  sql,
  tableSql,
  toStatement,
} from './sql.js'

/** A column and the parameter text to write; null writes NULL. */
export interface Assignment {
  readonly column: ColumnModel
  readonly value: string | null
}

const valueSql = ({ column, value }: Assignment): Sql =>
  value === null ? sql`null` : parameter(value, column)

/** Means: `insert into t (a, b) values ($1, $2) returning id` */
export const insertStatement = (
  { table, primaryKey }: EntityModel,
  assignments: readonly Assignment[],
): Statement => {
  const values =
    assignments.length === 0
      ? sql`default values`
      : sql`(${sql.join(assignments.map(({ column }) => sql.id(column.column)))}) values (${sql.join(assignments.map(valueSql))})`
  return toStatement(
    sql`insert into ${tableSql(table)} ${values} returning ${sql.id(primaryKey.column)}`,
  )
}

/** The record has one of these versions; without a version column it has none. Undefined: any will do. */
const hasVersion = ({ version }: EntityModel, versions: readonly string[] | undefined): Sql => {
  if (!versions) return sql`true`
  return version ? sql`${sql.id(version.column)} = ${listParameter(versions, version)}` : sql`false`
}

/** Means: `update t set a = $1, version = version + 1 where id = $2 and version = any($3) returning id` */
export const updateStatement = (
  entity: EntityModel,
  id: string,
  assignments: readonly Assignment[],
  versions?: readonly string[],
): Statement => {
  const { table, primaryKey, version, columns } = entity
  const sets = assignments.map((one) => sql`${sql.id(one.column.column)} = ${valueSql(one)}`)
  if (version) sets.push(sql`${sql.id(version.column)} = ${sql.id(version.column)} + 1`)
  for (const column of columns.values()) {
    if (column.touchedOnUpdate) sets.push(sql`${sql.id(column.column)} = now()`)
  }
  if (sets.length === 0) sets.push(sql`${sql.id(primaryKey.column)} = ${sql.id(primaryKey.column)}`)
  return toStatement(sql`
    update ${tableSql(table)} set ${sql.join(sets)}
    where ${sql.id(primaryKey.column)} = ${parameter(id, primaryKey)} and ${hasVersion(entity, versions)}
    returning ${sql.id(primaryKey.column)}`)
}

/** Locks records in the order of their keys, so that two batches never wait for each other. */
export const lockStatement = (
  { table, primaryKey }: EntityModel,
  ids: readonly string[],
): Statement =>
  toStatement(sql`
    select ${columnSql('t', primaryKey)} from ${tableSql(table)} as t
    where ${columnSql('t', primaryKey)} = ${listParameter(ids, primaryKey)}
    order by ${columnSql('t', primaryKey)} for update`)

/** Means: `delete from t where id = any($1) and version = any($2) returning id` */
export const deleteStatement = (
  entity: EntityModel,
  ids: readonly string[],
  versions?: readonly string[],
): Statement => {
  const { table, primaryKey } = entity
  return toStatement(sql`
    delete from ${tableSql(table)}
    where ${sql.id(primaryKey.column)} = ${listParameter(ids, primaryKey)} and ${hasVersion(entity, versions)}
    returning ${sql.id(primaryKey.column)}`)
}

/** Makes the linked ids of a many-to-many exactly these; links that stay are not touched. */
export const linkStatements = (
  { via, owner, target }: ToManyModel,
  id: string,
  ids: readonly string[],
): readonly Statement[] => {
  if (via.type !== 'joinTable') throw new Error('only a join table is linked')
  const table = tableSql(via.table)
  const mine = sql`${sql.id(via.from)} = ${parameter(id, owner.primaryKey)}`
  const wanted = listParameter(ids, target.primaryKey)
  return [
    toStatement(sql`delete from ${table} where ${mine} and not (${sql.id(via.to)} = ${wanted})`),
    ...(ids.length === 0
      ? []
      : [
          toStatement(sql`
            insert into ${table} (${sql.id(via.from)}, ${sql.id(via.to)})
            select ${parameter(id, owner.primaryKey)}, wanted.id
            from unnest(${arrayParameter(ids, target.primaryKey)}) as wanted(id)
            where not exists (select 1 from ${table} where ${mine} and ${sql.id(via.to)} = wanted.id)`),
        ]),
  ]
}
