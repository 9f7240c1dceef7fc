/**
 * Histograms: buckets of equal width over a number, a date or an instant, counted in one statement.
 */

import { AppError, problem } from '../foundation/errors/app-error.js'
import type { Row, Statement } from '../foundation/execution/statement.js'
import { defined } from '../foundation/json/defined.js'
import type { Clock } from '../query/filter/operations/meaning.js'
import type { ResourceView } from '../query/rows/row-access.js'
import { datasetVersionSql } from '../query/sql/dataset-version.js'
import { sql, toStatement } from '../query/sql/sql.js'
import { type MemberTexts, printShape, printShapes } from '../wire/print.js'
import type { DistributionBucket, DistributionResponse } from '../wire/stats-responses.js'
import type { BucketOrder } from '../wire/stats-values.js'
import { boundariesOf, unitsOf } from './bucket-boundaries.js'
import { type DayStarts, startsInUtc } from './calendar.js'
import { isZoned } from './days-sql.js'
import { bucketsSql } from './histogram-sql.js'
import type { Care } from './metrics.js'
import type { HistogramRequest } from './request.js'
import { minimumSizeOf, smallGroups } from './small-groups.js'

export const histogramStatement = (
  resource: ResourceView,
  request: HistogramRequest,
  clock: Clock,
  care: Care,
): Statement<HistogramRows> => {
  const grouped = bucketsSql(resource, request, clock, care)
  const limit = request.cap ?? request.maxBuckets
  const small = smallGroups(request)
  const isRestricted = small.minimum !== undefined
  return toStatement(
    sql`
    with ${grouped}
    select ${datasetVersionSql(resource)}, bucket.doubtful, bucket.first, bucket.last, bucket.k,
      bucket.count${isRestricted ? sql`, bucket.withheld` : sql``}
    from (select) as one
    left join (select *${small.withheld('numbered', sql`numbered.k`)} from numbered order by k limit ${limit}::int8) as bucket on true
    order by bucket.k`,
    decodeHistogram,
  )
}

/** The buckets that have rows, in ascending order. */
export interface HistogramRows {
  /** The careful statement must run instead, see `Care`. */
  readonly isDoubtful: boolean
  readonly datasetVersion: string | null
  /**
   * First and last bucket if the width is given; otherwise minimum and maximum in units of the
   * field.
   */
  readonly extent: Extent | undefined
  readonly counts: readonly {
    readonly bucket: string
    /** Null: the bucket is too small to be shown. */
    readonly count: number | null
  }[]
}

interface Extent {
  readonly first: string
  readonly last: string
}

/** Without buckets, the statement returns one row with nulls. */
const decodeHistogram = (rows: readonly Row[]): HistogramRows => {
  const [datasetVersion = null, doubtful, first, last] = rows[0]!
  return {
    isDoubtful: doubtful === 't',
    datasetVersion,
    extent: first == null || last == null ? undefined : { first, last },
    counts: rows.flatMap(([, , , , bucket, count, withheld]) =>
      bucket == null ? [] : [{ bucket, count: withheld === 't' ? null : Number(count) }],
    ),
  }
}

interface Bucket {
  /** Boundaries as JSON texts; `to` is undefined if JSON cannot express it. */
  readonly from: string
  readonly to: string | undefined
  /** Null: the bucket is too small to be shown. */
  readonly count: number | null
}

/** The number of buckets in the response. @throws AppError LIMIT_EXCEEDED with a width that fits */
const shownOf = (request: HistogramRequest, { extent }: HistogramRows) => {
  const scale = extent ? scaleOf(request, extent) : emptyScale
  return { scale, shown: Math.min(scale.buckets, request.cap ?? scale.buckets) }
}

/**
 * The days that bucket boundaries fall on, if only the database knows their first instants.
 *
 * @throws AppError LIMIT_EXCEEDED with a width that fits
 */
export const edgeDays = (
  request: HistogramRequest,
  rows: HistogramRows,
): readonly number[] | undefined => {
  if (!isZoned(request)) return undefined
  const { scale, shown } = shownOf(request, rows)
  const { startOf } = scale
  if (!startOf || shown === 0) return undefined
  return Array.from({ length: shown + 1 }, (_, offset) => startOf(offset))
}

