/**
 * SQL as text with holes. A value in a hole becomes a parameter, a fragment becomes part of the
 * text. `sql.id` quotes identifiers. Only `sql.raw` inserts text unchanged: call it with constants
 * only, never with anything from a request. Below: fragments for tables, columns and typed values
 * of the model.
 */
import type { SqlText, Statement } from '../../foundation/statement.js'
import type { SqlType } from '../../model/kinds/kind-definition.js'
import { castOf } from '../../model/kinds/kinds.js'
import type { ColumnModel, TableName } from '../../model/types/entity-model.js'

/** A piece of SQL with its parameters. */
export class Sql {
  constructor(
    /** One more text than holes. */
    readonly texts: readonly string[],
    readonly holes: readonly unknown[] = [],
  ) {}
}

/** `select $1::int8`, with the values in the order of their numbers. */
export const toSqlText = (fragment: Sql): SqlText => {
  const values: unknown[] = []
  let text = ''
  const write = ({ texts, holes }: Sql): void => {
    text += texts[0]!
    holes.forEach((hole, index) => {
      if (hole instanceof Sql) write(hole)
      else text += `$${values.push(hole)}`
      text += texts[index + 1]!
    })
  }
  write(fragment)
  return { text, values }
}

export const toStatement = <Result>(
  fragment: Sql,
  decode: Statement<Result>['decode'],
): Statement<Result> => ({ ...toSqlText(fragment), decode })

const raw = (text: string): Sql => new Sql([text])

/** `"t0"."full_name"`, each part quoted. */
const id = (...parts: readonly string[]): Sql =>
  raw(parts.map((part) => `"${part.replaceAll('"', '""')}"`).join('.'))

/**
 * A constant in the text, where a parameter is not possible: an ordinal in ORDER BY, for example.
 */
const lit = (value: string | number): Sql =>
  raw(typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`)

const comma = raw(', ')

const join = (items: readonly unknown[], separator: Sql = comma): Sql => {
  if (items.length === 0) return raw('')
  const holes = items.flatMap((item, index) => (index === 0 ? [item] : [separator, item]))
  return new Sql(['', ...holes.map(() => '')], holes)
}

const tag = (texts: TemplateStringsArray, ...holes: readonly unknown[]): Sql =>
  new Sql(texts, holes)

export const sql = Object.assign(tag, { raw, id, lit, join })

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
