/** Representations of a date that form clients send instead of `yyyy-MM-dd`. */
import { valueForm } from '../../foundation/errors/value-forms.js'
import type { Phrase } from '../../foundation/text/placeholders.js'
import {
  dayMs,
  formatDay,
  fromWallClock,
  parseDay,
  parseInstant,
  toWallClock,
} from '../../foundation/time/zoned-time.js'

/**
 * A date-time at midnight in UTC or in the zone means its date, as does the first instant of a day
 * whose midnight the zone skips. Without an offset, it is a time of the zone.
 */
export const midnightToDate = (value: unknown, zone: string): unknown => {
  if (typeof value !== 'string' || value.length <= 10) return value
  const parsed = parseInstant(value, zone)
  if (!parsed?.whole) return value
  if (parsed.hasOffset && parsed.utcMs % dayMs === 0) return formatDay(parsed.utcMs)
  const day = Math.floor(toWallClock(parsed.utcMs, zone) / dayMs) * dayMs
  return fromWallClock(day, zone) === parsed.utcMs ? formatDay(day) : value
}

/** Half past ten in UTC: local midnight is earlier west of Greenwich, and later in the far east. */
const lastWesternMidnightMs = 10.5 * 3_600_000

/**
 * The date whose local midnight a browser sent, from any zone. The zone is unknown, so times up to
 * 10:30 UTC mean that date, and later ones the next. Undefined for anything but a date-time with
 * offset.
 */
export const browserMidnightToDate = (value: unknown): string | undefined => {
  const parsed = typeof value === 'string' ? parseInstant(value, 'UTC') : undefined
  if (!parsed?.hasOffset) return undefined
  const day = Math.floor(parsed.utcMs / dayMs) * dayMs
  const sinceDay = parsed.utcMs - day + (parsed.whole ? 0 : 1)
  const date = formatDay(sinceDay > lastWesternMidnightMs ? day + dayMs : day)
  return parseDay(date) === undefined ? undefined : date
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)

/** Describes a text that is not accepted as a date. */
export const describeForDate = (value: unknown, zone: string): Phrase | undefined => {
  if (typeof value !== 'string') return undefined
  if (isDay(value)) return valueForm('missingDay')
  if (!parseInstant(value, zone)) return undefined
  return zone === 'UTC' ? valueForm('notMidnight') : valueForm('notMidnightIn', { zone })
}

/** Describes a text that is not accepted as an instant. */
export const describeForInstant = (value: unknown): Phrase | undefined => {
  if (typeof value !== 'string') return undefined
  const day = value.slice(0, 10)
  if (!isDay(day)) return undefined
  if (parseDay(day) === undefined) return valueForm('missingDay')
  return value === day ? valueForm('dateWithoutTime') : undefined
}
