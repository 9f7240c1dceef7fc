/**
 * Reads requests for statistics, in the order that is the same everywhere: the form of the body, whether
 * there are such statistics, whether the request fits the registry, the filter. Nothing is queried.
 */
import type { StatsOperation } from '../contract/stats.js'
import { AppError, problem } from '../foundation/errors/app-error.js'
import type { Settings } from '../foundation/settings.js'
import { isTimeZone } from '../foundation/zoned-time.js'
import { acceptedBucketSize, readBucketSize } from '../model/kinds/bucket-size.js'
import {
  endpointOperations,
  type StatsEndpoint,
  type StatsFieldModel,
  servesStats,
  statsSwitches,
} from '../model/types/stats-model.js'
import { type FilterSettings, readFilter } from '../query/filter/read-filter.js'
import type { ResourceView } from '../query/rows/row-access.js'
import type { DistributionBody, GroupByBody, StatsBody } from '../wire/stats-requests.js'
import { bucketOrders, granularities } from '../wire/stats-values.js'
import { bodies } from './bodies.js'
import { steps } from './calendar.js'
import { Faults, oneOf, readCount, readDay } from './faults.js'
import { readField, readMetrics } from './read-metrics.js'
import type { Granularity, HistogramRequest, SeriesRequest, TermsRequest } from './request.js'

export interface StatsContext {
  readonly resource: ResourceView
  readonly settings: Settings
  readonly filterSettings: FilterSettings
}

/** @throws AppError NOT_SUPPORTED */
const checkSupported = (
  { resource, settings }: StatsContext,
  endpoint: StatsEndpoint,
  operations: readonly StatsOperation[],
): void => {
  const switches = statsSwitches(settings)
  if (servesStats(resource.stats, endpoint, switches, operations)) return
  throw new AppError(
    switches.enabled
      ? problem('statsNotSupported', { resource: resource.name })
      : problem('statsTurnedOff'),
  )
}

/** @throws AppError, in the order that `stats.md` of the docs tells */
export const readGroupBy = (context: StatsContext, sent: unknown): TermsRequest => {
  const body = bodies.groupBy(sent)
  const operations = endpointOperations.groupBy
  checkSupported(context, 'groupBy', operations)
  return readTerms(context, body, operations, new Faults())
}

const readTerms = (
  context: StatsContext,
  body: GroupByBody,
  operations: readonly StatsOperation[],
  faults: Faults,
): TermsRequest => {
  const { resource, settings } = context
  const maxBuckets = settings['platform.stats.max-buckets']
  const field = readField(resource, body.field, operations, faults)
  const metrics = readMetrics(body, resource, field, faults)
  const order = oneOf(body.orderBy ?? 'VALUE_DESC', bucketOrders, 'orderBy', faults)
  const limit = readCount(body.limit, 'limit', maxBuckets, faults) ?? maxBuckets
  faults.throwIfAny()
  return {
    field: field!,
    metrics,
    order: order!,
    limit,
    nullLabel: resource.translate(settings['platform.stats.null-label']),
    criteria: readCriteria(context, body),
  }
}

/** The same reader as of `/filter`. @throws AppError FILTER_PAYLOAD_INVALID */
const readCriteria = ({ resource, filterSettings }: StatsContext, { filter }: StatsBody) =>
  readFilter(resource, filter, filterSettings, 'filter')

/** @throws AppError as `readGroupBy` */
export const readTimeSeries = (context: StatsContext, sent: unknown): SeriesRequest => {
  const body = bodies.timeSeries(sent)
  const { resource, settings } = context
  const operations = endpointOperations.timeSeries
  checkSupported(context, 'timeSeries', operations)
  const faults = new Faults()
  const field = readField(resource, body.field, operations, faults)
  const granularity = oneOf(body.granularity, granularities, 'granularity', faults)
  const metrics = readMetrics(body, resource, field, faults)
  const from = readDay(body.from, 'from', faults)
  const to = readDay(body.to, 'to', faults)
  const zone = body.timeZone ?? settings['platform.filter.zone-id']
  if (!isTimeZone(zone)) {
    faults.add(problem('statsZoneInvalid'))
  }
  if (from !== undefined && to !== undefined && from > to) {
    faults.add(problem('statsFromAfterTo'))
  }
  const maxPoints = settings['platform.stats.max-series-points']
  const bounds = granularity ? snap(from, to, granularity) : { from: undefined, to: undefined }
  if (granularity && bounds.from !== undefined && bounds.to !== undefined) {
    const { indexOf } = steps[granularity]
    const points = indexOf(bounds.to) - indexOf(bounds.from) + 1
    if (points > maxPoints) {
      faults.add(problem('tooManyPoints', { points, limit: maxPoints }))
    }
  }
  faults.throwIfAny()
  return {
    field: field!,
    granularity: granularity!,
    metrics,
    ...bounds,
    fillGaps: body.fillGaps ?? false,
    zone,
    maxPoints,
    criteria: readCriteria(context, body),
  }
}

