/** The text of a value as responses show it, in SQL: to search in, to label with, to compare. */
import type { Translator } from '../../foundation/text/messages.js'
import type { SqlType, ValueType } from '../../model/kinds/kind-definition.js'
import { enumLabel } from '../../model/labels.js'
import type { ColumnModel } from '../../model/types/entity-model.js'
import { durationText, inUtc, RowSql, type Sql, sql } from './sql.js'

/** Means: `case x::text when 'ON_LEAVE' then 'On leave' … end` */
export const enumLabelSql = (column: ColumnModel, value: Sql, translate: Translator): Sql => {
  const stored = column.numbers?.map(String) ?? column.values ?? []
  const cases = (column.values ?? []).map(
    (name, at) => sql`when ${stored[at]}::text then ${translate(enumLabel(column, name))}::text`,
  )
  return sql`case ${value}::text ${sql.join(cases, sql` `)} else ${value}::text end`
}

/** Means: `case x when 1 then 'DRAFT' … end` */
const enumNameSql = (value: Sql, { values = [], numbers = [] }: SqlType): Sql => {
  const cases = numbers.map(
    (number, at) => sql`when ${sql.lit(number)} then ${sql.lit(values[at]!)}`,
  )
  return sql`case ${value} ${sql.join(cases, sql` `)} end`
}

/** The text of a value in JSON, without quotes; null for a value that JSON cannot express. */
export const wireTextSql = (value: Sql, type: SqlType): Sql => {
  if (type.kind === 'text') return value
  if (type.parts) return keyTextSql(value, type.parts)
  if (type.kind === 'numberEnum') return enumNameSql(value, type)
  const text = wireTexts[type.kind]?.(value) ?? sql`${value}::text`
  const expressible = expressibleSql(value, type)
  return expressible ? sql`case when ${expressible} then ${text} end` : text
}

const wireTexts: Partial<Record<ColumnModel['kind'], (value: Sql) => Sql>> = {
  instant: (value) => sql`((to_json(${inUtc(value)}) #>> '{}') || 'Z')`,
  localDateTime: (value) => sql`(to_json(${value}) #>> '{}')`,
  duration: durationText,
}

/** The texts of a key's parts, without the escapes of an id: to search in. Null for no key. */
const keyTextSql = (value: Sql, types: readonly SqlType[]): Sql => {
  if (!(value instanceof RowSql)) {
    // The key as it is printed: a JSON list of the texts.
    return sql`case when ${value} is not null
      then array_to_string(array(select json_array_elements_text(${value}::json)), '~') end`
  }
  const texts = value.parts.map((part, index) => sql`(${wireTextSql(part, types[index]!)})::text`)
  return sql`(${sql.join(texts, sql` || '~' || `)})`
}

/**
 * Condition: the value can be sent, so it is neither `NaN` nor infinite, its year is 1 to 9999, and
 * an enum declares its number. Undefined: every value of the kind can be sent.
 */
export const expressibleSql = (
  value: Sql,
  type: Pick<SqlType, 'kind' | 'numbers'>,
): Sql | undefined => wireLimits[type.kind]?.(value, type)

/**
 * A stored value that is sent as null, although it is not NULL: one that JSON cannot express, or
 * the null of JSON. NULL for any other value.
 *
 * Means: `case when not (x between '0001-01-01' and '9999-12-31') then x end`
 */
export const sentAsNull = (value: Sql, type: SqlType): Sql => {
  const condition =
    type.kind === 'json' ? isJsonNull(value, type) : sql`not (${expressibleSql(value, type)!})`
  return sql`case when ${condition} then ${value} end`
}

/** `jsonb_typeof(x) = 'null'` */
export const isJsonNull = (value: Sql, { databaseType }: SqlType): Sql =>
  sql`${sql.raw(databaseType === 'json' ? 'json_typeof' : 'jsonb_typeof')}(${value}) = 'null'`

/**
 * A value to group by, so that equal values have one text. In a numeric without precision, 12.5 and
 * 12.50 are equal.
 */
export const canonicalSql = (value: Sql, { kind, scale }: ValueType): Sql =>
  kind === 'decimal' && scale === undefined ? sql`trim_scale(${value})` : value

/**
 * A number to calculate with. A float counts as the decimal that JSON shows: sums do not depend on
 * the order of rows, and 0.1 is a tenth in a real too.
 */
export const numberSql = (value: Sql, { kind }: Pick<ColumnModel, 'kind'>): Sql =>
  kind === 'float' ? sql`${value}::text::numeric` : value

type WireLimit = (value: Sql, type: Pick<SqlType, 'numbers'>) => Sql

const wireLimits: Partial<Record<ColumnModel['kind'], WireLimit>> = {
  numberEnum: (value, { numbers = [] }) => sql`${value} in (${sql.join(numbers.map(sql.lit))})`,
  date: (value) => sql`${value} between '0001-01-01' and '9999-12-31'`,
  instant: (value) =>
    sql`${value} between '0001-01-01 00:00:00Z' and '9999-12-31 23:59:59.999999Z'`,
  localDateTime: (value) =>
    sql`${value} between '0001-01-01 00:00:00' and '9999-12-31 23:59:59.999999'`,
  duration: (value) => sql`isfinite(${value})`,
  decimal: (value) => sql`(${value} > '-infinity' and ${value} < 'infinity')`,
  float: (value) => sql`(${value} > '-infinity' and ${value} < 'infinity')`,
}