/** @throws AppError LIMIT_EXCEEDED with a width that fits */
export const histogramJson = (
  request: HistogramRequest,
  rows: HistogramRows,
  starts: DayStarts = startsInUtc,
): string => {
  const { scale, shown } = shownOf(request, rows)
  const counts = new Map(rows.counts.map(({ bucket, count }) => [scale.offsetOf(bucket), count]))
  // Otherwise buckets that are not withheld would tell where there are records.
  const empty = minimumSizeOf(request) === undefined ? 0 : null
  const buckets = Array.from({ length: shown }, (_, offset) => ({
    from: scale.edge(offset, starts)!,
    to: scale.edge(offset + 1, starts),
    count: counts.has(offset) ? counts.get(offset)! : empty,
  }))
  return printShape<DistributionResponse>({
    field: JSON.stringify(request.field.name),
    mode: '"HISTOGRAM"',
    metric: '{"operation":"COUNT"}',
    buckets: printShapes(sorted(buckets, request.order).map(bucketTexts)),
    truncated: String(shown < scale.buckets),
  })
}

/** Buckets by their distance from the first one. */
interface Scale {
  readonly buckets: number
  readonly offsetOf: (bucket: string) => number
  /** The first day of a bucket; undefined for numbers. */
  readonly startOf?: (offset: number) => number
  readonly edge: (offset: number, starts: DayStarts) => string | undefined
}

const emptyScale: Scale = { buckets: 0, offsetOf: () => 0, edge: () => undefined }

const scaleOf = (request: HistogramRequest, { first, last }: Extent): Scale =>
  request.size === undefined
    ? scaleByCount(request, BigInt(first), BigInt(last))
    : scaleBySize(request, request.size, first, last)

const scaleBySize = (
  request: HistogramRequest,
  size: string,
  firstText: string,
  lastText: string,
): Scale => {
  const boundaries = boundariesOf(request, size)
  const first = boundaries.indexOf(firstText)
  const last = boundaries.indexOf(lastText)
  const buckets = last - first + 1n
  if (request.cap === undefined && buckets > BigInt(request.maxBuckets)) {
    throw tooMany(
      buckets,
      request.maxBuckets,
      boundaries.fittingSize(first, last, request.maxBuckets),
    )
  }
  return {
    buckets: Number(buckets),
    offsetOf: (bucket) => Number(boundaries.indexOf(bucket) - first),
    ...(boundaries.startOf && { startOf: (offset) => boundaries.startOf!(first + BigInt(offset)) }),
    edge: (offset, starts) => boundaries.edge(first + BigInt(offset), starts),
  }
}

const tooMany = (buckets: bigint, limit: number, bucketSize: string | undefined): AppError =>
  new AppError(
    bucketSize === undefined
      ? problem('noFittingWidth', { buckets, limit })
      : problem('bucketsTooNarrow', { buckets, limit, bucketSize }),
  )

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Divides the range as `groupedByCount` does. */
const scaleByCount = ({ field, count }: HistogramRequest, first: bigint, last: bigint): Scale => {
  const { print } = unitsOf(field)
  const n = BigInt(count!)
  const width = max((last - first + n - 1n) / n, 1n)
  const buckets = Number(min((last - first) / width, n - 1n)) + 1
  return {
    buckets,
    offsetOf: Number,
    edge: (offset) => print(offset === buckets ? last : first + BigInt(offset) * width),
  }
}

const textOf = (json: string): string => (json.startsWith('"') ? JSON.parse(json) : json)
const labelOf = ({ from, to }: Bucket): string =>
  to === undefined ? `≥ ${textOf(from)}` : `${textOf(from)} – ${textOf(to)}`

const bucketTexts = (bucket: Bucket): MemberTexts<DistributionBucket> => {
  const { from, to, count } = bucket
  return defined({
    from,
    to,
    key: from,
    label: JSON.stringify(labelOf(bucket)),
    value: String(count),
    count: String(count),
    withheld: count === null ? 'true' : undefined,
  })
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Buckets arrive in ascending order of their keys, and sorting is stable. */
const sorted = (buckets: readonly Bucket[], order: BucketOrder): readonly Bucket[] => {
  const way = order.endsWith('_DESC') ? -1 : 1
  if (order.startsWith('KEY')) return way === 1 ? buckets : buckets.toReversed()
  // Withheld buckets are last in both directions.
  const rankOf = ({ count }: Bucket) => count ?? way * Number.MAX_SAFE_INTEGER
  const compare = order.startsWith('VALUE')
    ? (a: Bucket, b: Bucket) => rankOf(a) - rankOf(b)
    : (a: Bucket, b: Bucket) => compareText(labelOf(a), labelOf(b))
  return buckets.toSorted((a, b) => way * compare(a, b))
}
