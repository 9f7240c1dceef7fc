/** Groups dates and instants by day, week or month in SQL. */
import type { ColumnKind } from '../contract/column.js'
import type { Statement } from '../foundation/execution/statement.js'
import { fullZoneName } from '../foundation/time/zoned-time.js'
import type { StatsFieldModel } from '../model/types/stats-model.js'
import type { Scope } from '../query/rows/visible-rows.js'
import { isUtc, midnightSql } from '../query/sql/day-starts.js'
import { type Sql, sql, toStatement } from '../query/sql/sql.js'
import { expressibleSql, wireTextSql } from '../query/sql/wire-text.js'
import type { Granularity } from '../wire/stats-values.js'
import { type DayStarts, firstDay, lastDay } from './calendar.js'
import type { Care } from './metrics.js'

export interface DayBuckets {
  readonly field: StatsFieldModel
  readonly zone: string
  readonly granularity: Granularity
}

/** Whether days depend on zone data, as those of instants do outside UTC. */
export const isZoned = ({ field, zone }: Pick<DayBuckets, 'field' | 'zone'>): boolean =>
  field.target.column.kind === 'instant' && !isUtc(zone)

/**
 * The day of a value. That of an instant is the date that clocks in the zone show, except where
 * they go back over midnight. The quick statement only detects such rows (`isAnyMisplaced`); the
 * careful one compares each row with the start of its day.
 */
export const daySql = (
  { field, zone }: Pick<DayBuckets, 'field' | 'zone'>,
  column: Sql,
  care: Care,
): Sql => {
  const { kind } = field.target.column
  if (kind === 'date') return column
  const date = sql`${localSql(kind, column, zone)}::date`
  return care === 'careful' && isZoned({ field, zone }) ? carefulDaySql(column, date, zone) : date
}

/** Uses an offset where possible, because the name of a zone is looked up for each row. */
const localSql = (kind: ColumnKind, column: Sql, zone: string): Sql => {
  if (kind !== 'instant') return column
  return isUtc(zone)
    ? sql`(${column} at time zone interval '0')`
    : sql`(${column} at time zone ${fullZoneName(zone)}::text)`
}

/**
 * What the values of a day, week or month have in common: a date or timestamp, which `::date` makes
 * the first day. Rows are grouped by it and only groups are cast: a monthly series of 100 000 dates
 * takes 37 instead of 41 ms. Dates that are not expressible must be excluded if they are converted.
 */
export const bucketKeySql = (buckets: DayBuckets, column: Sql, care: Care): Sql => {
  const { field, zone, granularity } = buckets
  const { kind } = field.target.column
  if (kind === 'date' && granularity === 'DAY') return column
  const hasDay = kind === 'date' || (care === 'careful' && isZoned(buckets))
  const moment = hasDay
    ? sql`(${daySql(buckets, column, care)})::timestamp`
    : localSql(kind, column, zone)
  return truncations[granularity](moment)
}

/** Whether dates are converted to timestamps, which have a smaller range. */
export const isConverted = ({ field, granularity }: Omit<DayBuckets, 'zone'>): boolean =>
  field.target.column.kind === 'date' && granularity !== 'DAY'

/** Means `date_trunc`; `date_bin` takes a tenth of its time. Weeks start on Monday. */
const truncations: Readonly<Record<Granularity, (moment: Sql) => Sql>> = {
  DAY: (moment) => sql`date_bin(interval '1 day', ${moment}, timestamp '2001-01-01')`,
  WEEK: (moment) => sql`date_bin(interval '7 days', ${moment}, timestamp '2001-01-01')`,
  MONTH: (moment) => sql`date_trunc('month', ${moment})`,
}

/**
 * Condition of the careful statement: the day, week and month of the value are in PostgreSQL's
 * range, in every zone. What it leaves out is never in the years 1 to 9999. Undefined: all are.
 */
export const reachableSql = (
  { target }: StatsFieldModel,
  column: Sql,
  care: Care,
): Sql | undefined =>
  care === 'careful' && timed.includes(target.column.kind)
    ? sql`${column} between '0003-01-01 BC' and '10002-01-01'`
    : undefined

const timed: readonly ColumnKind[] = ['instant', 'localDateTime']

/** A day lasts from its first midnight to the first midnight of the next day. */
const carefulDaySql = (instant: Sql, date: Sql, zone: string): Sql => {
  const start = midnightSql(sql`${date}::timestamp`, zone)
  const next = midnightSql(sql`(${date} + 1)::timestamp`, zone)
  return sql`(${date} + case when not ${expressibleSql(instant, { kind: 'instant' })!} then 0
    when ${instant} >= ${next} then 1 when ${instant} < ${start} then -1 else 0 end)`
}

/** Columns of a group that `isAnyMisplaced` needs, with a leading comma. */
export const extremesOf = (buckets: Pick<DayBuckets, 'field' | 'zone'>, scope: Scope): Sql => {
  if (!isZoned(buckets)) return sql``
  const column = scope.column(buckets.field.target)
  return sql`, min(${column}) as earliest, max(${column}) as latest`
}

/** Whether some group has a row before its first day or after its last. */
export const isAnyMisplaced = (
  buckets: Pick<DayBuckets, 'field' | 'zone'>,
  group: { readonly start: Sql; readonly next: Sql },
  from: string,
): Sql => {
  if (!isZoned(buckets)) return sql`false`
  const start = midnightSql(sql`(${group.start})::timestamp`, buckets.zone)
  const next = midnightSql(sql`(${group.next})::timestamp`, buckets.zone)
  const [earliest, latest] = [sql.id(from, 'earliest'), sql.id(from, 'latest')]
  return sql`bool_or(${earliest} < ${start} or ${latest} >= ${next}) over ()`
}

/** The first value of a day, to compare a value of the field with. */
export const dayStartSql = ({ field, zone }: Pick<DayBuckets, 'field' | 'zone'>, day: Sql): Sql => {
  const { kind } = field.target.column
  if (kind === 'date') return day
  const midnight = sql`(${day})::timestamp`
  if (kind === 'localDateTime') return midnight
  return isUtc(zone) ? sql`(${midnight} at time zone 'UTC')` : midnightSql(midnight, zone)
}

/** The first day after a day, week or month. */
export const nextBucketDaySql = (start: Sql, granularity: Granularity): Sql =>
  sql`(${start} + interval '1 ${sql.raw(granularity.toLowerCase())}')::date`

/** Returns the first instants of days, which are numbered from 1970-01-01. */
export const dayStartsStatement = (days: readonly number[], zone: string): Statement<DayStarts> => {
  const start = midnightSql(sql`day::timestamp`, zone)
  const numbers = days.map((day) => Math.min(Math.max(day, firstDay - 1), lastDay + 1))
  return toStatement(
    sql`
    select case when ${expressibleSql(sql`start`, { kind: 'instant' })!}
      then ${wireTextSql(sql`start`, { kind: 'instant' })} end
    from unnest(${numbers}::int4[]) with ordinality as asked (number, ordinal)
    cross join lateral (select date '1970-01-01' + number as day) as days
    cross join lateral (select ${start} as start) as starts
    order by ordinal`,
    (rows) => {
      const starts = new Map(days.map((day, index) => [day, rows[index]![0] ?? undefined]))
      return (day) => starts.get(day)
    },
  )
}
