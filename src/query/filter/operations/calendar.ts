/** Calendar days, and distances from now. NULL never matches. */
import { dayMs, formatDay, fullZoneName } from '../../../foundation/time/zoned-time.js'
import { dayAfter, dayStartOf } from '../../sql/day-starts.js'
import { parameter, type Sql, sql } from '../../sql/sql.js'
import type { Applied, Meaning } from './meaning.js'

/** `x >= start of the day and x < start of the next`; `x = $1` on a date column. */
export const onDay: Meaning<'day'> = (target, day, _definition, { zone }) => {
  if (target.kind === 'date') return sql`${target.sql} = ${parameter(day, target)}`
  const next = dayStartOf(target, dayAfter(day), zone)
  return sql`${target.sql} >= ${dayStartOf(target, day, zone)} and ${target.sql} < ${next}`
}

export const withinDays: Meaning<'days'> = (target, days, { direction }, { now, zone }) =>
  direction === 'past'
    ? within(target, later(now, -days), now, zone)
    : within(target, now, later(now, days), zone)

const later = (now: Date, days: number): Date => new Date(now.getTime() + days * dayMs)

/** `x >= $1 and x <= $2` */
const within = (target: Applied, from: Date, to: Date, zone: string): Sql =>
  sql`${target.sql} >= ${momentSql(target, from, zone)} and ${target.sql} <= ${momentSql(target, to, zone)}`

/** The UTC date on a date column; what clocks in the zone show on a local date-time. */
const momentSql = ({ kind }: Applied, at: Date, zone: string): Sql => {
  if (kind === 'date') return parameter(formatDay(at.getTime()), { kind })
  const instant = parameter(at.toISOString(), { kind: 'instant' })
  return kind === 'instant' ? instant : sql`(${instant} at time zone ${fullZoneName(zone)}::text)`
}
