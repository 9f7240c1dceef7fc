/**
 * Bucket boundaries of a histogram: they number the bucket of a row in SQL, and compute the
 * boundaries of a bucket from its number. Only whole numbers are used, so that no boundary drifts.
 */
import { defined } from '../foundation/json/defined.js'
import { shortInstant } from '../foundation/time/zoned-time.js'
import { isCalendar, isWhole } from '../model/kinds/bucket-size.js'
import { isJsonNumber } from '../model/kinds/decimal.js'
import { withoutTrailingZeros } from '../model/kinds/decimal-text.js'
import type { StatsFieldModel } from '../model/types/stats-model.js'
import { type Sql, sql } from '../query/sql/sql.js'
import { expressibleSql, numberSql } from '../query/sql/wire-text.js'
import { type Granularity, granularities } from '../wire/stats-values.js'
import { type DayStarts, dayText, firstDay, lastDay, steps, toDay } from './calendar.js'
import { bucketKeySql, daySql, dayStartSql, isConverted, nextBucketDaySql } from './days-sql.js'
import type { Care } from './metrics.js'
import type { HistogramRequest } from './request.js'

export interface Boundaries {
  /** The key that the values of a bucket share, by which rows are grouped. */
  readonly keySql: (value: Sql, care: Care) => Sql
  /** The number of the bucket with this key, or its first day. */
  readonly toSql: (key: Sql, care: Care) => Sql
  /** Condition that the quick key may belong to another bucket. Undefined: it never does. */
  readonly isDoubtful?: (key: Sql) => Sql
  /** A FROM item: the buckets from the first to the last, at most `limit`. */
  readonly listSql: (first: Sql, last: Sql, limit: number) => Sql
  /**
   * Condition that the value is in the bucket, which an index can serve. Undefined: no index can.
   */
  readonly holdsSql?: (value: Sql, bucket: Sql) => Sql
  /**
   * Condition on a value, equivalent to `isExpressible` of its bucket. Undefined: the limits of the
   * value.
   */
  readonly limitsSql?: (value: Sql) => Sql
  /** The first day of a bucket and of the next one; undefined for numbers. */
  readonly daysSql?: (bucket: Sql) => { readonly start: Sql; readonly next: Sql }
  /**
   * Condition that JSON can express the values of a bucket. Undefined: each row must be checked.
   */
  readonly isExpressible?: (bucket: Sql) => Sql
  /** The number of a bucket, from the text that `toSql` selects. */
  readonly indexOf: (text: string) => bigint
  /** The first day of a bucket; undefined for numbers. */
  readonly startOf?: (index: bigint) => number
  /** The lower boundary of a bucket as JSON text; undefined if JSON cannot express it. */
  readonly edge: (index: bigint, starts: DayStarts) => string | undefined
  /** A width with which the buckets from first to last are at most `limit`. */
  readonly fittingSize: (first: bigint, last: bigint, limit: number) => string | undefined
}

/** `1250n` with scale 2 as `12.5`. */
const decimalOf = (units: bigint, scale: number): string => {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = digits.slice(digits.length - scale)
  const text = fraction === '' ? whole : withoutTrailingZeros(`${whole}.${fraction}`)
  return units < 0n ? `-${text}` : text
}

const ceilDiv = (a: bigint, b: bigint): bigint => (a + b - 1n) / b

/** A number in JSON: as text if it is a bigint, or if JavaScript would round it. */
const numberJson = ({ target: { column } }: StatsFieldModel, text: string): string =>
  column.kind === 'bigint' || (column.kind === 'decimal' && !isJsonNumber(column))
    ? `"${text}"`
    : text

/** Widths with at most this number of digits stay within 64 bits. */
const safeDigits = 15

/**
 * A number of buckets that makes every value positive that the column can hold, so that the floor
 * is what `div` returns.
 */
const shiftOf = ({ target }: StatsFieldModel, width: bigint, scale: number): bigint => {
  const { precision = usualDigits, scale: decimals = 0 } = target.column
  return ceilDiv(10n ** BigInt(precision - decimals + scale), width)
}
/** Number of digits assumed for a column without a limit. */
const usualDigits = 15

