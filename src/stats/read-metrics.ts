/**
 * Reads fields and metrics and validates them against the registry. Errors name fields, never
 * columns.
 */
import { type MetricOperation, metricOperations, type StatsOperation } from '../contract/stats.js'
import { problem } from '../foundation/errors/app-error.js'
import { defined } from '../foundation/json/defined.js'
import type { ResourceModel } from '../model/types/resource-model.js'
import {
  allowsMetric,
  measuresFor,
  metricsOf,
  type StatsFieldModel,
} from '../model/types/stats-model.js'
import type { MetricBody, StatsBody } from '../wire/stats-requests.js'
import { maxAliasLength, maxMetrics } from '../wire/stats-values.js'
import { type Metric, metricKey } from './metrics.js'
import type { Problems } from './problems.js'

/** Reads a field that allows one of the operations; other fields count as unknown. */
export const readField = (
  { stats }: ResourceModel,
  sent: string | undefined,
  operations: readonly StatsOperation[],
  problems: Problems,
): StatsFieldModel | undefined => {
  const fitting = [...stats.fields.values()].filter((field) =>
    operations.some((operation) => field.operations.has(operation)),
  )
  const found = fitting.find(({ name }) => name === sent)
  if (found) return found
  const available = namesOf(fitting)
  return problems.add(
    sent === undefined
      ? problem('statsFieldRequired', { available })
      : problem('statsFieldUnknown', { name: shortened(sent), available }),
  )
}

const namesOf = (fields: readonly StatsFieldModel[]): string =>
  fields.map(({ name }) => name).join(', ') || 'none'

const maxNameLength = 100

/** A name from the request, shortened for an error. */
const shortened = (name: string): string =>
  name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name

const readMetric = (
  sent: MetricBody,
  target: string,
  resource: ResourceModel,
  dimension: StatsFieldModel | undefined,
  problems: Problems,
): Metric | undefined => {
  const operation = metricOperations.find((name) => name === sent.operation?.toUpperCase())
  if (!operation) {
    return problems.add(
      problem('statsValueUnknown', { target: `${target}.operation`, accepted: metricOperations }),
    )
  }
  if (sent.alias !== undefined && (sent.alias === '' || sent.alias.length > maxAliasLength)) {
    return problems.add(
      problem('metricAliasInvalid', { maxLength: maxAliasLength, target: `${target}.alias` }),
    )
  }
  const { alias } = sent
  if (operation === 'COUNT') {
    if (sent.field === undefined) return defined({ operation, alias })
    return problems.add(problem('countHasNoField', { target: `${target}.field` }))
  }
  if (dimension && !allowsMetric(dimension, operation)) {
    return problems.add(
      problem('metricNotAllowed', {
        operation,
        field: dimension.name,
        allowed: metricsOf(dimension, resource.stats),
        target: `${target}.operation`,
      }),
    )
  }
  const field = readMeasure(sent.field, operation, `${target}.field`, resource, problems)
  return field && defined({ operation, field, alias })
}

const readMeasure = (
  name: string | undefined,
  operation: MetricOperation,
  target: string,
  { stats }: ResourceModel,
  problems: Problems,
): StatsFieldModel | undefined => {
  const measures = measuresFor(stats, operation)
  const found = measures.find((field) => field.name === name)
  if (found) return found
  const allowed = namesOf(measures)
  return problems.add(
    name === undefined
      ? problem('measureRequired', { operation, allowed, target })
      : problem('measureNotAllowed', { operation, name: shortened(name), allowed, target }),
  )
}

/** Reads the metrics, the primary one first. Default: COUNT. */
export const readMetrics = (
  { metric: single, metrics = [] }: StatsBody,
  resource: ResourceModel,
  dimension: StatsFieldModel | undefined,
  problems: Problems,
): readonly Metric[] => {
  if (metrics.length > maxMetrics) {
    problems.add(problem('tooManyMetrics', { limit: maxMetrics }))
    return []
  }
  const sent =
    metrics.length > 0
      ? metrics.map((body, index) => [body, `metrics.${index}`] as const)
      : [[single ?? { operation: 'COUNT' }, 'metric'] as const]
  const read = sent.map(([body, target]) => readMetric(body, target, resource, dimension, problems))
  const valid = read.filter((metric) => metric !== undefined)
  if (valid.length < read.length) return valid
  const keys = valid.map((metric) => metricKey(metric, valid))
  const twice = keys.findIndex((key, index) => keys.indexOf(key) !== index)
  if (twice >= 0) {
    problems.add(problem('metricKeyRepeated', { key: keys[twice]!, target: `metrics.${twice}` }))
  }
  return valid
}
