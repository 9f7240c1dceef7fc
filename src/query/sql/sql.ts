/** SQL of tables, columns and typed values of the model. */

import { castOf, type SqlType } from '../../model/kinds/kinds.js'
import type { ColumnModel, TableName } from '../../model/types/entity-model.js'
import { type Sql, sql, toSqlText } from './fragment.js'

export { type Sql, sql, toSqlText, toStatement } from './fragment.js'

/** The text of SQL without parameters, to be made once and used as it is. */
export const fixed = (fragment: Sql): Sql => {
  const { text, values } = toSqlText(fragment)
  if (values.length > 0) throw new Error('fixed SQL takes no parameters')
  return sql.raw(text)
}

/** Made once where it has no parameters; else as it is, to be made with each statement. */
export const settled = (fragment: Sql): Sql => {
  const { text, values } = toSqlText(fragment)
  return values.length === 0 ? sql.raw(text) : fragment
}

export const tableSql = ({ schema, name }: TableName): Sql =>
  schema === undefined ? sql.id(name) : sql.id(schema, name)

export const columnSql = (alias: string, column: ColumnModel): Sql => sql.id(alias, column.column)

/** An instant without its zone: it prints the same whatever time zone the connection has. */
export const inUtc = (instant: Sql): Sql => sql`${instant} at time zone 'UTC'`

/** A value of a column's type: `$1::int8`. Enums are left to the column's own type. */
export const parameter = (value: string, type: SqlType): Sql => {
  const cast = castOf(type)
  return cast === undefined ? sql`${value}` : sql`${value}::${sql.raw(cast)}`
}

/** A list as one parameter, so that its length does not change the statement: `$1::int8[]`. */
export const arrayParameter = (values: readonly string[], type: SqlType): Sql => {
  const cast = castOf(type)
  return cast === undefined ? sql`${values}` : sql`${values}::${sql.raw(`${cast}[]`)}`
}

/** `any($1::int8[])` */
export const listParameter = (values: readonly string[], type: SqlType): Sql =>
  sql`any(${arrayParameter(values, type)})`

export const and = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
