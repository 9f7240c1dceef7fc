/** Responses of the statistics. */
import Type from 'typebox'
import {
  count,
  day,
  flag,
  instant,
  mapOf,
  nullable,
  number,
  oneOf,
  text,
  type Wire,
} from './forms.js'
import { distributionModes, granularities } from './stats-values.js'

/**
 * A JSON number, or null where there is nothing to measure. Clients that keep all digits have the
 * text of a number that JavaScript would round, such as a sum of more than 15 digits.
 */
const metricValue = Type.Unsafe<number | string | null>({ type: ['number', 'null'] })
export type MetricValue = Wire<typeof metricValue>

/** A metric as it was requested. */
export const Metric = Type.Object(
  { operation: text, field: Type.Optional(text), alias: Type.Optional(text) },
  { $id: 'Metric' },
)
export type Metric = Wire<typeof Metric>

const size = {
  /** Null in a group that is withheld, as its values are. */
  count: nullable(count),
  /** True for a group that is too small for the caller; otherwise absent. */
  withheld: Type.Optional(flag),
}

const measured = {
  /** Value of the primary metric. */
  value: metricValue,
  ...size,
  /** By alias or name, with several metrics. */
  values: Type.Optional(mapOf(metricValue)),
}

const metrics = {
  /** The primary metric. */
  metric: Metric,
  /** All metrics, where several were requested. */
  metrics: Type.Optional(Type.Array(Metric)),
}

/** Time at which a stored result was computed. Current results have none. */
const asOf = Type.Optional(instant)

const TermsBucket = Type.Object(
  {
    /** Null: the records without a value. */
    key: Type.Unsafe<string | number | boolean | null>({}),
    label: text,
    ...measured,
  },
  { $id: 'TermsBucket' },
)
export type TermsBucket = Wire<typeof TermsBucket>

export const GroupByResponse = Type.Object(
  {
    field: text,
    ...metrics,
    buckets: Type.Array(TermsBucket),
    totalBuckets: count,
    truncated: flag,
    /** Records in the buckets that were cut. Null where the caller does not see small groups. */
    otherCount: nullable(count),
    /** The metrics over the whole filtered set, if requested. */
    totals: Type.Optional(Type.Object(measured)),
    asOf,
  },
  { $id: 'GroupByResponse' },
)
export type GroupByResponse = Wire<typeof GroupByResponse>

const Point = Type.Object(
  {
    /** First and last day. */
    start: day,
    end: day,
    label: text,
    ...measured,
  },
  { $id: 'TimeSeriesPoint' },
)
export type Point = Wire<typeof Point>

export const TimeSeriesResponse = Type.Object(
  {
    field: text,
    granularity: oneOf(granularities),
    ...metrics,
    points: Type.Array(Point),
    truncated: flag,
    asOf,
  },
  { $id: 'TimeSeriesResponse' },
)
export type TimeSeriesResponse = Wire<typeof TimeSeriesResponse>

const edge = Type.Union([number, text])

const DistributionBucket = Type.Object(
  {
    /** Histograms only, as `to`. */
    from: Type.Optional(edge),
    /** Exclusive, except for the maximum in the last of `bucketCount`; absent after 9999-12-31. */
    to: Type.Optional(edge),
    key: TermsBucket.properties.key,
    label: text,
    value: metricValue,
    ...size,
  },
  { $id: 'DistributionBucket' },
)
export type DistributionBucket = Wire<typeof DistributionBucket>

export const DistributionResponse = Type.Object(
  {
    field: text,
    mode: oneOf(distributionModes),
    metric: Metric,
    buckets: Type.Array(DistributionBucket),
    truncated: flag,
    asOf,
  },
  { $id: 'DistributionResponse' },
)
export type DistributionResponse = Wire<typeof DistributionResponse>
