/**
 * Requests and responses of the statistics: `N` are the names of the registry, `F` is the filter.
 */
import type { MetricOperation } from '../contract/stats.js'
import type { DistributionBody, GroupByBody, TimeSeriesBody } from '../wire/stats-requests.js'
import type {
  DistributionBucket,
  DistributionResponse,
  GroupByResponse,
  Metric,
  TermsBucket,
  TimeSeriesResponse,
} from '../wire/stats-responses.js'
import type { BucketOrder, Granularity } from '../wire/stats-values.js'

/** COUNT may stand alone; the other operations need a field. */
type RequestedMetric<N extends string> =
  | { readonly operation: 'COUNT'; readonly field?: N; readonly alias?: string }
  | {
      readonly operation: Exclude<MetricOperation, 'COUNT'>
      readonly field: N
      readonly alias?: string
    }

export interface GroupByRequest<N extends string, F> extends GroupByBody {
  /** Default: all records. */
  readonly filter?: F
  readonly field: N
  readonly metric?: RequestedMetric<N>
  readonly metrics?: readonly RequestedMetric<N>[]
  /** Default: VALUE_DESC. */
  readonly orderBy?: BucketOrder
}

export interface TimeSeriesRequest<N extends string, F> extends TimeSeriesBody {
  /** Default: all records. */
  readonly filter?: F
  readonly field: N
  readonly metric?: RequestedMetric<N>
  readonly metrics?: readonly RequestedMetric<N>[]
  readonly granularity: Granularity
}

interface DistributionRequest<N extends string, F> extends Pick<DistributionBody, 'limit'> {
  /** Default: all records. */
  readonly filter?: F
  readonly field: N
  readonly orderBy?: BucketOrder
}

export interface TermsRequest<N extends string, F> extends DistributionRequest<N, F> {
  readonly mode: 'TERMS'
  readonly metric?: RequestedMetric<N>
}

export interface HistogramRequest<N extends string, F>
  extends DistributionRequest<N, F>,
    Pick<DistributionBody, 'bucketCount'> {
  readonly mode: 'HISTOGRAM'
  /** A number or decimal text; of dates and instants a number of days, or a granularity. */
  readonly bucketSize?: number | (string & {}) | Granularity
}

interface ResponseMetric<N extends string> extends Metric {
  readonly operation: MetricOperation
  readonly field?: N
}

export type Bucket = TermsBucket

export interface GroupBy<N extends string = string> extends GroupByResponse {
  readonly field: N
  readonly metric: ResponseMetric<N>
  readonly metrics?: readonly ResponseMetric<N>[]
}

export interface TimeSeries<N extends string = string> extends TimeSeriesResponse {
  readonly field: N
  readonly metric: ResponseMetric<N>
  readonly metrics?: readonly ResponseMetric<N>[]
}

export interface Terms<N extends string = string> extends DistributionResponse {
  readonly mode: 'TERMS'
  readonly field: N
  readonly metric: ResponseMetric<N>
  readonly buckets: readonly Bucket[]
}

export interface HistogramBucket extends DistributionBucket {
  readonly from: string | number
  readonly key: string | number
}

export interface Histogram<N extends string = string> extends DistributionResponse {
  readonly mode: 'HISTOGRAM'
  readonly field: N
  readonly metric: ResponseMetric<N>
  readonly buckets: readonly HistogramBucket[]
}
