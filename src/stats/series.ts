/** Points over time. One statement; what it finds are the points, never the rows. */

import type { Clock } from '../query/filter/operations/meaning.js'
import { predicates } from '../query/filter/predicate.js'
import type { ResourceView } from '../query/rows/row-access.js'
import type { RawRow } from '../query/rows/select.js'
import { createPlan, Scope } from '../query/rows/visible-rows.js'
import { datasetVersionSql } from '../query/sql/dataset-version.js'
import { dayStart } from '../query/sql/day-starts.js'
import { onWireSql } from '../query/sql/labels.js'
import { and, parameter, type Sql, type Statement, sql, toStatement } from '../query/sql/sql.js'
import { dayText, lastDay, steps, toDay } from './calendar.js'
import { bucketDaySql, extremesOf, isAnyMisplaced, nextBucketDaySql } from './days-sql.js'
import {
  type Care,
  emptyValue,
  isAnyUnplain,
  metricColumns,
  metricNames,
  metricsJson,
  valuesJson,
} from './metrics.js'
import type { SeriesRequest } from './request.js'

/**
 * Every row is `[dataset version, doubtful, first start, start, count, …metrics]`, the newest first; one more
 * than may be drawn tells that there are more. Without points, one row with nulls. Where `doubtful` is true,
 * it must be asked again with care.
 */
export const seriesStatement = (
  resource: ResourceView,
  request: SeriesRequest,
  clock: Clock,
  care: Care,
): Statement => {
  const { granularity, metrics, maxPoints } = request
  const scope = new Scope(resource.entity, createPlan('t', resource))
  const start = bucketDaySql(request, scope, care)
  const group = {
    start: sql`grouped.start`,
    next: nextBucketDaySql(sql`grouped.start`, granularity),
  }
  const conditions = [...predicates(request.criteria, scope, clock), ...boundsSql(request, scope)]
  const columns = metricColumns(metrics, scope, care)
  return toStatement(sql`
    with grouped as materialized (
      select ${start} as start, count(*) as count, ${columns}${extremesOf(request, scope)}
      from ${scope.from} where ${and(conditions)} group by 1
    )
    select ${datasetVersionSql(resource)}, point.doubtful, point.first, point.start, point.count,
      ${metricNames(metrics, 'point')}
    from (select) as one
    left join (
      select grouped.*, min(start) over () as first,
        (${isAnyUnplain(metrics, 'grouped')} or ${isAnyMisplaced(request, group, 'grouped')}) as doubtful
      from grouped
      where ${onWireSql(sql`grouped.start`, { kind: 'date' })!}
      order by start desc limit ${maxPoints + 1}::int8
    ) as point on true
    order by point.start desc`)
}

const day = (text: string): Sql => parameter(text, { kind: 'date' })

/** Whole buckets, by conditions on the plain column that an index serves. */
const boundsSql = (
  { field, from, to, granularity, zone }: SeriesRequest,
  scope: Scope,
): readonly Sql[] => {
  const column = scope.column(field.target)
  const { indexOf, startOf } = steps[granularity]
  const next = to === undefined ? undefined : startOf(indexOf(to) + 1)
  const isDate = field.target.column.kind === 'date'
  const edge = (at: number) => (isDate ? day(dayText(at)) : dayStart(dayText(at), zone))
  return [
    ...(from === undefined ? [] : [sql`${column} >= ${edge(from)}`]),
    // Behind the last day there is nothing that must be left out.
    ...(next === undefined || next > lastDay ? [] : [sql`${column} < ${edge(next)}`]),
  ]
}

/** Where the metrics begin in a row. */
const metricsAt = 5

export interface SeriesAnswer {
  readonly datasetVersion: string | null
  readonly json: string
}

export const readSeriesRows = (request: SeriesRequest, rows: readonly RawRow[]): SeriesAnswer => {
  const { field, granularity, metrics, maxPoints } = request
  const { indexOf, startOf, label } = steps[granularity]
  const found = rows.filter((row) => row[3] != null)
  const byIndex = new Map(
    found.slice(0, maxPoints).map((row) => [indexOf(toDay(row[3]!)), row] as const),
  )
  const isCut = found.length > maxPoints
  const indexes = request.fillGaps ? filledIndexes(request, found) : [...byIndex.keys()]
  const newest = indexes.slice(0, maxPoints).reverse()
  const points = newest.map((index) => {
    const row = byIndex.get(index)
    const start = startOf(index)
    const facts = {
      start: dayText(start),
      end: dayText(startOf(index + 1) - 1),
      label: label(start),
    }
    const values = valuesJson(
      metrics,
      row?.[4] ?? '0',
      row?.slice(metricsAt) ?? metrics.map(emptyValue),
    )
    return `${JSON.stringify(facts).slice(0, -1)},${values}}`
  })
  const truncated = isCut || indexes.length > maxPoints
  return {
    datasetVersion: rows[0]![0] ?? null,
    json: `{"field":${JSON.stringify(field.name)},"granularity":"${granularity}",${metricsJson(metrics)},"points":[${points.join(',')}],"truncated":${truncated}}`,
  }
}

/** The newest first, one more than may be drawn; a bound that is missing is the first or last bucket found. */
const filledIndexes = (
  { from, to, granularity, maxPoints }: SeriesRequest,
  found: readonly RawRow[],
): readonly number[] => {
  const { indexOf } = steps[granularity]
  const [newest] = found
  const indexOfText = (text: string | null | undefined) =>
    text == null ? undefined : indexOf(toDay(text))
  const first = from === undefined ? indexOfText(newest?.[2]) : indexOf(from)
  const last = to === undefined ? indexOfText(newest?.[3]) : indexOf(to)
  if (first === undefined || last === undefined) return []
  const count = Math.min(Math.max(last - first + 1, 0), maxPoints + 1)
  return Array.from({ length: count }, (_, offset) => last - offset)
}