/** Outwards, to the first days of the first and the last bucket. */
const snap = (from: number | undefined, to: number | undefined, granularity: Granularity) => {
  const { indexOf, startOf } = steps[granularity]
  const start = (day: number | undefined) => (day === undefined ? undefined : startOf(indexOf(day)))
  return { from: start(from), to: start(to) }
}

export type DistributionRequest =
  | ({ readonly mode: 'TERMS' } & TermsRequest)
  | ({ readonly mode: 'HISTOGRAM' } & HistogramRequest)

const modes = ['TERMS', 'HISTOGRAM'] as const
const modeOperations = {
  TERMS: ['DISTRIBUTION_TERMS'],
  HISTOGRAM: ['DISTRIBUTION_HISTOGRAM'],
} as const

/** @throws AppError as `readGroupBy` */
export const readDistribution = (context: StatsContext, sent: unknown): DistributionRequest => {
  const body = bodies.distribution(sent)
  const known = modes.find((one) => one === body.mode?.toUpperCase())
  const operations = known ? modeOperations[known] : endpointOperations.distribution
  checkSupported(context, 'distribution', operations)
  const faults = new Faults()
  const mode = oneOf(body.mode, modes, 'mode', faults)
  if (body.metrics) faults.add(problem('distributionMetrics'))
  if (mode === 'TERMS') {
    for (const target of ['bucketSize', 'bucketCount'] as const) {
      if (body[target] !== undefined) faults.add(problem('histogramOnly', { target }))
    }
    const { metrics: _, ...single } = body
    return { mode, ...readTerms(context, single, operations, faults) }
  }
  return { mode: 'HISTOGRAM', ...readHistogram(context, body, operations, faults) }
}

const readHistogram = (
  context: StatsContext,
  body: DistributionBody,
  operations: readonly StatsOperation[],
  faults: Faults,
): HistogramRequest => {
  const { resource, settings } = context
  const maxBuckets = settings['platform.stats.max-buckets']
  const field = readField(resource, body.field, operations, faults)
  const metric = body.metric ?? { operation: 'COUNT' }
  if (metric.operation?.toUpperCase() !== 'COUNT' || metric.field !== undefined) {
    faults.add(problem('histogramMetric'))
  }
  const asked = body.bucketSize !== undefined || body.bucketCount !== undefined
  const cut: Pick<DistributionBody, 'bucketSize' | 'bucketCount'> = asked
    ? body
    : (field?.histogram ?? {})
  const size = field && readSize(cut.bucketSize, field, faults)
  const count = readCount(cut.bucketCount, 'bucketCount', maxBuckets, faults)
  if (field && cut.bucketSize === undefined && cut.bucketCount === undefined) {
    faults.add(problem('bucketsRequired'))
  }
  const limit = readCount(body.limit, 'limit', maxBuckets, faults)
  const order = oneOf(body.orderBy ?? 'KEY_ASC', bucketOrders, 'orderBy', faults)
  faults.throwIfAny()
  const caps = [limit, size === undefined ? undefined : count].filter((one) => one !== undefined)
  return {
    field: field!,
    size,
    count: size === undefined ? count : undefined,
    cap: caps.length === 0 ? undefined : Math.min(...caps),
    order: order!,
    maxBuckets,
    zone: settings['platform.filter.zone-id'],
    criteria: readCriteria(context, body),
  }
}

const readSize = (
  sent: number | string | undefined,
  { target: { column } }: StatsFieldModel,
  faults: Faults,
): string | undefined => {
  if (sent === undefined) return undefined
  const size = readBucketSize(sent, column.kind)
  const accepted = acceptedBucketSize(column.kind)
  return size ?? faults.add(problem('bucketSizeInvalid', { accepted }))
}
