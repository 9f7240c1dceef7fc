/**
 * Finds the criteria that narrow a filter to one bucket of a chart, so that the set has exactly the
 * records that the bucket counts. No I/O.
 */
import { compareDecimals, subtract } from '../../fields/decimal.js'
import type { Field } from '../../service/shape.js'
import { addDays, isDay } from './days.js'
import type { StatsField } from './stats-field.js'

type Filter = Readonly<Record<string, unknown>>
type Bound = string | number

/** The values of a bucket. */
export type BucketValues = { readonly key: string | number | boolean | null } | BucketRange

export interface BucketRange {
  /** Undefined for a range without a start. */
  readonly from: Bound | undefined
  /** Undefined for a range without an end. */
  readonly to: Bound | undefined
  /** The bucket includes `to`. */
  readonly isClosed: boolean
}

/** A narrower filter, or the reason why there is none. */
export type Narrowing =
  | { readonly filter: Filter; readonly problem?: never }
  | { readonly filter?: never; readonly problem: 'noFilterField' | 'noExactRange' }

export interface NarrowingContext {
  readonly field: StatsField
  /** Fields of the filter shape, by name. */
  readonly filterFields: ReadonlyMap<string, Field>
  /** The current filter. */
  readonly filter: Filter
}

export const narrow = (context: NarrowingContext, values: BucketValues): Narrowing => {
  const criteria = 'key' in values ? equalTo(context, values.key) : within(context, values)
  return typeof criteria === 'string'
    ? { problem: criteria }
    : { filter: { ...context.filter, ...criteria } }
}

/** Returns the filter field with this operation over the path of the statistics field. */
const fieldWith = (
  { field, filterFields }: NarrowingContext,
  operation: string,
): string | undefined =>
  field.filterFields.find(
    (candidate) => candidate.operation === operation && filterFields.has(candidate.field),
  )?.field

const equalTo = (context: NarrowingContext, key: string | number | boolean | null) => {
  const choices: readonly (readonly [operation: string, value: unknown])[] =
    key === null
      ? [['IS_NULL', true]]
      : [
          ['IN', [key]],
          ['EQUAL', key],
          ...(key === true ? [['IS_TRUE', true] as const] : []),
          ...(key === false ? [['IS_FALSE', true] as const] : []),
        ]
  for (const [operation, value] of choices) {
    const name = fieldWith(context, operation)
    if (name !== undefined) return { [name]: value }
  }
  return 'noFilterField'
}

/** Intersects the range of a bucket with the current filter, which may be narrower. */
const within = (context: NarrowingContext, range: BucketRange): Filter | Narrowing['problem'] => {
  const between = fieldWith(context, 'BETWEEN')
  if (between !== undefined) {
    const last = lastValue(range, context, between)
    if (last !== undefined) {
      const [from, to] = readRange(context.filter[between])
      return { [between]: [later(from, range.from ?? null), earlier(to, last)] }
    }
  }
  const least = fieldWith(context, 'GREATER_OR_EQUAL')
  const end = fieldWith(context, range.isClosed ? 'LESS_OR_EQUAL' : 'LESS_THAN')
  const isOpen = { from: range.from === undefined, to: range.to === undefined }
  if ((isOpen.from || least !== undefined) && (isOpen.to || end !== undefined)) {
    return {
      ...(isOpen.from ? {} : { [least!]: later(bound(context.filter[least!]), range.from!) }),
      ...(isOpen.to ? {} : { [end!]: earlier(bound(context.filter[end!]), range.to!) }),
    }
  }
  return between === undefined ? 'noFilterField' : 'noExactRange'
}

/**
 * The greatest value of a half-open range; null without an end, undefined if it is unknown: between
 * two floating-point numbers there is always another.
 */
const lastValue = (
  { to, isClosed }: BucketRange,
  { field, filterFields }: NarrowingContext,
  name: string,
): Bound | null | undefined => {
  if (to === undefined) return null
  if (isClosed) return to
  if (field.type === 'DATE') return addDays(String(to), -1)
  if (field.type === 'INSTANT') return instantBefore(String(to))
  const step = filterFields.get(name)?.numericStep
  if (step === undefined) return undefined
  const last = subtract(to, step)
  return typeof to === 'number' && Number.isSafeInteger(Number(last)) ? Number(last) : last
}

/**
 * One microsecond earlier, which is the resolution of the database. A local date-time has no
 * offset.
 */
const instantBefore = (text: string): string | undefined => {
  const isLocal = !/(Z|[+-]\d\d:\d\d)$/.test(text)
  const milliseconds = Date.parse(isLocal ? `${text}Z` : text)
  if (Number.isNaN(milliseconds)) return undefined
  const fraction = /\.(\d+)/.exec(text)?.[1]?.padEnd(6, '0').slice(0, 6) ?? '000000'
  const second = Math.floor(milliseconds / 1000)
  const micros = BigInt(second) * 1_000_000n + BigInt(fraction) - 1n
  const whole = new Date(Number(micros / 1000n)).toISOString()
  const rest = String(((micros % 1_000_000n) + 1_000_000n) % 1_000_000n).padStart(6, '0')
  return `${whole.slice(0, 19)}.${rest}${isLocal ? '' : 'Z'}`
}

const lowerNames = ['from', 'fromdate', 'start', 'startdate', 'min', 'minprice', 'lower', 'gte']
const upperNames = ['to', 'todate', 'end', 'enddate', 'max', 'maxprice', 'upper', 'lte']

/** Reads the bounds of a range in every form that filters accept. */
const readRange = (value: unknown): readonly [Bound | null, Bound | null] => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const members = new Map(
      Object.entries(value).map(([name, member]) => [name.toLowerCase(), member]),
    )
    if (members.has('between')) return readRange(members.get('between'))
    const find = (names: readonly string[]) =>
      bound(names.map((name) => members.get(name)).find((member) => bound(member) !== null))
    return ordered(find(lowerNames), find(upperNames))
  }
  const [from, to] = Array.isArray(value) ? value : [value]
  return ordered(bound(from), bound(to))
}

/** Returns the bounds in ascending order, because filters swap inverted bounds. */
const ordered = (from: Bound | null, to: Bound | null): readonly [Bound | null, Bound | null] =>
  from !== null && to !== null && compare(from, to) > 0 ? [to, from] : [from, to]

const bound = (value: unknown): Bound | null =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? value : null

/**
 * Compares bounds. A day as the bound of an instant means the whole day, so both compare as days.
 */
const compare = (a: Bound, b: Bound): number => {
  const [x, y] = [String(a), String(b)]
  if (!isTime(x) || !isTime(y)) return compareDecimals(a, b)
  if (isDay(x) || isDay(y)) return compareDecimals(x.slice(0, 10), y.slice(0, 10))
  return compareDecimals(Date.parse(x), Date.parse(y)) || compareDecimals(x, y)
}

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\d/.test(text)

/**
 * Returns true if the current bound is narrower. Of an instant and its day, the instant is
 * narrower.
 */
const isNarrower = (present: Bound, wanted: Bound, way: number): boolean =>
  (compare(present, wanted) || (isDay(String(wanted)) && !isDay(String(present)) ? way : 0)) * way >
  0

const later = (present: Bound | null, wanted: Bound | null): Bound | null =>
  present !== null && (wanted === null || isNarrower(present, wanted, 1)) ? present : wanted

const earlier = (present: Bound | null, wanted: Bound | null): Bound | null =>
  present !== null && (wanted === null || isNarrower(present, wanted, -1)) ? present : wanted
