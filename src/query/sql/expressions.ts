/** Expressions of computed fields as SQL. */
import { requestTime } from '../../foundation/execution/statement.js'
import { fullZoneName } from '../../foundation/time/zoned-time.js'
import type { ComputedCriterion, ComputedPart } from '../../model/types/entity-model.js'
import { type ColumnTarget, isNullable } from '../../model/types/path.js'
import { isOneOf, type Sql, sql } from './sql.js'

/** What the holes of an expression read. */
export interface HoleReader {
  readonly column: (target: ColumnTarget) => Sql
  /** The time zone that decides which day is today. */
  readonly zone: string
}

/** Means: `("t0"."quantity" * "t0"."unit_price")` */
export const expressionSql = (part: ComputedPart, reader: HoleReader): Sql => {
  switch (part.is) {
    case 'column':
      return reader.column(part.target)
    case 'among': {
      const condition = criterionSql(part.criterion, reader)
      // Null has none of the values, so `not` of the condition holds for it.
      return isNullable(part.criterion.target) ? sql`coalesce(${condition}, false)` : condition
    }
    case 'constant':
      return typeof part.value === 'boolean' ? sql.raw(String(part.value)) : sql.lit(part.value)
    case 'clock':
      return part.reads === 'now' ? nowSql : todayIn(reader.zone)
    case 'sql': {
      const [first = '', ...others] = part.texts
      const rest = others.map(
        (text, index) => sql`${expressionSql(part.parts[index]!, reader)}${sql.raw(text)}`,
      )
      return sql`(${sql.raw(first)}${sql.join(rest, sql``)})`
    }
  }
}

const nowSql = sql`${requestTime}::timestamptz`

/** The database decides about days of zones, as it does for filters. */
const todayIn = (zone: string): Sql =>
  sql`(${nowSql} at time zone ${sql.lit(fullZoneName(zone))})::date`

/** Means: `"t1"."status" = any($1::int2[])` */
export const criterionSql = (
  { target, values }: ComputedCriterion,
  { column }: Pick<HoleReader, 'column'>,
): Sql => {
  const value = column(target)
  return values ? isOneOf(value, values, target.column) : sql`${value} is null`
}
