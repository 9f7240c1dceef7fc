/**
 * Where the days of a time zone begin, in SQL. Filters and statistics share it, so that both use
 * the zone data of the database: Node's data differs for some zones.
 */
import { dayMs, formatDay, fullZoneName, parseDay } from '../../foundation/time/zoned-time.js'
import type { SqlType } from '../../model/kinds/kind-definition.js'
import { parameter, type Sql, sql } from './sql.js'

/** The clocks of UTC never change, so it needs no zone data. */
export const isUtc = (zone: string): boolean => zone === 'UTC'

/**
 * The instant at which a day begins, to compare an instant column with. PostgreSQL folds it into a
 * constant, so an index on the column can be used.
 */
const dayStart = (day: string, zone: string): Sql =>
  isUtc(zone)
    ? sql`${`${day}T00:00:00.000000Z`}::timestamptz`
    : midnightSql(sql`${day}::timestamp`, zone)

/** The first value of a day, to compare a column of this type with. */
export const dayStartOf = ({ kind }: Pick<SqlType, 'kind'>, day: string, zone: string): Sql => {
  if (kind === 'instant') return dayStart(day, zone)
  return kind === 'localDateTime' ? sql`${day}::timestamp` : parameter(day, { kind: 'date' })
}

const lastDay = '9999-12-31'

/**
 * The next day as `yyyy-MM-dd`. After 9999-12-31 the year has five digits, which PostgreSQL reads.
 */
export const dayAfter = (day: string): string =>
  day === lastDay ? '10000-01-01' : formatDay(parseDay(day)! + dayMs)

/**
 * The instant of a midnight (a timestamp) in a zone. Where clocks go back and midnight comes twice,
 * it is the first one; PostgreSQL alone would take the second. A midnight that is skipped moves to
 * the end of the gap.
 *
 * Means: 24 hours after the previous midnight, if clocks show midnight then and that instant is
 * earlier.
 */
export const midnightSql = (midnight: Sql, zone: string): Sql => {
  const name = sql`${fullZoneName(zone)}::text`
  const usual = sql`(${midnight} at time zone ${name})`
  // In UTC timestamps: adding to a timestamptz depends on the session, so it would not be folded.
  const before = sql`((${midnight} - interval '1 day') at time zone ${name}) at time zone 'UTC'`
  const early = sql`((${before} + interval '1 day') at time zone 'UTC')`
  return sql`(case when ${early} at time zone ${name} = ${midnight} then least(${early}, ${usual}) else ${usual} end)`
}
