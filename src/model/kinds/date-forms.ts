/** Forms of a date that form clients send instead of `yyyy-MM-dd`, and what else a text may be. */
import {
  dayMs,
  formatDay,
  fromWallClock,
  parseDay,
  parseInstant,
  toWallClock,
} from '../../foundation/zoned-time.js'

/**
 * A date-time that is exactly midnight, in UTC or in the zone, means its date. So does the first instant
 * of a day whose midnight the zone skips. One without offset is a time of the zone and nothing else.
 */
export const midnightToDate = (value: unknown, zone: string): unknown => {
  if (typeof value !== 'string' || value.length <= 10) return value
  const parsed = parseInstant(value, zone)
  if (!parsed?.whole) return value
  if (parsed.hasOffset && parsed.utcMs % dayMs === 0) return formatDay(parsed.utcMs)
  const day = Math.floor(toWallClock(parsed.utcMs, zone) / dayMs) * dayMs
  return fromWallClock(day, zone) === parsed.utcMs ? formatDay(day) : value
}

/** Half past ten in UTC: midnight west of Greenwich comes earlier, midnight in the far east later. */
const lastWesternMidnightMs = 10.5 * 3_600_000

/**
 * The date whose local midnight a browser of any zone sent. The zone itself is not known: up to 10:30 UTC
 * the date is that of UTC, later the next one. Undefined for what is no date-time with offset.
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
const noSuchDay = 'a day that does not exist'

/** What a text is that is not taken for a date. */
export const describeForDate = (value: unknown, zone: string): string | undefined => {
  if (typeof value !== 'string') return undefined
  if (isDay(value)) return noSuchDay
  if (!parseInstant(value, zone)) return undefined
  return `a date-time that is not midnight in UTC${zone === 'UTC' ? '' : ` or in ${zone}`}`
}

/** What a text is that is not taken for an instant. */
export const describeForInstant = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined
  const day = value.slice(0, 10)
  if (!isDay(day)) return undefined
  if (parseDay(day) === undefined) return noSuchDay
  return value === day ? 'a date without a time' : undefined
}