/** Buckets `[k·w, (k+1)·w)` of a number. */
const numberBoundaries = (field: StatsFieldModel, size: string): Boundaries => {
  const [whole = '', fraction = ''] = size.split('.')
  const scale = fraction.length
  const width = BigInt(whole + fraction)
  const isInteger =
    field.target.column.kind !== 'bigint' &&
    isWhole(field.target.column.kind) &&
    scale === 0 &&
    size.length <= safeDigits
  const isComparable = isInteger || field.target.column.kind === 'decimal'
  const w = isInteger ? sql`${size}::int8` : sql`${size}::numeric`
  const shift = isInteger ? undefined : shiftOf(field, width, scale)
  return defined({
    keySql: (value: Sql, care: Care) => {
      if (isInteger) return floorDivision(value, w)
      const x = isWhole(field.target.column.kind)
        ? sql`${value}::numeric`
        : numberSql(value, field.target.column)
      // div() is exact. A division would be rounded, sometimes up to the next bucket.
      if (care === 'careful') {
        return sql`div(${x}, ${w}) - case when ${x} < 0 and mod(${x}, ${w}) <> 0 then 1 else 0 end`
      }
      return sql`div(${x} + ${decimalOf(shift! * width, scale)}::numeric, ${w})`
    },
    toSql: (key: Sql, care: Care) =>
      shift === undefined || care === 'careful' ? key : sql`${key} - ${String(shift)}::numeric`,
    // The shift was too small.
    isDoubtful: shift === undefined ? undefined : (key: Sql) => sql`${key} < 1`,
    listSql: (first: Sql, last: Sql, limit: number) =>
      sql`generate_series(${first}, least(${last}, ${first} + ${limit - 1}::int8))`,
    holdsSql: isComparable
      ? (value: Sql, bucket: Sql) =>
          sql`${value} >= ${bucket} * ${w} and ${value} < (${bucket} + 1) * ${w}`
      : undefined,
    isExpressible: (bucket: Sql) =>
      expressibleSql(bucket, { kind: isInteger ? 'integer' : 'decimal' }) ?? sql`true`,
    indexOf: BigInt,
    edge: (index: bigint) => numberJson(field, decimalOf(index * width, scale)),
    fittingSize: (first: bigint, last: bigint, limit: number) =>
      times(fittingFactor(first, last, limit), (factor) => decimalOf(width * factor, scale)),
  })
}

const floorDiv = (a: bigint, b: bigint): bigint => (a < 0n ? (a - b + 1n) / b : a / b)

/** Factor by which the buckets must widen. Undefined: two buckets around zero never become one. */
const fittingFactor = (first: bigint, last: bigint, limit: number): bigint | undefined => {
  const most = BigInt(limit)
  const fits = (factor: bigint) => floorDiv(last, factor) - floorDiv(first, factor) < most
  const least = ceilDiv(last - first + 1n, most)
  if (fits(least)) return least
  // The first of the wider buckets may begin earlier, so one bucket less covers the rest.
  if (most > 1n) return ceilDiv(last - first, most - 1n)
  const whole = last > -first ? last + 1n : 1n - first
  return fits(whole) ? whole : undefined
}

const times = (factor: bigint | undefined, print: (factor: bigint) => string) =>
  factor === undefined ? undefined : print(factor)

/** SQL divides integers towards zero; buckets need the floor. */
const floorDivision = (value: Sql, width: Sql): Sql =>
  sql`((${value} - case when ${value} < 0 then ${width} - 1 else 0 end) / ${width})`

/**
 * A boundary on a day. One before year 1 is the first instant of year 1, as no value is earlier.
 */
const dayEdge = (
  { target }: StatsFieldModel,
  day: number,
  starts: DayStarts,
): string | undefined => {
  if (target.column.kind === 'date') return day > lastDay ? undefined : `"${dayText(day)}"`
  if (target.column.kind === 'localDateTime') {
    return day > lastDay ? undefined : `"${dayText(day)}T00:00:00"`
  }
  const start = starts(day) ?? (day > lastDay ? undefined : firstInstant)
  return start === undefined ? undefined : `"${shortInstant(start)}"`
}
const firstInstant = '0001-01-01T00:00:00Z'

/** A bucket lasts from the first instant of its first day to that of the next bucket. */
const holdsDays =
  (
    buckets: Pick<HistogramRequest, 'field' | 'zone'>,
    daysSql: NonNullable<Boundaries['daysSql']>,
  ): NonNullable<Boundaries['holdsSql']> =>
  (value, bucket) => {
    const { start, next } = daysSql(bucket)
    return sql`${value} >= ${dayStartSql(buckets, start)} and ${value} < ${dayStartSql(buckets, next)}`
  }

/** Buckets of a number of days, counted from 1970-01-01. */
const dayBoundaries = (field: StatsFieldModel, size: string, zone: string): Boundaries => {
  const width = Number(size)
  const startOf = (index: bigint) => Number(index) * width
  const firstDaySql = (index: Sql) =>
    sql`(date '1970-01-01' + greatest(${index} * ${size}::int4, ${firstDay - 1}::int4))`
  const daysSql = (bucket: Sql) => ({
    start: firstDaySql(bucket),
    next: firstDaySql(sql`(${bucket} + 1)`),
  })
  // Makes every day positive, so that a division is the floor.
  const shift = Math.ceil(-(firstDay - 1) / width)
  return {
    keySql: (value, care) => {
      const day = daySql({ field, zone }, value, care)
      return sql`(${day} - date '1970-01-01' + ${shift * width}::int4) / ${size}::int4`
    },
    toSql: (key) => sql`${key} - ${shift}::int4`,
    listSql: (first, last, limit) =>
      sql`generate_series(${first}, least(${last}, ${first} + ${limit - 1}::int4))`,
    holdsSql: holdsDays({ field, zone }, daysSql),
    daysSql,
    indexOf: BigInt,
    startOf,
    edge: (index, starts) => dayEdge(field, startOf(index), starts),
    fittingSize: (first, last, limit) =>
      times(fittingFactor(first, last, limit), (factor) => String(BigInt(width) * factor)),
  }
}

