/** Time series: points over time, grouped in one statement. */
import type { Row, Statement } from '../foundation/execution/statement.js'
import type { Clock } from '../query/filter/operations/meaning.js'
import { predicates } from '../query/filter/predicate.js'
import { type ResourceView, scopeOf } from '../query/rows/row-access.js'
import { createTables, type Scope } from '../query/rows/visible-rows.js'
import { datasetVersionSql } from '../query/sql/dataset-version.js'
import { dayStartOf } from '../query/sql/day-starts.js'
import { and, type Sql, sql, toStatement } from '../query/sql/sql.js'
import { expressibleSql } from '../query/sql/wire-text.js'
import { printShape, printShapes } from '../wire/print.js'
import type { Point, TimeSeriesResponse } from '../wire/stats-responses.js'
import { dayText, lastDay, steps, toDay } from './calendar.js'
import {
  bucketKeySql,
  extremesOf,
  isAnyMisplaced,
  isConverted,
  nextBucketDaySql,
  reachableSql,
} from './days-sql.js'
import {
  type Care,
  isAnyInexpressible,
  type MetricRow,
  metricColumns,
  metricNames,
  metricPrinter,
} from './metrics.js'
import type { SeriesRequest } from './request.js'
import { isServedByIndex } from './served-by-index.js'
import { minimumSizeOf, type SmallGroups, smallGroups } from './small-groups.js'

export const seriesStatement = (
  resource: ResourceView,
  request: SeriesRequest,
  clock: Clock,
  care: Care,
): Statement<SeriesResult> => {
  const { granularity, metrics, maxPoints } = request
  const scope = scopeOf(resource, createTables('t', resource))
  const small = smallGroups(request, metrics, scope)
  const group = {
    start: sql`grouped.start`,
    next: nextBucketDaySql(sql`grouped.start`, granularity),
  }
  return toStatement(
    sql`
    with keyed as materialized (${keyedSql(resource, request, { scope, clock, care, small })}
    )
    select ${datasetVersionSql(resource)}, point.doubtful, point.first, point.start, point.count,
      ${sql.join(metricNames(metrics, 'point'))}${small.minimum === undefined ? sql`` : sql`, point.withheld`}
    from (select) as one
    left join (
      select grouped.*, min(start) over () as first,
        (${isAnyInexpressible(metrics, 'grouped')} or ${isAnyMisplaced(request, group, 'grouped')}) as doubtful${small.withheld('grouped', sql`grouped.start`)}
      from (select keyed.*, key::date as start from keyed) as grouped
      where ${expressibleSql(sql`grouped.start`, { kind: 'date' })!}
      order by start desc limit ${maxPoints + 1}::int8
    ) as point on true
    order by point.start desc`,
    (rows) => decodeSeries(request, rows),
  )
}

/**
 * Groups the rows by their keys, see `bucketKeySql`. Along an index, rows of a day follow each
 * other, so counts are added up by day first, and only days become weeks or months.
 */
const keyedSql = (
  resource: ResourceView,
  request: SeriesRequest,
  { scope, clock, care, small }: { scope: Scope; clock: Clock; care: Care; small: SmallGroups },
): Sql => {
  const { criteria, field, metrics } = request
  const column = scope.column(field.target)
  const reachable = reachableSql(field, column, care)
  const conditions = and([
    ...predicates(criteria, scope, clock),
    ...boundsSql(request, scope),
    ...(reachable ? [reachable] : []),
  ])
  const isCount = metrics.every((metric) => metric.field === undefined)
  if (isConverted(request) && isCount && isServedByIndex(resource, request)) {
    const names = metricNames(metrics).map((name) => sql`sum(days.count) as ${name}`)
    return sql`
      select ${bucketKeySql(request, sql`days.day`, care)} as key, sum(days.count) as count, ${sql.join(names)}
      from (
        select ${column} as day, count(*) as count from ${scope.from} where ${conditions} group by 1
      ) as days
      group by 1`
  }
  const columns = sql`${metricColumns(metrics, scope, care)}${small.columns}`
  const extremes = extremesOf(request, scope)
  return sql`
    select ${bucketKeySql(request, column, care)} as key, count(*) as count, ${columns}${extremes}
    from ${scope.from} where ${conditions} group by 1`
}

