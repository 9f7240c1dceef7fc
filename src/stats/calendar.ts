/** Days, weeks and months. A day is its number since 1970-01-01. */
import {
  civilDateOf,
  civilDateText,
  dayNumberOf,
  fourDigits,
  twoDigits,
} from '../foundation/time/civil-days.js'
import type { Granularity } from '../wire/stats-values.js'

/** Reads a date that PostgreSQL printed, with a year of four digits. */
export const toDay = (text: string): number =>
  dayNumberOf({
    year: Number(text.slice(0, 4)),
    month: Number(text.slice(5, 7)),
    date: Number(text.slice(8, 10)),
  })
/**
 * Prints a day. Days outside the years 1 to 9999, where a bucket may end, become the nearest one
 * inside.
 */
export const dayText = (day: number): string =>
  civilDateText(civilDateOf(Math.min(Math.max(day, firstDay), lastDay)))
export const firstDay = dayNumberOf({ year: 1, month: 1, date: 1 })
export const lastDay = dayNumberOf({ year: 9999, month: 12, date: 31 })

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

/** Months are numbered from January of year 0. */
const monthOf = (day: number): number => {
  const { year, month } = civilDateOf(day)
  return year * 12 + month - 1
}
const monthStart = (index: number): number => {
  const year = Math.floor(index / 12)
  return dayNumberOf({ year, month: index - year * 12 + 1, date: 1 })
}

/** 1970-01-01 was a Thursday. */
const monday = 3

/** The week belongs to the year of its Thursday. */
const weekLabel = (start: number): string => {
  const thursday = start + 3
  const { year } = civilDateOf(thursday)
  const week = Math.floor((thursday - monthStart(year * 12)) / 7) + 1
  return `${fourDigits(year)}-W${twoDigits(week)}`
}

export const steps: Readonly<Record<Granularity, Step>> = {
  DAY: { indexOf: (day) => day, startOf: (index) => index, label: dayText },
  WEEK: {
    indexOf: (day) => Math.floor((day + monday) / 7),
    startOf: (index) => index * 7 - monday,
    label: weekLabel,
  },
  MONTH: {
    indexOf: monthOf,
    startOf: monthStart,
    label: (start) => dayText(start).slice(0, 7),
  },
}
