/** Buckets of equal width over a number, a date or an instant. One statement. */
import { AppError } from '../foundation/errors.js'
import { datasetVersionSql } from '../query/dataset-version.js'
import { onWireSql } from '../query/labels.js'
import type { Clock } from '../query/operations/meaning.js'
import { predicates } from '../query/predicate.js'
import type { ResourceView } from '../query/row-access.js'
import { createPlan, Scope } from '../query/scope.js'
import type { RawRow } from '../query/select.js'
import { and, type Sql, type Statement, sql, toStatement } from '../query/sql.js'
import type { BucketOrder, HistogramRequest } from './request.js'
import { rulerOf, unitsOf } from './ruler.js'

/**
 * Every row is `[dataset version, first, last, bucket, count]`, ascending; without buckets, one with nulls.
 * With a width, first and last are buckets; else they are minimum and maximum in the field's units.
 */
export const histogramStatement = (
  resource: ResourceView,
  request: HistogramRequest,
  clock: Clock,
): Statement => {
  const grouped =
    request.size === undefined
      ? groupedByCount(resource, request, request.count!, clock)
      : groupedBySize(resource, request, request.size, clock)
  const limit = request.cap ?? request.maxBuckets
  return toStatement(sql`
    with ${grouped}
    select ${datasetVersionSql(resource)}, bucket.first, bucket.last, bucket.k, bucket.count
    from (select) as one
    left join (select * from numbered order by k limit ${limit}::int8) as bucket on true
    order by bucket.k`)
}

/** The matching rows that have a value. */
const measured = ({ field, criteria }: HistogramRequest, scope: Scope, clock: Clock): Sql =>
  and([...predicates(criteria, scope, clock), sql`${scope.column(field.target)} is not null`])

/** The same without values that have no place on a ruler, such as infinity. */
const measurable = (request: HistogramRequest, scope: Scope, clock: Clock): Sql => {
  const { target } = request.field
  const plain = onWireSql(scope.column(target), target.column)
  return and([measured(request, scope, clock), ...(plain ? [plain] : [])])
}

const groupedBySize = (
  resource: ResourceView,
  request: HistogramRequest,
  size: string,
  clock: Clock,
): Sql => {
  const scope = new Scope(resource.entity, createPlan('t', resource))
  const ruler = rulerOf(request, size)
  const bucket = ruler.toSql(scope)
  // What is cheaper once for a bucket than for each of its rows is left to the bucket.
  const conditions = (ruler.isPlain ? measured : measurable)(request, scope, clock)
  return sql`
    grouped as materialized (
      select ${bucket} as k, count(*) as count from ${scope.from} where ${conditions} group by 1
    ),
    numbered as (
      select *, min(k) over () as first, max(k) over () as last from grouped
      where ${ruler.isPlain?.(sql`k`) ?? sql`true`}
    )`
}

/** The last bucket is closed at the maximum. */
const groupedByCount = (
  resource: ResourceView,
  request: HistogramRequest,
  count: number,
  clock: Clock,
): Sql => {
  const units = unitsOf(request.field)
  const unitsIn = (alias: string) => {
    const scope = new Scope(resource.entity, createPlan(alias, resource))
    const conditions = measurable(request, scope, clock)
    const value = units.toSql(scope)
    return sql`select ${value} as u from ${scope.from} where ${conditions}`
  }
  return sql`
    edges as materialized (select min(u) as first, max(u) as last from (${unitsIn('e')}) as all_units),
    widths as materialized (
      select *, greatest(div(last - first + ${count - 1}::numeric, ${count}::numeric), 1) as width from edges
    ),
    cut as materialized (
      select *, greatest(div(last - first + width - 1, width), 1) as buckets from widths
    ),
    numbered as (
      select least(div(rows.u - cut.first, cut.width), cut.buckets - 1) as k, count(*) as count,
        cut.first, cut.last
      from (${unitsIn('t')}) as rows cross join cut
      group by 1, cut.first, cut.last
    )`
}

export interface HistogramAnswer {
  readonly datasetVersion: string | null
  readonly json: string
}

interface Bucket {
  /** JSON texts. */
  readonly from: string
  readonly to: string
  readonly count: number
}