export interface SeriesResult {
  /** Run the careful statement instead, see `Care`. */
  readonly isDoubtful: boolean
  readonly datasetVersion: string | null
  readonly json: string
}

interface FoundPoint extends MetricRow {
  /** The number of the bucket, see `steps`. */
  readonly index: number
}

/** Position of the first metric in a row. */
const metricsFrom = 5

/**
 * Rows arrive newest first; one row above `maxPoints` shows that there are more. Without points,
 * the statement returns one row with nulls.
 */
const decodeSeries = (request: SeriesRequest, rows: readonly Row[]): SeriesResult => {
  const { indexOf } = steps[request.granularity]
  const [datasetVersion = null, doubtful, first] = rows[0]!
  const found: FoundPoint[] = []
  for (const row of rows) {
    const [, , , start, count] = row
    if (start != null) {
      const isWithheld = row[metricsFrom + request.metrics.length] === 't'
      const texts = row.slice(metricsFrom)
      found.push({ index: indexOf(toDay(start)), count: count!, texts, isWithheld })
    }
  }
  const oldest = first == null ? undefined : indexOf(toDay(first))
  return {
    isDoubtful: doubtful === 't',
    datasetVersion,
    json: seriesJson(request, found, oldest),
  }
}

/**
 * Restricts rows to whole buckets, and dates to those that can be converted, with conditions on the
 * column itself, so that an index serves them.
 */
const boundsSql = (request: SeriesRequest, scope: Scope): readonly Sql[] => {
  const { field, from, to, granularity, zone } = request
  const column = scope.column(field.target)
  const { indexOf, startOf } = steps[granularity]
  const next = to === undefined ? undefined : startOf(indexOf(to) + 1)
  const hasEnd = next !== undefined && next <= lastDay
  const isUnchecked = isConverted(request) && (from === undefined || !hasEnd)
  const edge = (at: number) => dayStartOf(field.target.column, dayText(at), zone)
  return [
    ...(from === undefined ? [] : [sql`${column} >= ${edge(from)}`]),
    // No value comes after the last day, so nothing needs to be excluded.
    ...(hasEnd ? [sql`${column} < ${edge(next)}`] : []),
    ...(isUnchecked ? [expressibleSql(column, field.target.column)!] : []),
  ]
}

const seriesJson = (
  request: SeriesRequest,
  found: readonly FoundPoint[],
  oldest: number | undefined,
): string => {
  const { field, granularity, metrics, maxPoints } = request
  const { startOf, label } = steps[granularity]
  const printer = metricPrinter(metrics)
  const drawn = new Map(found.slice(0, maxPoints).map((point) => [point.index, point]))
  const indexes = request.fillGaps
    ? filledIndexes(request, oldest, found[0]?.index)
    : [...drawn.keys()]
  const shown = indexes.slice(0, maxPoints).reverse()
  // Otherwise points that are not withheld would tell where there are records.
  const isWithheld = minimumSizeOf(request, metrics) !== undefined
  const values = printer.values(
    shown.map((index) => drawn.get(index) ?? { count: '0', texts: printer.empty, isWithheld }),
  )
  const points = shown.map((index, place) => {
    const start = startOf(index)
    return {
      start: `"${dayText(start)}"`,
      end: `"${dayText(startOf(index + 1) - 1)}"`,
      label: `"${label(start)}"`,
      ...values[place]!,
    }
  })
  return printShape<TimeSeriesResponse>({
    field: JSON.stringify(field.name),
    granularity: JSON.stringify(granularity),
    ...printer.metrics,
    points: printShapes<Point>(points),
    truncated: String(found.length > maxPoints || indexes.length > maxPoints),
  })
}

/**
 * All buckets between the bounds, newest first, up to one above `maxPoints`. A missing bound is the
 * oldest or newest bucket with rows.
 */
const filledIndexes = (
  { from, to, granularity, maxPoints }: SeriesRequest,
  oldest: number | undefined,
  newest: number | undefined,
): readonly number[] => {
  const { indexOf } = steps[granularity]
  const first = from === undefined ? oldest : indexOf(from)
  const last = to === undefined ? newest : indexOf(to)
  if (first === undefined || last === undefined) return []
  const count = Math.min(Math.max(last - first + 1, 0), maxPoints + 1)
  return Array.from({ length: count }, (_, offset) => last - offset)
}
