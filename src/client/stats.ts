/** Requests and answers of the statistics; `N` are the names of the registry, `F` is the filter. */
import type { MetricOperation } from '../contract/stats.js'

/** COUNT may stand alone, the others are of a field. */
export type Metric<N extends string> =
  | { readonly operation: 'COUNT'; readonly field?: N; readonly alias?: string }
  | {
      readonly operation: Exclude<MetricOperation, 'COUNT'>
      readonly field: N
      readonly alias?: string
    }

export type BucketOrder =
  | 'KEY_ASC'
  | 'KEY_DESC'
  | 'VALUE_ASC'
  | 'VALUE_DESC'
  | 'LABEL_ASC'
  | 'LABEL_DESC'
export type Granularity = 'DAY' | 'WEEK' | 'MONTH'

interface StatsRequest<N extends string, F> {
  /** Default: all records. */
  readonly filter?: F
  readonly field: N
}
interface MetricsOf<N extends string> {
  /** Default: COUNT. */
  readonly metric?: Metric<N>
  /** Wins over `metric`; the first one is the primary one. */
  readonly metrics?: readonly Metric<N>[]
}

export interface GroupByRequest<N extends string, F> extends StatsRequest<N, F>, MetricsOf<N> {
  readonly orderBy?: BucketOrder
  readonly limit?: number
}

export interface TimeSeriesRequest<N extends string, F> extends StatsRequest<N, F>, MetricsOf<N> {
  readonly granularity: Granularity
  /** `yyyy-MM-dd`, both included. */
  readonly from?: string
  readonly to?: string
  readonly fillGaps?: boolean
  /** IANA name; days of an instant are those of this zone. */
  readonly timeZone?: string
}

export interface TermsRequest<N extends string, F> extends StatsRequest<N, F> {
  readonly mode: 'TERMS'
  readonly metric?: Metric<N>
  readonly orderBy?: BucketOrder
  readonly limit?: number
}

export interface HistogramRequest<N extends string, F> extends StatsRequest<N, F> {
  readonly mode: 'HISTOGRAM'
  /** A number or decimal text; of dates and instants days, or a step of the calendar. */
  readonly bucketSize?: number | (string & {}) | Granularity
  readonly bucketCount?: number
  readonly orderBy?: BucketOrder
  readonly limit?: number
}

export interface AskedMetric<N extends string> {
  readonly operation: MetricOperation
  readonly field?: N
  readonly alias?: string
}
/**
 * A number; the text of its digits where a number of JavaScript would round it, such as a sum beyond 15
 * digits; null where there is nothing to measure.
 */
export type MetricValue = number | string | null

interface Measured {
  /** The primary metric. */
  readonly value: MetricValue
  readonly count: number
  /** By alias or name, with several metrics. */
  readonly values?: Readonly<Record<string, MetricValue>>
}
interface StatsData<N extends string> {
  readonly field: N
  readonly metric: AskedMetric<N>
  readonly metrics?: readonly AskedMetric<N>[]
  readonly truncated: boolean
}

export interface Bucket extends Measured {
  /** Null: the records without a value. */
  readonly key: string | number | boolean | null
  readonly label: string
}

export interface GroupBy<N extends string = string> extends StatsData<N> {
  readonly buckets: readonly Bucket[]
  readonly totalBuckets: number
  /** Records in the buckets that were cut. */
  readonly otherCount: number
}

export interface Point extends Measured {
  /** First and last day. */
  readonly start: string
  readonly end: string
  readonly label: string
}

export interface TimeSeries<N extends string = string> extends StatsData<N> {
  readonly granularity: Granularity
  readonly points: readonly Point[]
}

export interface Terms<N extends string = string> extends StatsData<N> {
  readonly mode: 'TERMS'
  readonly buckets: readonly Bucket[]
}

export interface HistogramBucket extends Measured {
  readonly from: string | number
  /** Exclusive, but for the maximum of the last of `bucketCount`; absent behind 9999-12-31. */
  readonly to?: string | number
  readonly key: string | number
  readonly label: string
}

export interface Histogram<N extends string = string> extends StatsData<N> {
  readonly mode: 'HISTOGRAM'
  readonly buckets: readonly HistogramBucket[]
}
