/**
 * Requests for statistics. Names and terms are texts here: the registry of the resource decides.
 */
import Type from 'typebox'
import { flag, number, text, type Wire } from './forms.js'

export const MetricBody = Type.Partial(
  Type.Object({ operation: text, field: text, alias: text }),
  // `Partial` drops the options of its object.
  { additionalProperties: false },
)
export type MetricBody = Wire<typeof MetricBody>

const measured = {
  /** The payload of `/filter`; required, `{}` matches all records. */
  filter: Type.Unsafe<unknown>({ type: 'object' }),
  field: text,
  /** Default: COUNT. */
  metric: MetricBody,
  /** Wins over `metric`; the first one is the primary one. */
  metrics: Type.Array(MetricBody),
}

const cut = { limit: number, orderBy: text }

export const GroupByBody = Type.Partial(
  Type.Object({
    ...measured,
    ...cut,
    /** Whether the metrics are also computed over the whole filtered set. Default: false. */
    totals: flag,
  }),
)
export type GroupByBody = Wire<typeof GroupByBody>

export const TimeSeriesBody = Type.Partial(
  Type.Object({
    ...measured,
    granularity: text,
    /** `yyyy-MM-dd`; both bounds are included. */
    from: text,
    to: text,
    fillGaps: flag,
    /** IANA name of the zone whose days an instant is counted by. */
    timeZone: text,
  }),
)
export type TimeSeriesBody = Wire<typeof TimeSeriesBody>

export const DistributionBody = Type.Partial(
  Type.Object({
    ...measured,
    ...cut,
    mode: text,
    /** A number or decimal text; of dates and instants a number of days, or a granularity. */
    bucketSize: Type.Unsafe<number | string>({ type: ['number', 'string'] }),
    bucketCount: number,
  }),
)
export type DistributionBody = Wire<typeof DistributionBody>

/** What requests for statistics have in common. */
export type StatsBody = Pick<GroupByBody, keyof typeof measured>
