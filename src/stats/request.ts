/** What a request for statistics asks for, read and held against the registry. */
import type { StatsFieldModel } from '../model/types/stats-model.js'
import type { Criterion } from '../query/filter/read-filter.js'
import type { BucketOrder, Granularity } from '../wire/stats-values.js'
import type { Metric } from './metrics.js'

export type { BucketOrder, Granularity }

export interface StatsRequest {
  readonly field: StatsFieldModel
  readonly criteria: readonly Criterion[]
}

export interface TermsRequest extends StatsRequest {
  readonly metrics: readonly Metric[]
  readonly order: BucketOrder
  readonly limit: number
  readonly nullLabel: string
}

export interface SeriesRequest extends StatsRequest {
  readonly metrics: readonly Metric[]
  readonly granularity: Granularity
  /** Days, snapped outwards to whole buckets: the first day of the first and of the last bucket. */
  readonly from: number | undefined
  readonly to: number | undefined
  readonly fillGaps: boolean
  readonly zone: string
  readonly maxPoints: number
}

export interface HistogramRequest extends StatsRequest {
  /** Width of a bucket: a decimal text, days, or a step of the calendar. */
  readonly size: string | Granularity | undefined
  /** Buckets from minimum to maximum, where there is no width. */
  readonly count: number | undefined
  /** Buckets that are shown at the most; undefined: more than `maxBuckets` is refused. */
  readonly cap: number | undefined
  readonly order: BucketOrder
  readonly maxBuckets: number
  readonly zone: string
}
