/** Requests for statistics, read and validated against the registry. */
import type { StatsFieldModel } from '../model/types/stats-model.js'
import type { Criterion } from '../query/filter/criteria.js'
import type { BucketOrder, Granularity } from '../wire/stats-values.js'
import type { Metric } from './metrics.js'

export interface StatsRequest {
  readonly field: StatsFieldModel
  readonly criteria: readonly Criterion[]
}

export interface TermsRequest extends StatsRequest {
  readonly metrics: readonly Metric[]
  readonly order: BucketOrder
  readonly limit: number
  readonly nullLabel: string
  /** Whether the metrics are also computed over the whole set. */
  readonly hasTotals: boolean
}

export interface SeriesRequest extends StatsRequest {
  readonly metrics: readonly Metric[]
  readonly granularity: Granularity
  /** The first day of the first and of the last bucket, so that all buckets are whole. */
  readonly from: number | undefined
  readonly to: number | undefined
  readonly fillGaps: boolean
  readonly zone: string
  readonly maxPoints: number
}

export interface HistogramRequest extends StatsRequest {
  /** Width of a bucket: a decimal text, a number of days, or a step of the calendar. */
  readonly size: string | Granularity | undefined
  /** Number of buckets from minimum to maximum, if there is no width. */
  readonly count: number | undefined
  /** Maximum number of buckets in the response. Undefined: more than `maxBuckets` is an error. */
  readonly cap: number | undefined
  readonly order: BucketOrder
  readonly maxBuckets: number
  readonly zone: string
}
