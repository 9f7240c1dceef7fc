/**
 * SQL as text with holes. A value in a hole becomes a parameter, a fragment becomes part of the
 * text. `sql.id` quotes identifiers. Only `sql.raw` inserts text unchanged: call it with constants
 * only, never with anything from a request. Below: fragments for tables, columns and typed values
 * of the model.
 */
import type { ReadForm } from '../../contract/column.js'
import {
  requestTime,
  type SqlText,
  type Statement,
  unmetSetting,
} from '../../foundation/execution/statement.js'
import { idTexts, partTypes } from '../../model/kinds/composite-id.js'
import type { SqlType } from '../../model/kinds/kind-definition.js'
import { castOf } from '../../model/kinds/kinds.js'
import {
  type ColumnModel,
  columnsOf,
  type Link,
  physicalColumns,
  type TableName,
} from '../../model/types/entity-model.js'

/** A piece of SQL with its parameters. */
export class Sql {
  constructor(
    /** One more text than holes. */
    readonly texts: readonly string[],
    readonly holes: readonly unknown[] = [],
  ) {}
}

/** A row of values that is compared as a whole: `(a, b)`. */
export class RowSql extends Sql {
  constructor(readonly parts: readonly Sql[]) {
    super(['(', ...parts.slice(1).map(() => ', '), ')'], parts)
  }
}

/** What a computed field computes: an error of the statement may be one of the field. */
export class ComputedValue extends Sql {
  constructor(
    readonly field: string,
    value: Sql,
  ) {
    super(['', ''], [value])
  }
}

/** The value itself, or the parts of a row. */
const partsOf = (value: Sql): readonly Sql[] => (value instanceof RowSql ? value.parts : [value])

const rowOf = (parts: readonly Sql[]): Sql => (parts.length === 1 ? parts[0]! : new RowSql(parts))

/** `select $1::int8`, with the values in the order of their numbers. */
export const toSqlText = (fragment: Sql): SqlText => {
  const values: unknown[] = []
  const computes = new Set<string>()
  const text = write(fragment, values, computes)
  return {
    text,
    values,
    ...(computes.size > 0 ? { computes: [...computes] } : {}),
    ...(values.includes(requestTime) ? { readsTime: true } : {}),
  }
}

/** The text of a fragment; appends its values, and adds the fields that it computes. */
const write = (fragment: Sql, values: unknown[], computes: Set<string>): string => {
  const { texts, holes } = fragment
  if (fragment instanceof ComputedValue) computes.add(fragment.field)
  let text = texts[0]!
  for (let index = 0; index < holes.length; index++) {
    const hole = holes[index]
    text += hole instanceof Sql ? write(hole, values, computes) : `$${numberOf(hole, values)}`
    text += texts[index + 1]!
  }
  return text
}

/**
 * The time has one number, so that an expression that reads it is the same in a select list and in
 * GROUP BY or ORDER BY.
 */
const numberOf = (value: unknown, values: unknown[]): number =>
  (value === requestTime ? values.indexOf(value) + 1 : 0) || values.push(value)

export const toStatement = <Result>(
  fragment: Sql,
  decode: Statement<Result>['decode'],
): Statement<Result> => ({ decode, ...toSqlText(fragment) })

/** Makes a statement that writes values of the request. */
export const toWriteStatement = <Result>(
  fragment: Sql,
  decode: Statement<Result>['decode'],
): Statement<Result> => ({ ...toStatement(fragment, decode), isWrite: true })

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
  if (separator.holes.length > 0) throw new Error('a separator takes no parameters')
  const [between = ''] = separator.texts
  return new Sql(['', ...Array<string>(items.length - 1).fill(between), ''], items)
}

const tag = (texts: TemplateStringsArray, ...holes: readonly unknown[]): Sql =>
  new Sql(texts, holes)

export const sql = Object.assign(tag, { raw, id, lit, join })

/**
 * Compiles a fragment once, so that statements reuse its text. One with parameters stays as it is.
 */
export const compiled = (fragment: Sql): Sql => {
  const { text, values, computes } = toSqlText(fragment)
  return values.length === 0 && !computes ? sql.raw(text) : fragment
}

export const tableSql = ({ schema, name }: TableName): Sql =>
  schema === undefined ? sql.id(name) : sql.id(schema, name)

/**
 * `"t0"."id"`, or `("t0"."order_id", "t0"."product_id")` for a column that consists of others.
 * Without an alias, where a statement has one table only.
 */
export const columnSql = (alias: string | undefined, column: ColumnModel): Sql =>
  column.parts
    ? new RowSql(column.parts.map((part) => columnSql(alias, part)))
    : readSql(nameIn(alias, column.column), column)

const nameIn = (alias: string | undefined, name: string): Sql =>
  alias === undefined ? sql.id(name) : sql.id(alias, name)

/** The column, or the expression that is read of it. */
const readSql = (column: Sql, { reads, readAs }: ColumnModel): Sql => {
  if (readAs !== undefined) return sql`${column}::${sql.raw(readAs)}`
  if (reads === 'computed') throw new Error('a computed field is in no table')
  return reads === undefined ? column : readForms[reads](column)
}

/**
 * A cast of an inet to text would add its mask; `concat` takes what the type prints. A row with a
 * null member is not `is not null`.
 */
const readForms: Readonly<Record<ReadForm, (column: Sql) => Sql>> = {
  text: (column) => sql`case when ${column} is distinct from null then concat(${column}) end`,
  byteLength: (column) => sql`octet_length(${column})`,
}

/** The name alone, for lists of columns. */
export const columnName = (column: ColumnModel): Sql => namesSql(columnsOf(column))

export const namesSql = (columns: readonly string[]): Sql =>
  rowOf(columns.map((name) => sql.id(name)))

