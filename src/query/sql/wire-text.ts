/** The text of a value as responses show it, in SQL: to search in, to label with, to compare. */
import { memoize } from '../../foundation/memoize.js'
import type { Translator } from '../../foundation/messages.js'
import { enumLabel } from '../../model/labels.js'
import type { ColumnModel } from '../../model/types/entity-model.js'
import { inUtc, type Sql, sql } from './sql.js'

/** Means: `case x::text when 'ON_LEAVE' then 'On leave' … end` */
export const enumLabelSql = (column: ColumnModel, value: Sql, translate: Translator): Sql =>
  sql`case ${value}::text ${enumCases(translate)(column)} else ${value}::text end`

/** The cases of a column in one language. */
const enumCases = memoize((translate: Translator) =>
  memoize((column: ColumnModel): Sql => {
    const cases = (column.values ?? []).map(
      (name) => sql`when ${name}::text then ${translate(enumLabel(column, name))}::text`,
    )
    return sql.join(cases, sql` `)
  }),
)

/** The text of a value in JSON, without quotes; null for a value that JSON cannot express. */
export const wireTextSql = (value: Sql, type: Pick<ColumnModel, 'kind'>): Sql => {
  if (type.kind === 'text') return value
  const text =
    type.kind === 'instant'
      ? sql`((to_json(${inUtc(value)}) #>> '{}') || 'Z')`
      : sql`${value}::text`
  const expressible = expressibleSql(value, type)
  return expressible ? sql`case when ${expressible} then ${text} end` : text
}

/**
 * Condition: JSON can express the value, so it is neither `NaN` nor infinite, and its year is 1 to
 * 9999. Undefined: JSON can express every value of the kind.
 */
export const expressibleSql = (value: Sql, { kind }: Pick<ColumnModel, 'kind'>): Sql | undefined =>
  wireLimits[kind]?.(value)

const wireLimits: Partial<Record<ColumnModel['kind'], (value: Sql) => Sql>> = {
  date: (value) => sql`${value} between '0001-01-01' and '9999-12-31'`,
  instant: (value) =>
    sql`${value} between '0001-01-01 00:00:00Z' and '9999-12-31 23:59:59.999999Z'`,
  decimal: (value) => sql`(${value} > '-infinity' and ${value} < 'infinity')`,
}
