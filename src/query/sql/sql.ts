/** SQL of tables, columns and typed values of the model. */

import type { SqlType } from '../../model/kinds/kind-definition.js'
import { castOf } from '../../model/kinds/kinds.js'
import type { ColumnModel, TableName } from '../../model/types/entity-model.js'
import { type Sql, sql, toSqlText } from './fragment.js'

export { type Sql, sql, toSqlText, toStatement } from './fragment.js'

/** Compiles a fragment without parameters once, so that statements reuse its text. */
export const fixed = (fragment: Sql): Sql => {
  const { text, values } = toSqlText(fragment)
  if (values.length > 0) throw new Error('fixed SQL takes no parameters')
  return sql.raw(text)
}

/** Compiles a fragment once if it has no parameters; otherwise returns it unchanged. */
export const settled = (fragment: Sql): Sql => {
  const { text, values } = toSqlText(fragment)
  return values.length === 0 ? sql.raw(text) : fragment
}

export const tableSql = ({ schema, name }: TableName): Sql =>
  schema === undefined ? sql.id(name) : sql.id(schema, name)

export const columnSql = (alias: string, column: ColumnModel): Sql => sql.id(alias, column.column)

/** An instant as a UTC timestamp: it prints the same whatever the time zone of the session. */
export const inUtc = (instant: Sql): Sql => sql`${instant} at time zone 'UTC'`

/** A value of a column's type: `$1::int8`. An enum gets no cast: the type of its column decides. */
export const parameter = (value: string, type: SqlType): Sql => {
  const cast = castOf(type)
  return cast === undefined ? sql`${value}` : sql`${value}::${sql.raw(cast)}`
}

/** A list as one parameter, `$1::int8[]`: its length does not change the statement. */
export const arrayParameter = (values: readonly string[], type: SqlType): Sql => {
  const cast = castOf(type)
  return cast === undefined ? sql`${values}` : sql`${values}::${sql.raw(`${cast}[]`)}`
}

/** `any($1::int8[])` */
export const listParameter = (values: readonly string[], type: SqlType): Sql =>
  sql`any(${arrayParameter(values, type)})`

export const and = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