/** Columns of a table that is joined by name: `"j"."order_id"`. They are read like the key. */
export const linkSql = (alias: string | undefined, { columns, references }: Link): Sql => {
  const parts = physicalColumns(references)
  return rowOf(columns.map((name, index) => readSql(nameIn(alias, name), parts[index]!)))
}

/** The value as columns of a select list. */
export const selectList = (value: Sql): Sql => sql.join(partsOf(value))

/** An instant as a UTC timestamp: it prints the same whatever the time zone of the session. */
export const inUtc = (instant: Sql): Sql => sql`${instant} at time zone 'UTC'`

/** An interval as ISO 8601, whatever the interval style of the session; null if it is infinite. */
export const durationText = (interval: Sql): Sql => {
  const part = (field: string, unit: string) =>
    sql`nullif(trim_scale(extract(${sql.raw(field)} from ${interval})::numeric), 0) || ${sql.lit(unit)}`
  const dates = sql`${part('year', 'Y')}, ${part('month', 'M')}, ${part('day', 'D')}`
  const times = sql`${part('hour', 'H')}, ${part('minute', 'M')}, ${part('second', 'S')}`
  return sql`case when isfinite(${interval}) then coalesce(nullif(
    concat('P', ${dates}, nullif(concat('T', ${times}), 'T')), 'P'), 'PT0S') end`
}

/**
 * A value of a column's type: `$1::int8`, or `($1::int8, $2::date)` for a composite key. An enum
 * gets no cast: the type of its column decides.
 */
export const parameter = (value: string, type: SqlType): Sql =>
  type.parts ? rowParameter(idTexts(type, value), type) : scalarParameter(value, type)

/** Makes a parameter of the texts of a key's parts. */
export const rowParameter = (texts: readonly unknown[], type: SqlType): Sql =>
  rowOf(partTypes(type).map((part, index) => scalarParameter(texts[index], part)))

const scalarParameter = (value: unknown, type: SqlType): Sql => {
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

/** `x = any($1::int8[])`, or `(x, y) in (select * from unnest($1::int8[], $2::date[]))` */
export const isOneOf = (value: Sql, values: readonly string[], type: SqlType): Sql =>
  type.parts
    ? sql`${value} in (select * from ${unnested(values, type)})`
    : sql`${value} = ${listParameter(values, type)}`

/** Lists as a FROM item: `unnest($1::int8[])`, with one list for each part of a key. */
export const unnested = (values: readonly string[], type: SqlType): Sql => {
  const { parts } = type
  if (!parts) return sql`unnest(${arrayParameter(values, type)})`
  const rows = values.map((value) => idTexts(type, value))
  const lists = parts.map((part, index) => {
    const cast = castOf(part) ?? part.databaseType ?? 'text'
    return sql`${rows.map((texts) => texts[index]!)}::${sql.raw(`${cast}[]`)}`
  })
  return sql`unnest(${sql.join(lists)})`
}

/** The place of the first equal value in a list, from 1. */
export const placeIn = (value: Sql, values: readonly string[], type: SqlType): Sql => {
  if (!type.parts) return sql`array_position(${arrayParameter(values, type)}, ${value})`
  const rows = sql`${unnested(values, type)} with ordinality as listed(${selectList(keyNames(type))}, place)`
  return sql`(select min(listed.place) from ${rows} where ${carriedKey('listed', type)} = ${value})`
}

// ---------- the key of a row that was inserted

/** Settings of the transaction that hold the texts of a key's parts. */
const insertedSetting = (part: number): Sql => sql.lit(`corollary.inserted_key_${part}`)

/**
 * Keeps the key of the only row of `inserted`, for the statements after this one. It fails without
 * a row or key.
 */
export const keepInserted = (type: SqlType): Sql =>
  sql.join(
    partsOf(carriedKey('inserted', type)).map(
      (part, index) =>
        sql`set_config(${insertedSetting(index)}, coalesce((select ${part}::text from inserted), current_setting(${unmet})), true)`,
    ),
  )

/** The key of the row that this transaction inserted last. */
export const insertedKey = (column: ColumnModel): Sql =>
  rowOf(
    physicalColumns(column).map((part, index) => {
      const text = sql`current_setting(${insertedSetting(index)})`
      const cast = castOf(part)
      if (cast !== undefined) return sql`${text}::${sql.raw(cast)}`
      // The type has no name here: an enum.
      const value = columnSql(undefined, part)
      return sql`(select ${value} from ${tableSql(column.entity.table)} where ${value}::text = ${text} limit 1)`
    }),
  )

// ---------- a key that one part of a statement finds and another one joins ----------

/** `id`, or `id_0, id_1` for the parts of a composite key. */
export const keyNames = ({ parts }: SqlType): Sql =>
  parts ? new RowSql(parts.map((_, index) => sql.raw(`id_${index}`))) : sql.raw('id')

/** `"t0"."id" as id` */
export const namedKey = (value: Sql, type: SqlType): Sql => {
  const names = partsOf(keyNames(type))
  return sql.join(partsOf(value).map((part, index) => sql`${part} as ${names[index]!}`))
}

/** `page.id`, or `(page.id_0, page.id_1)` */
export const carriedKey = (table: string, type: SqlType): Sql =>
  rowOf(partsOf(keyNames(type)).map((name) => sql`${sql.raw(table)}.${name}`))

const unmet = sql.lit(unmetSetting)

/**
 * Null if the condition holds; otherwise the statement fails with an error that `isUnmet` knows,
 * and those that were sent after it do not run. SQL cannot raise an error; reading a setting that
 * nobody sets does.
 */
export const required = (condition: Sql): Sql =>
  sql`case when not (${condition}) then current_setting(${unmet}) end`

export const and = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