/** @throws AppError LIMIT_EXCEEDED with a width that fits */
export const readHistogramRows = (
  request: HistogramRequest,
  rows: readonly RawRow[],
): HistogramAnswer => {
  const found = rows.filter((row) => row[3] != null)
  const scale = found.length === 0 ? emptyScale : scaleOf(request, found[0]!)
  const shown = Math.min(scale.buckets, request.cap ?? scale.buckets)
  const counts = new Map(found.map((row) => [scale.offsetOf(row[3]!), Number(row[4])]))
  const buckets = Array.from({ length: shown }, (_, offset) => ({
    from: scale.edge(offset),
    to: scale.edge(offset + 1),
    count: counts.get(offset) ?? 0,
  }))
  const printed = sorted(buckets, request.order).map(printBucket).join(',')
  const facts = `"field":${JSON.stringify(request.field.name)},"mode":"HISTOGRAM","metric":{"operation":"COUNT"}`
  return {
    datasetVersion: rows[0]![0] ?? null,
    json: `{${facts},"buckets":[${printed}],"truncated":${shown < scale.buckets}}`,
  }
}

/** Buckets by their place behind the first. */
interface Scale {
  readonly buckets: number
  readonly offsetOf: (bucket: string) => number
  readonly edge: (offset: number) => string
}

const emptyScale: Scale = { buckets: 0, offsetOf: () => 0, edge: () => '' }

const scaleOf = (request: HistogramRequest, [, first, last]: RawRow): Scale =>
  request.size === undefined
    ? scaleByCount(request, BigInt(first!), BigInt(last!))
    : scaleBySize(request, request.size, first!, last!)

const scaleBySize = (
  request: HistogramRequest,
  size: string,
  firstText: string,
  lastText: string,
): Scale => {
  const ruler = rulerOf(request, size)
  const first = ruler.indexOf(firstText)
  const last = ruler.indexOf(lastText)
  const buckets = last - first + 1n
  if (request.cap === undefined && buckets > BigInt(request.maxBuckets)) {
    throw tooMany(buckets, request.maxBuckets, ruler.fittingSize(first, last, request.maxBuckets))
  }
  return {
    buckets: Number(buckets),
    offsetOf: (bucket) => Number(ruler.indexOf(bucket) - first),
    edge: (offset) => ruler.edge(first + BigInt(offset)),
  }
}

const tooMany = (buckets: bigint, limit: number, bucketSize: string | undefined): AppError =>
  new AppError('LIMIT_EXCEEDED', {
    message: `With this width there are ${buckets} buckets; at most ${limit} are shown. ${bucketSize === undefined ? "Take 'bucketCount'." : `A 'bucketSize' of ${bucketSize} fits.`}`,
    target: 'bucketSize',
    properties: { limit, ...(bucketSize === undefined ? {} : { bucketSize }) },
  })

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/** As `groupedByCount` cuts. */
const scaleByCount = ({ field, count }: HistogramRequest, first: bigint, last: bigint): Scale => {
  const { print } = unitsOf(field)
  const n = BigInt(count!)
  const width = max((last - first + n - 1n) / n, 1n)
  const buckets = Number(max((last - first + width - 1n) / width, 1n))
  return {
    buckets,
    offsetOf: Number,
    edge: (offset) => print(offset === buckets ? last : first + BigInt(offset) * width),
  }
}

const textOf = (json: string): string => (json.startsWith('"') ? JSON.parse(json) : json)
const labelOf = ({ from, to }: Bucket): string => `${textOf(from)} – ${textOf(to)}`

const printBucket = (bucket: Bucket): string => {
  const { from, to, count } = bucket
  const label = JSON.stringify(labelOf(bucket))
  return `{"from":${from},"to":${to},"key":${from},"label":${label},"value":${count},"count":${count}}`
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** They come ascending by key, and sorting is stable. */
const sorted = (buckets: readonly Bucket[], order: BucketOrder): readonly Bucket[] => {
  const way = order.endsWith('_DESC') ? -1 : 1
  if (order.startsWith('KEY')) return way === 1 ? buckets : buckets.toReversed()
  const compare = order.startsWith('VALUE')
    ? (a: Bucket, b: Bucket) => a.count - b.count
    : (a: Bucket, b: Bucket) => compareText(labelOf(a), labelOf(b))
  return buckets.toSorted((a, b) => way * compare(a, b))
}
