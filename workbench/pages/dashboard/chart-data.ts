/** Requests of charts, and the rows that they draw, in one form for all kinds of charts. */
import type {
  DistributionResponse,
  GroupByResponse,
  MetricValue,
  TermsBucket,
  TimeSeriesResponse,
} from '../../../src/wire/stats-responses.js'
import { add, subtract } from '../../fields/decimal.js'
import type { Chart } from './charts.js'
import type { Days } from './days.js'
import type { BucketValues } from './narrowing.js'
import type { StatsField } from './stats-field.js'

type Filter = Readonly<Record<string, unknown>>

export interface ChartRequest {
  readonly kind: 'group-by' | 'timeseries' | 'distribution'
  readonly body: Readonly<Record<string, unknown>>
}

/** @param bounds the first and the last day of a series, whose empty points are drawn as well */
export const chartRequest = (
  chart: Chart,
  field: StatsField | undefined,
  filter: Filter,
  bounds?: Days,
): ChartRequest => {
  const body = { filter, field: chart.field }
  if (chart.kind === 'histogram') {
    const cut =
      typeof chart.buckets === 'number'
        ? { bucketCount: chart.buckets }
        : { bucketSize: chart.buckets }
    return { kind: 'distribution', body: { ...body, mode: 'HISTOGRAM', ...cut } }
  }
  const measured = { ...body, metric: chart.metric }
  if (chart.kind === 'series') {
    const { granularity } = chart
    return { kind: 'timeseries', body: { ...measured, granularity, fillGaps: true, ...bounds } }
  }
  return field?.groupByEligible === false
    ? { kind: 'distribution', body: { ...measured, mode: 'TERMS', limit: chart.limit } }
    : { kind: 'group-by', body: { ...measured, limit: chart.limit, totals: true } }
}

export type ChartResponse = GroupByResponse | TimeSeriesResponse | DistributionResponse

export interface ChartRow {
  /** Id that is unique in a chart. */
  readonly id: string
  /** Label as the service prints it. The page prints the keys of histograms and series itself. */
  readonly label: string
  readonly value: MetricValue
  /** Null: the row is withheld, because it has too few records. */
  readonly count: number | null
  /** Values from which a filter finds exactly the records of the row. */
  readonly values: BucketValues
  /** The row counts the values below or above the ranges of a histogram. */
  readonly isEnd?: true
}

export interface ChartRows {
  readonly rows: readonly ChartRow[]
  /** Sum of the buckets that are not shown. */
  readonly others?: {
    readonly buckets: number
    readonly count: number | null
    /** Undefined for metrics that cannot be added up. */
    readonly value: MetricValue | undefined
  }
  /** The value of which shares are parts; undefined for charts without shares. */
  readonly whole: string | undefined
  /** The metric over all records; undefined where the response does not tell it. */
  readonly total: string | undefined
  readonly isTruncated: boolean
  /** Time at which a stored result was computed; undefined for a current one. */
  readonly asOf: string | undefined
}

export const chartRows = (chart: Chart, response: ChartResponse): ChartRows => {
  if ('points' in response) {
    const rows = response.points.map(({ start, end, label, value, count }) => ({
      ...{ id: start, label, value, count },
      values: { from: start, to: end, isClosed: true },
    }))
    const { truncated: isTruncated, asOf, metric } = response
    const isWhole = isAdditive(metric) && !isTruncated && rows.every(({ count }) => count !== null)
    const total = isWhole ? sumOf(rows.map(({ value }) => value)) : undefined
    return { rows, whole: undefined, total, isTruncated, asOf }
  }
  if ('mode' in response && response.mode === 'HISTOGRAM') return histogramRows(chart, response)
  const rows = (response.buckets as readonly TermsBucket[]).map(({ key, label, value, count }) => ({
    ...{ id: JSON.stringify(key), label, value, count },
    values: { key },
  }))
  const shown = sumOf(rows.map(({ value }) => value))
  const whole = wholeOf(response, shown)
  const others = othersOf(response, rows.length, { whole, shown })
  const { truncated: isTruncated, asOf } = response
  return {
    rows,
    ...(others && { others }),
    whole,
    total: totalOf(response, whole),
    isTruncated,
    asOf,
  }
}

const totalOf = (
  response: GroupByResponse | DistributionResponse,
  whole: string | undefined,
): string | undefined => {
  const { value, withheld } = ('totals' in response ? response.totals : undefined) ?? {}
  return withheld || value === undefined || value === null ? whole : String(value)
}

const histogramRows = (
  chart: Chart,
  { buckets, truncated, asOf }: DistributionResponse,
): ChartRows => {
  const isByCount = chart.kind === 'histogram' && typeof chart.buckets === 'number'
  const rows = buckets.map(({ from, to, label, value, count }, index) => ({
    ...{ id: String(from), label, value, count },
    // If the chart has a number of buckets, the last one includes its end, which is the maximum.
    values: { from: from!, to, isClosed: isByCount && index === buckets.length - 1 },
  }))
  const whole = truncated ? undefined : sumOf(rows.map(({ count }) => count))
  return {
    rows,
    whole,
    total: whole,
    isTruncated: truncated,
    asOf,
  }
}

const sumOf = (values: readonly MetricValue[]): string | undefined =>
  values.reduce<string | undefined>(
    (sum, value) => (sum === undefined || value === null ? sum : add(sum, value)),
    '0',
  )

/** Returns true for counts and sums, which are parts of a whole. */
const isAdditive = ({ operation }: { readonly operation: string }): boolean =>
  operation === 'COUNT' || operation === 'SUM'

const wholeOf = (
  response: GroupByResponse | DistributionResponse,
  shown: string | undefined,
): string | undefined => {
  if (!isAdditive(response.metric)) return undefined
  if ('totals' in response && response.totals) {
    return response.totals.withheld ? undefined : String(response.totals.value)
  }
  return response.truncated ? undefined : shown
}

const othersOf = (
  response: GroupByResponse | DistributionResponse,
  shownBuckets: number,
  { whole, shown }: { whole: string | undefined; shown: string | undefined },
): ChartRows['others'] => {
  if (!('otherCount' in response) || !response.truncated) return undefined
  return {
    buckets: response.totalBuckets - shownBuckets,
    count: response.otherCount,
    value: whole === undefined || shown === undefined ? undefined : subtract(whole, shown),
  }
}

/**
 * Returns the change of a value as a share of the earlier one; undefined without one that has a
 * meaning.
 */
export const changeOf = (
  now: string | undefined,
  before: string | undefined,
): number | undefined => {
  const [current, earlier] = [Number(now), Number(before)]
  const isKnown = now !== undefined && before !== undefined && earlier !== 0
  const change = (current - earlier) / Math.abs(earlier)
  return isKnown && Number.isFinite(change) ? change : undefined
}

/** Returns the share of a value in the whole, from 0 to 1; undefined where it has no meaning. */
export const shareOf = (value: MetricValue, whole: string | undefined): number | undefined => {
  const [part, all] = [Number(value), Number(whole)]
  const isShare = value !== null && whole !== undefined && all > 0 && part >= 0 && part <= all
  return isShare ? part / all : undefined
}
