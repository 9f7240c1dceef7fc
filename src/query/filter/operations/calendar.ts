/** Calendar days, and distances from now. NULL never matches. */
import { dayMs, formatDay } from '../../../foundation/zoned-time.js'
import { dayAfter, dayStart } from '../../sql/day-starts.js'
import { parameter, type Sql, sql } from '../../sql/sql.js'
import type { Applied, Meaning } from './meaning.js'

/** `x >= start of the day and x < start of the next`; `x = $1` on a date column. */
export const onDay: Meaning<'day'> = (target, day, _definition, { zone }) => {
  if (target.kind === 'date') return sql`${target.sql} = ${parameter(day, target)}`
  const next = dayStart(dayAfter(day), zone)
  return sql`${target.sql} >= ${dayStart(day, zone)} and ${target.sql} < ${next}`
}

export const withinDays: Meaning<'days'> = (target, days, { direction }, { now }) =>
  direction === 'past'
    ? within(target, later(now, -days), now)
    : within(target, now, later(now, days))

const later = (now: Date, days: number): Date => new Date(now.getTime() + days * dayMs)

/** `x >= $1 and x <= $2`, with the UTC dates of the bounds on a date column. */
const within = (target: Applied, from: Date, to: Date): Sql => {
  const print = (at: Date) => (target.kind === 'date' ? formatDay(at.getTime()) : at.toISOString())
  return sql`${target.sql} >= ${parameter(print(from), target)} and ${target.sql} <= ${parameter(print(to), target)}`
}
