/**
 * Where the days of a time zone begin, in SQL. Filters and statistics take them from here, and from the zone
 * data of the database alone: that of Node differs for some zones.
 */
import { dayMs, formatDay, fullZoneName, parseDay } from '../../foundation/zoned-time.js'
import { type Sql, sql } from './sql.js'

/** UTC has no changes of its clocks, and needs no zone data. */
export const isUtc = (zone: string): boolean => zone === 'UTC'

/**
 * The instant at which a day begins, as a condition on an instant needs it: the planner folds it into a
 * constant, so that an index on the column serves.
 */
export const dayStart = (day: string, zone: string): Sql =>
  isUtc(zone)
    ? sql`${`${day}T00:00:00.000000Z`}::timestamptz`
    : midnightSql(sql`${day}::timestamp`, zone)

const lastDay = '9999-12-31'

/** `yyyy-MM-dd` of the next day; behind the last one a year of five digits, as PostgreSQL reads it. */
export const dayAfter = (day: string): string =>
  day === lastDay ? '10000-01-01' : formatDay(parseDay(day)! + dayMs)

/**
 * The instant of a midnight (a timestamp) in a zone. A midnight that comes twice, where clocks go back, is
 * the first one; PostgreSQL by itself takes the second. One that is skipped is moved behind the gap.
 *
 * Means: 24 hours behind the midnight before, if the clocks show midnight then and it is earlier.
 */
export const midnightSql = (midnight: Sql, zone: string): Sql => {
  const name = sql`${fullZoneName(zone)}::text`
  const usual = sql`(${midnight} at time zone ${name})`
  // In timestamps of UTC: adding to a timestamptz depends on the session, and would not be folded.
  const before = sql`((${midnight} - interval '1 day') at time zone ${name}) at time zone 'UTC'`
  const early = sql`((${before} + interval '1 day') at time zone 'UTC')`
  return sql`(case when ${early} at time zone ${name} = ${midnight} then least(${early}, ${usual}) else ${usual} end)`
}
