/**
 * Reads requests for statistics. All endpoints check in one order: the form of the body, whether
 * the resource has such statistics, whether the request fits the registry, the filter. No SQL, no
 * I/O.
 */
import type { StatsOperation } from '../contract/stats.js'
import { AppError, problem } from '../foundation/errors/app-error.js'
import type { Settings } from '../foundation/settings/settings.js'
import { isTimeZone } from '../foundation/time/zoned-time.js'
import { acceptedBucketSize, readBucketSize } from '../model/kinds/bucket-size.js'
import {
  endpointOperations,
  type StatsEndpoint,
  type StatsFieldModel,
  servesStats,
  statsSwitches,
} from '../model/types/stats-model.js'
import type { FilterSettings } from '../query/filter/filter-settings.js'
import { readFilter } from '../query/filter/read-filter.js'
import type { ResourceView } from '../query/rows/row-access.js'
import type { DistributionBody, GroupByBody, StatsBody } from '../wire/stats-requests.js'
import {
  bucketOrders,
  distributionModes,
  type Granularity,
  granularities,
} from '../wire/stats-values.js'
import { bodies } from './bodies.js'
import { steps } from './calendar.js'
import { oneOf, Problems, readCount, readDay } from './problems.js'
import { readField, readMetrics } from './read-metrics.js'
import type { HistogramRequest, SeriesRequest, TermsRequest } from './request.js'
import { minimumSizeOf } from './small-groups.js'

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

/** @throws AppError in the order that `docs/reference/stats.md` describes */
export const readGroupBy = (context: StatsContext, sent: unknown): TermsRequest => {
  const body = bodies.groupBy(sent)
  const operations = endpointOperations.groupBy
  checkSupported(context, 'groupBy', operations)
  return readTerms(context, body, operations, new Problems())
}

const readTerms = (
  context: StatsContext,
  body: GroupByBody,
  operations: readonly StatsOperation[],
  problems: Problems,
): TermsRequest => {
  const { resource, settings } = context
  const maxBuckets = settings['platform.stats.max-buckets']
  const field = readField(resource, body.field, operations, problems)
  const metrics = readMetrics(body, resource, field, problems)
  const order = oneOf(body.orderBy ?? 'VALUE_DESC', bucketOrders, 'orderBy', problems)
  const limit = readCount(body.limit, 'limit', maxBuckets, problems) ?? maxBuckets
  problems.throwIfAny()
  return {
    field: field!,
    metrics,
    order: order!,
    limit,
    hasTotals: body.totals ?? false,
    nullLabel: resource.translate(settings['platform.stats.null-label']),
    criteria: readCriteria(context, body),
  }
}

/** Reads the filter as `/filter` does. @throws AppError FILTER_PAYLOAD_INVALID */
const readCriteria = ({ resource, filterSettings }: StatsContext, { filter }: StatsBody) =>
  readFilter(resource, filter, filterSettings, 'filter')

