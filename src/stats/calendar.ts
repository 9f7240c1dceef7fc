/** Days, weeks and months. A day is its number since 1970-01-01. */
import { dayMs, formatDay, parseDay } from '../foundation/zoned-time.js'
import type { Granularity } from '../wire/stats-values.js'

export const toDay = (text: string): number => parseDay(text)! / dayMs
/**
 * Prints a day. Days outside the years 1 to 9999, where a bucket may end, become the nearest one
 * inside.
 */
export const dayText = (day: number): string =>
  formatDay(Math.min(Math.max(day, firstDay), lastDay) * dayMs)
export const firstDay = Date.parse('0001-01-01') / dayMs
export const lastDay = Date.parse('9999-12-31') / dayMs

/** Returns the first instant of a day, RFC 3339 in UTC; undefined outside the years 1 to 9999. */
export type DayStarts = (day: number) => string | undefined

export const startsInUtc: DayStarts = (day) =>
  day < firstDay || day > lastDay ? undefined : `${dayText(day)}T00:00:00Z`

interface Step {
  /** The number of the bucket of a day; adjacent buckets have successive numbers. */
  readonly indexOf: (day: number) => number
  /** The first day of a bucket. */
  readonly startOf: (index: number) => number
  readonly label: (start: number) => string
}

const dateOf = (day: number): Date => new Date(day * dayMs)
const monthStart = (index: number): number => {
  const date = new Date(0)
  date.setUTCFullYear(Math.floor(index / 12), ((index % 12) + 12) % 12, 1)
  return date.getTime() / dayMs
}

/** 1970-01-01 was a Thursday. */
const monday = 3

/** The week belongs to the year of its Thursday. */
const weekLabel = (start: number): string => {
  const thursday = dateOf(start + 3)
  const year = thursday.getUTCFullYear()
  const first = monthStart(year * 12)
  const week = Math.floor((start + 3 - first) / 7) + 1
  return `${dayText(start + 3).slice(0, 4)}-W${String(week).padStart(2, '0')}`
}

export const steps: Readonly<Record<Granularity, Step>> = {
  DAY: { indexOf: (day) => day, startOf: (index) => index, label: dayText },
  WEEK: {
    indexOf: (day) => Math.floor((day + monday) / 7),
    startOf: (index) => index * 7 - monday,
    label: weekLabel,
  },
  MONTH: {
    indexOf: (day) => dateOf(day).getUTCFullYear() * 12 + dateOf(day).getUTCMonth(),
    startOf: monthStart,
    label: (start) => dayText(start).slice(0, 7),
  },
}
