/** Statistics of a resource, with resolved names. */
import {
  type HistogramDefault,
  type MetricOperation,
  type MinimumGroupSize,
  metricOperations,
  type SemanticType,
  type StatsMode,
  type StatsOperation,
} from '../../contract/stats.js'
import type { Settings } from '../../foundation/settings/settings.js'
import { kinds } from '../kinds/kinds.js'
import type { ColumnTarget } from './path.js'

export interface StatsFieldModel {
  readonly name: string
  readonly label: string
  readonly type: SemanticType
  readonly target: ColumnTarget
  readonly labelTarget?: ColumnTarget
  readonly operations: ReadonlySet<StatsOperation>
  /** Allowed metrics. Undefined: the default metrics. */
  readonly metrics?: readonly MetricOperation[]
  readonly histogram?: HistogramDefault
  /** Milliseconds that a stored result may be old. Undefined: none is stored. */
  readonly maxAgeMs?: number
  /** Undefined: groups of any size are shown. A view has it if its caller is restricted. */
  readonly minimumGroupSize?: MinimumGroupSize
  readonly authorities: readonly string[]
}

/** Fields whose statistics may be stored. */
export const storedFieldsOf = ({
  fields,
}: Pick<StatsModel, 'fields'>): readonly StatsFieldModel[] =>
  [...fields.values()].filter(({ maxAgeMs }) => maxAgeMs !== undefined)

export type StatsEndpoint = 'groupBy' | 'timeSeries' | 'distribution'

export interface StatsModel {
  readonly fields: ReadonlyMap<string, StatsFieldModel>
  /** Mode of each endpoint. Undefined: `platform.stats.default-mode`. */
  readonly modes: Readonly<Partial<Record<StatsEndpoint, StatsMode>>>
}

/** Roles of a field, one of which an endpoint needs. */
export const endpointOperations: Readonly<Record<StatsEndpoint, readonly StatsOperation[]>> = {
  groupBy: ['GROUP_BY'],
  timeSeries: ['TIME_SERIES'],
  distribution: ['DISTRIBUTION_TERMS', 'DISTRIBUTION_HISTOGRAM'],
}

export const isNumeric = ({ target }: Pick<StatsFieldModel, 'target'>): boolean =>
  ['whole', 'fractional'].includes(kinds[target.column.kind].axis ?? '')

const usualMetrics: readonly MetricOperation[] = ['SUM', 'AVG', 'MIN', 'MAX']

/** Metrics that can be computed of a measure. */
export const measuresOf = (field: StatsFieldModel): readonly MetricOperation[] => {
  if (!field.operations.has('METRIC_FIELD')) {
    return field.metrics?.includes('DISTINCT_COUNT') ? ['DISTINCT_COUNT'] : []
  }
  return field.metrics?.filter((metric) => metric !== 'COUNT') ?? usualMetrics
}

/** Whether the buckets of a dimension can have a metric; for DISTINCT_COUNT the measure decides. */
export const allowsMetric = ({ metrics }: StatsFieldModel, operation: MetricOperation): boolean =>
  operation === 'COUNT' ||
  operation === 'DISTINCT_COUNT' ||
  (metrics ?? usualMetrics).includes(operation)

/** Fields that metrics other than COUNT can be computed of. */
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
 * Metrics that requests may use with a field. For a dimension: those of its buckets that some field
 * can be measured by; a histogram only counts. For a measure: those that can be computed of it.
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

/** Settings for all statistics. */
export interface StatsSwitches {
  readonly enabled: boolean
  readonly defaultMode: StatsMode
}

/** Whether an endpoint serves any request; `operations` narrows this to one of its modes. */
export const servesStats = (
  { fields, modes }: StatsModel,
  endpoint: StatsEndpoint,
  { enabled, defaultMode }: StatsSwitches,
  operations: readonly StatsOperation[] = endpointOperations[endpoint],
): boolean =>
  enabled &&
  (modes[endpoint] ?? defaultMode) === 'AUTO' &&
  [...fields.values()].some((field) => operations.some((role) => field.operations.has(role)))

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
