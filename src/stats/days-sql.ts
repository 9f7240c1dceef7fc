/** The day of a date or an instant, in SQL. */
import { fullZoneName } from '../foundation/zoned-time.js'
import type { StatsFieldModel } from '../model/stats-model.js'
import type { Scope } from '../query/scope.js'
import { type Sql, sql } from '../query/sql.js'
import type { Granularity } from './request.js'

/** The first day of the day, week or month on the calendar of a zone; weeks start on Monday. */
export const bucketDaySql = (
  { target }: StatsFieldModel,
  scope: Scope,
  zone: string,
  granularity: Granularity,
): Sql => {
  const column = scope.column(target)
  const isDate = target.column.kind === 'date'
  const local = isDate ? column : sql`(${column} at time zone ${fullZoneName(zone)}::text)`
  if (granularity === 'DAY') return isDate ? local : sql`${local}::date`
  return sql`date_trunc(${sql.lit(granularity.toLowerCase())}, ${local}${isDate ? sql`::timestamp` : sql``})::date`
}