const calendarBoundaries = (
  field: StatsFieldModel,
  step: Granularity,
  zone: string,
): Boundaries => {
  const { indexOf, startOf } = steps[step]
  const daysSql = (bucket: Sql) => ({ start: bucket, next: nextBucketDaySql(bucket, step) })
  return {
    keySql: (value, care) => bucketKeySql({ field, zone, granularity: step }, value, care),
    toSql: (key) => sql`${key}::date`,
    listSql: (first, last, limit) => {
      const width = sql`interval '1 ${sql.raw(step.toLowerCase())}'`
      const end = sql`least(${last}, ${first} + ${limit - 1}::int4 * ${width})`
      return sql`lateral (select day::date from generate_series(${first}::timestamp, ${end}, ${width}) as day)`
    },
    holdsSql: holdsDays({ field, zone }, daysSql),
    limitsSql: (value) => {
      const start = (day: string) => dayStartSql({ field, zone }, sql`date ${sql.lit(day)}`)
      return sql`${value} >= ${start('0001-01-01')} and ${value} < ${start('10000-01-01')}`
    },
    daysSql,
    ...(!isConverted({ field, granularity: step }) && {
      isExpressible: (bucket) => expressibleSql(bucket, { kind: 'date' })!,
    }),
    indexOf: (text) => BigInt(indexOf(toDay(text))),
    startOf: (index) => startOf(Number(index)),
    edge: (index, starts) => dayEdge(field, startOf(Number(index)), starts),
    fittingSize: (first, last, limit) => {
      const [from, to] = [first, last + 1n].map((index) => BigInt(startOf(Number(index))))
      return times(fittingFactor(from!, to! - 1n, limit), String)
    },
  }
}

export const boundariesOf = ({ field, zone }: HistogramRequest, size: string): Boundaries => {
  const { kind } = field.target.column
  if (!isCalendar(kind)) return numberBoundaries(field, size)
  const step = granularities.find((granularity) => granularity === size)
  return step ? calendarBoundaries(field, step, zone) : dayBoundaries(field, size, zone)
}

/**
 * A field in its smallest units as whole numbers: cents, days, microseconds. Values of a decimal
 * column without a scale may lie in between.
 */
export interface Units {
  /** The value as a number in which a unit is `unit`; both are exact. */
  readonly toSql: (value: Sql) => Sql
  readonly unit: Sql
  /**
   * The number of units as an integer, which is quick to divide. Undefined: an integer may
   * overflow.
   */
  readonly integerSql?: (value: Sql) => Sql
  /** Converts the number into a value that an index can compare. Undefined: no index can. */
  readonly fromSql?: (number: Sql) => Sql
  /** The JSON text of a value. */
  readonly print: (units: bigint) => string
}

/** Boundaries of buckets of a float have at most this number of decimal places. */
const floatScale = 6

export const unitsOf = (field: StatsFieldModel): Units => {
  const { column } = field.target
  if (column.kind === 'date') {
    return {
      toSql: (value) => sql`(${value} - date '1970-01-01')::numeric`,
      unit: sql.lit(1),
      integerSql: (value) => sql`(${value} - date '1970-01-01')`,
      fromSql: (number) => sql`(date '1970-01-01' + (${number})::int4)`,
      print: (units) => `"${dayText(Number(units))}"`,
    }
  }
  if (column.kind === 'instant' || column.kind === 'localDateTime') {
    return {
      toSql: (value) => sql`extract(epoch from ${value})`,
      unit: sql.raw('0.000001'),
      print: (units) => {
        const text = instantOf(units)
        return `"${column.kind === 'instant' ? text : text.replace('Z', '')}"`
      },
    }
  }
  const scale = isWhole(column.kind) ? 0 : (column.scale ?? floatScale)
  const fromSql =
    column.kind === 'decimal'
      ? (number: Sql) => number
      : isWhole(column.kind) && column.kind !== 'bigint'
        ? (number: Sql) => sql`(${number})::int8`
        : undefined
  return {
    toSql: (value) => (isWhole(column.kind) ? sql`${value}::numeric` : numberSql(value, column)),
    unit: sql.raw(decimalOf(1n, scale)),
    ...(fromSql && { fromSql }),
    print: (units) => numberJson(field, decimalOf(units, scale)),
  }
}

const instantOf = (micros: bigint): string => {
  const second = micros / 1_000_000n - (micros % 1_000_000n < 0n ? 1n : 0n)
  const fraction = String(micros - second * 1_000_000n).padStart(6, '0')
  const text = new Date(Number(second) * 1_000).toISOString().slice(0, 19)
  return shortInstant(`${text}.${fraction}Z`)
}
