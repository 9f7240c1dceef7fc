/** The statistics of a resource with every name resolved. */
import {
  type HistogramDefault,
  type MetricOperation,
  metricOperations,
  type SemanticType,
  type StatsMode,
  type StatsOperation,
} from '../../contract/stats.js'
import type { Settings } from '../../foundation/settings.js'
import type { ColumnTarget } from './path.js'

export interface StatsFieldModel {
  readonly name: string
  readonly label: string
  readonly type: SemanticType
  readonly target: ColumnTarget
  readonly labelTarget?: ColumnTarget
  readonly operations: ReadonlySet<StatsOperation>
  /** Undefined: the usual ones. */
  readonly metrics?: readonly MetricOperation[]
  readonly histogram?: HistogramDefault
  readonly authorities: readonly string[]
}

export type StatsEndpoint = 'groupBy' | 'timeSeries' | 'distribution'

export interface StatsModel {
  readonly fields: ReadonlyMap<string, StatsFieldModel>
  /** Undefined: as `platform.stats.default-mode` says. */
  readonly modes: Readonly<Partial<Record<StatsEndpoint, StatsMode>>>
}

/** What a field must be permitted, any of these, to serve an endpoint. */
export const endpointOperations: Readonly<Record<StatsEndpoint, readonly StatsOperation[]>> = {
  groupBy: ['GROUP_BY'],
  timeSeries: ['TIME_SERIES'],
  distribution: ['DISTRIBUTION_TERMS', 'DISTRIBUTION_HISTOGRAM'],
}

const numeric: ReadonlySet<string> = new Set(['integer', 'bigint', 'decimal', 'version'])

export const isNumeric = ({ target }: Pick<StatsFieldModel, 'target'>): boolean =>
  numeric.has(target.column.kind)

const usualMetrics: readonly MetricOperation[] = ['SUM', 'AVG', 'MIN', 'MAX']

/** What may be made of a field that is measured. */
export const measuresOf = (field: StatsFieldModel): readonly MetricOperation[] => {
  if (!field.operations.has('METRIC_FIELD')) {
    return field.metrics?.includes('DISTINCT_COUNT') ? ['DISTINCT_COUNT'] : []
  }
  return field.metrics?.filter((one) => one !== 'COUNT') ?? usualMetrics
}

/** Whether a metric may be computed for each bucket of a dimension; a measure decides about DISTINCT_COUNT. */
export const allowsMetric = ({ metrics }: StatsFieldModel, operation: MetricOperation): boolean =>
  operation === 'COUNT' ||
  operation === 'DISTINCT_COUNT' ||
  (metrics ?? usualMetrics).includes(operation)

/** Fields that an operation other than COUNT may be computed of. */
export const measuresFor = (
  { fields }: Pick<StatsModel, 'fields'>,
  operation: MetricOperation,
): readonly StatsFieldModel[] =>
  [...fields.values()].filter(
    (field) =>
      measuresOf(field).includes(operation) && (operation === 'DISTINCT_COUNT' || isNumeric(field)),
  )

const bucketOperations: readonly StatsOperation[] = [
  'GROUP_BY',
  'TIME_SERIES',
  'DISTRIBUTION_TERMS',
]

/**
 * The metrics that requests may name together with a field. Of a dimension: those of its buckets, for which
 * some field can be measured; a histogram only counts. Of a measure: what may be computed of it.
 */
export const metricsOf = (
  field: StatsFieldModel,
  stats: Pick<StatsModel, 'fields'>,
): readonly MetricOperation[] => {
  const has = (operation: StatsOperation) => field.operations.has(operation)
  if (bucketOperations.some(has)) {
    return metricOperations.filter(
      (operation) =>
        operation === 'COUNT' ||
        (allowsMetric(field, operation) && measuresFor(stats, operation).length > 0),
    )
  }
  const counts: readonly MetricOperation[] = has('DISTRIBUTION_HISTOGRAM') ? ['COUNT'] : []
  return [...counts, ...measuresOf(field)]
}

/** What the configuration says of all statistics. */
export interface StatsSwitches {
  readonly enabled: boolean
  readonly defaultMode: StatsMode
}

/** Whether an endpoint would answer some request; `operations` narrows it to one mode of it. */
export const servesStats = (
  { fields, modes }: StatsModel,
  endpoint: StatsEndpoint,
  { enabled, defaultMode }: StatsSwitches,
  operations: readonly StatsOperation[] = endpointOperations[endpoint],
): boolean =>
  enabled &&
  (modes[endpoint] ?? defaultMode) === 'AUTO' &&
  [...fields.values()].some((field) => operations.some((one) => field.operations.has(one)))

export const statsSwitches = (settings: Settings): StatsSwitches => ({
  enabled: settings['platform.stats.enabled'],
  defaultMode: settings['platform.stats.default-mode'],
})

export type SupportLevel = 'GLOBALLY_DISABLED' | 'NONE' | 'PARTIAL' | 'OPERATIONAL'

export const supportLevelOf = (stats: StatsModel, switches: StatsSwitches): SupportLevel => {
  if (!switches.enabled) return 'GLOBALLY_DISABLED'
  const endpoints = Object.keys(endpointOperations) as StatsEndpoint[]
  const served = endpoints.filter((endpoint) => servesStats(stats, endpoint, switches))
  if (served.length === 0) return 'NONE'
  return served.length === endpoints.length ? 'OPERATIONAL' : 'PARTIAL'
}
