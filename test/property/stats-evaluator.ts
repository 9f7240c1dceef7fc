/** Statistics in memory: values, metrics and days, with plain loops over plain rows. */
import type pg from 'pg'
import { levels } from '../support/filter-contract.js'
import { idsOf, type Scalar, scalar, valuesAt, type World } from './evaluator.js'
import type { Criterion } from './requests.js'
import type { StatsField } from './stats-contract.js'

export type Row = World['rows']['parcels'][number]

export const rowsOf = (request: readonly Criterion[], world: World): readonly Row[] => {
  const ids = new Set(idsOf(request, world))
  return world.rows.parcels.filter(({ id }) => ids.has(id))
}

export const wireAt = (row: Row, path: string, world: World): unknown =>
  valuesAt(row as never, path, world.rows)[0] ?? null

export const valueAt = (row: Row, { path, kind }: StatsField, world: World): Scalar | null => {
  const sent = wireAt(row, path, world)
  return sent === null ? null : scalar(kind, sent, world)
}

/** Rows grouped by a common value. */
export const grouped = <K>(rows: readonly Row[], keyOf: (row: Row) => K): ReadonlyMap<K, Row[]> => {
  const groups = new Map<K, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return groups
}

export interface AskedMetric {
  readonly operation: 'COUNT' | 'SUM' | 'AVG' | 'MIN' | 'MAX' | 'DISTINCT_COUNT'
  readonly name?: string
  readonly field?: StatsField
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** A sum and its divisor, in the digits of the scalars; null without a number. */
export const metricOf = ({ operation, field }: AskedMetric, rows: readonly Row[], world: World) => {
  if (!field) return { sum: BigInt(rows.length), by: 1n }
  const values = rows.map((row) => valueAt(row, field, world)).filter((value) => value !== null)
  const numbers = values as bigint[]
  if (operation === 'DISTINCT_COUNT') return { sum: BigInt(new Set(numbers).size), by: 1n }
  const sum = numbers.reduce((total, value) => total + value, 0n)
  if (operation === 'SUM') return { sum, by: 1n }
  if (numbers.length === 0) return null
  if (operation === 'AVG') return { sum, by: BigInt(numbers.length) }
  const min = numbers.reduce(least)
  const max = -numbers.map((value) => -value).reduce(least)
  return { sum: operation === 'MIN' ? min : max, by: 1n }
}

/** Decimals are compared with 40 fractional digits; counts are never decimals. */
export const isDecimal = ({ operation, field }: AskedMetric): boolean =>
  (field?.kind === 'decimal' || field?.kind === 'float') && operation !== 'DISTINCT_COUNT'

export const metricKey = (
  { operation, name }: AskedMetric,
  all: readonly AskedMetric[],
): string => {
  if (name === undefined) return operation
  return all.filter((metric) => metric.name === name).length === 1 ? name : `${operation}_${name}`
}

/** The order of these texts in the database. */
export const textPlaces = async (
  client: pg.Client,
  texts: readonly string[],
  isIcu: boolean,
): Promise<ReadonlyMap<unknown, bigint>> => {
  const { rows } = await client.query<{ text: string }>(
    `select text from unnest($1::text[]) as text order by text ${isIcu ? 'collate "und-x-icu"' : ''}`,
    [[...new Set(texts)]],
  )
  return new Map(rows.map(({ text }, index) => [text, BigInt(index)]))
}

const icuPaths = new Set(['name', 'nameKept', 'depot.name'])
export const isIcu = (path: string): boolean => icuPaths.has(path)

/**
 * Keys in order; an enum type of the database has the order of its declaration, one stored as
 * numbers that of the numbers.
 */
export const keyPlaces = async (
  client: pg.Client,
  { path, kind }: StatsField,
  keys: readonly Scalar[],
): Promise<ReadonlyMap<unknown, bigint | Scalar>> => {
  if (/^(grade|step)/.test(path)) {
    return new Map(levels.map((level, index) => [level, BigInt(index)]))
  }
  if (kind === 'text' || kind === 'enum') return textPlaces(client, keys as string[], isIcu(path))
  return new Map(keys.map((key) => [key, key]))
}

export const compare = (a: Scalar, b: Scalar): number => (a < b ? -1 : a > b ? 1 : 0)

// ---------- days ----------

const dayMs = 86_400_000
export const dayNumber = (day: string): number => Date.parse(day) / dayMs
export const dayText = (number: number): string =>
  new Date(number * dayMs).toISOString().slice(0, 10)
export const [firstDay, lastDay] = [dayNumber('0001-01-01'), dayNumber('9999-12-31')]

/** The day that local clocks show; undefined outside the years 1 to 9999. */
export const localDay = (instant: string, zone: string): number | undefined => {
  const options = { year: 'numeric', month: 'numeric', day: 'numeric', era: 'short' } as const
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, ...options })
  const part = Object.fromEntries(
    format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]),
  )
  if (part['era'] === 'BC' || Number(part['year']) > 9999) return undefined
  const pad = (text: string | undefined, length: number) => String(text).padStart(length, '0')
  return dayNumber(`${pad(part['year'], 4)}-${pad(part['month'], 2)}-${pad(part['day'], 2)}`)
}

export const dayAt = (row: Row, { path, kind }: StatsField, zone: string, world: World) => {
  const sent = wireAt(row, path, world) as string | null
  if (sent === null) return undefined
  return kind === 'instant' ? localDay(sent, zone) : dayNumber(sent.slice(0, 10))
}

/** The first day of the bucket, and of the next one. */
export const spans: Readonly<Record<string, (day: number) => readonly [number, number]>> = {
  DAY: (day) => [day, day + 1],
  WEEK: (day) => {
    const weekday = (new Date(day * dayMs).getUTCDay() + 6) % 7
    return [day - weekday, day - weekday + 7]
  },
  MONTH: (day) => {
    const first = new Date(day * dayMs)
    first.setUTCDate(1)
    const next = new Date(first)
    next.setUTCMonth(next.getUTCMonth() + 1)
    return [first.getTime() / dayMs, next.getTime() / dayMs]
  },
}
