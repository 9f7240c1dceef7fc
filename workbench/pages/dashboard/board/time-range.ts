/**
 * The time range of a dashboard, in whole days. It narrows the filter of each card by a field of
 * the card that has times.
 */
import type { Granularity } from '../../../../src/wire/stats-values.js'
import type { Filter } from '../../../service/records.js'
import type { Shape } from '../../../service/shape.js'
import type { Chart } from '../charts.js'
import { addDays, type Days, dayTime, isDay } from '../days.js'
import { narrow } from '../narrowing.js'
import type { StatsField } from '../stats-field.js'

/** A number of days up to today, or the days from one to another. */
export type TimeRange = { readonly days: number } | { readonly from: string; readonly to: string }

export const usualRanges = [7, 30, 90, 365] as const
const maxDays = 36_600
const dayMs = 86_400_000

/** The 30th of February is none: the first of March would be read instead. */
export const isValidDay = (text: unknown): text is string =>
  typeof text === 'string' &&
  isDay(text) &&
  !Number.isNaN(dayTime(text)) &&
  addDays(text, 0) === text

const lengthOf = ({ from, to }: Days): number =>
  Math.round((dayTime(to) - dayTime(from)) / dayMs) + 1

export const readRange = (sent: unknown): TimeRange | undefined => {
  if (typeof sent !== 'object' || sent === null) return undefined
  const { days, from, to } = sent as Readonly<Record<string, unknown>>
  if (Number.isInteger(days) && Number(days) > 0 && Number(days) <= maxDays) {
    return { days: Number(days) }
  }
  const isRange = isValidDay(from) && isValidDay(to) && from <= to
  return isRange && lengthOf({ from, to }) <= maxDays ? { from, to } : undefined
}

/** Returns the day of an instant in a time zone. */
export const dayIn = (zone: string, now: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(now)

export const daysOf = (range: TimeRange, today: string): Days =>
  'days' in range ? { from: addDays(today, 1 - range.days), to: today } : range

/** Returns the period before, which has the same number of days. */
export const daysBefore = (days: Days): Days => ({
  from: addDays(days.from, -lengthOf(days)),
  to: addDays(days.from, -1),
})

/** Returns the granularity with a readable number of points. */
export const fittingGranularity = (days: Days): Granularity => {
  const length = lengthOf(days)
  return length <= 92 ? 'DAY' : length <= 731 ? 'WEEK' : 'MONTH'
}

/** Returns a filter that is narrower by the days; undefined if no filter field fits. */
export const filterWithin = (
  { from, to }: Days,
  field: StatsField,
  filter: Filter,
  shape: Shape | undefined,
): Filter | undefined =>
  narrow({ field, filter, filterFields: shape?.byName ?? new Map() }, { from, to, isClosed: true })
    .filter

const anyDay: Days = { from: '2000-01-01', to: '2000-01-01' }

/** Returns the fields by which the time range can narrow a filter. Fields of series are first. */
export const timeFieldsOf = (
  fields: readonly StatsField[],
  shape: Shape | undefined,
): readonly StatsField[] =>
  fields
    .filter(({ type }) => type === 'DATE' || type === 'INSTANT')
    .filter((field) => filterWithin(anyDay, field, {}, shape))
    .toSorted((a, b) => Number(b.timeSeriesEligible) - Number(a.timeSeriesEligible))

/** Returns the field of a card: that of its series, the chosen one, otherwise the first. */
export const timeFieldOf = (
  chart: Chart,
  chosen: string | undefined,
  candidates: readonly StatsField[],
): StatsField | undefined => {
  const find = (name: string | undefined) => candidates.find(({ field }) => field === name)
  return chart.kind === 'series' ? find(chart.field) : (find(chosen) ?? candidates[0])
}