/** @throws AppError as `readGroupBy` */
export const readTimeSeries = (context: StatsContext, sent: unknown): SeriesRequest => {
  const body = bodies.timeSeries(sent)
  const { resource, settings } = context
  const operations = endpointOperations.timeSeries
  checkSupported(context, 'timeSeries', operations)
  const problems = new Problems()
  const field = readField(resource, body.field, operations, problems)
  const granularity = oneOf(body.granularity, granularities, 'granularity', problems)
  const metrics = readMetrics(body, resource, field, problems)
  const from = readDay(body.from, 'from', problems)
  const to = readDay(body.to, 'to', problems)
  const zone = body.timeZone ?? settings['platform.filter.zone-id']
  if (!isTimeZone(zone)) {
    problems.add(problem('statsZoneInvalid'))
  }
  if (from !== undefined && to !== undefined && from > to) {
    problems.add(problem('statsFromAfterTo'))
  }
  const maxPoints = settings['platform.stats.max-series-points']
  const bounds = granularity ? snap(from, to, granularity) : { from: undefined, to: undefined }
  if (granularity && bounds.from !== undefined && bounds.to !== undefined) {
    const { indexOf } = steps[granularity]
    const points = indexOf(bounds.to) - indexOf(bounds.from) + 1
    if (points > maxPoints) {
      problems.add(problem('tooManyPoints', { points, limit: maxPoints }))
    }
  }
  problems.throwIfAny()
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

/** Extends bounds to the first days of the first and the last bucket. */
const snap = (from: number | undefined, to: number | undefined, granularity: Granularity) => {
  const { indexOf, startOf } = steps[granularity]
  const start = (day: number | undefined) => (day === undefined ? undefined : startOf(indexOf(day)))
  return { from: start(from), to: start(to) }
}

export type DistributionRequest =
  | ({ readonly mode: 'TERMS' } & TermsRequest)
  | ({ readonly mode: 'HISTOGRAM' } & HistogramRequest)

const modeOperations = {
  TERMS: ['DISTRIBUTION_TERMS'],
  HISTOGRAM: ['DISTRIBUTION_HISTOGRAM'],
} as const

/** @throws AppError as `readGroupBy` */
export const readDistribution = (context: StatsContext, sent: unknown): DistributionRequest => {
  const body = bodies.distribution(sent)
  const named = distributionModes.find((mode) => mode === body.mode?.toUpperCase())
  const operations = named ? modeOperations[named] : endpointOperations.distribution
  checkSupported(context, 'distribution', operations)
  const problems = new Problems()
  const mode = oneOf(body.mode, distributionModes, 'mode', problems)
  if (body.metrics) problems.add(problem('distributionMetrics'))
  if (mode === 'TERMS') {
    for (const target of ['bucketSize', 'bucketCount'] as const) {
      if (body[target] !== undefined) problems.add(problem('histogramOnly', { target }))
    }
    const { metrics: _, ...single } = body
    return { mode, ...readTerms(context, single, operations, problems) }
  }
  return { mode: 'HISTOGRAM', ...readHistogram(context, body, operations, problems) }
}

const readHistogram = (
  context: StatsContext,
  body: DistributionBody,
  operations: readonly StatsOperation[],
  problems: Problems,
): HistogramRequest => {
  const { resource, settings } = context
  const maxBuckets = settings['platform.stats.max-buckets']
  const field = readField(resource, body.field, operations, problems)
  const metric = body.metric ?? { operation: 'COUNT' }
  if (metric.operation?.toUpperCase() !== 'COUNT' || metric.field !== undefined) {
    problems.add(problem('histogramMetric'))
  }
  const isCut = body.bucketSize !== undefined || body.bucketCount !== undefined
  const cut: Pick<DistributionBody, 'bucketSize' | 'bucketCount'> = isCut
    ? body
    : (field?.histogram ?? {})
  const size = field && readSize(cut.bucketSize, field, problems)
  const count = readCount(cut.bucketCount, 'bucketCount', maxBuckets, problems)
  if (field && cut.bucketSize === undefined && cut.bucketCount === undefined) {
    problems.add(problem('bucketsRequired'))
  }
  if (field && cut.bucketSize === undefined && minimumSizeOf({ field }) !== undefined) {
    problems.add(problem('bucketCountTells'))
  }
  const limit = readCount(body.limit, 'limit', maxBuckets, problems)
  const order = oneOf(body.orderBy ?? 'KEY_ASC', bucketOrders, 'orderBy', problems)
  problems.throwIfAny()
  const caps = [limit, size === undefined ? undefined : count].filter((cap) => cap !== undefined)
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
  problems: Problems,
): string | undefined => {
  if (sent === undefined) return undefined
  const size = readBucketSize(sent, column.kind)
  const accepted = acceptedBucketSize(column.kind)
  return size ?? problems.add(problem('bucketSizeInvalid', { accepted }))
}
