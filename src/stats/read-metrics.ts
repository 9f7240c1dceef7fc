/** Reads fields and metrics against the registry; messages name fields, never what is behind them. */
import { type MetricOperation, metricOperations, type StatsOperation } from '../contract/stats.js'
import { defined } from '../foundation/defined.js'
import { problem } from '../foundation/errors/app-error.js'
import type { ResourceModel } from '../model/types/resource-model.js'
import {
  allowsMetric,
  measuresFor,
  metricsOf,
  type StatsFieldModel,
} from '../model/types/stats-model.js'
import type { MetricBody, StatsBody } from '../wire/stats-requests.js'
import { maxAliasLength, maxMetrics } from '../wire/stats-values.js'
import type { Faults } from './faults.js'
import { type Metric, metricKey } from './metrics.js'

/** A field that has one of these roles; to others it is not there. */
export const readField = (
  { stats }: ResourceModel,
  sent: string | undefined,
  operations: readonly StatsOperation[],
  faults: Faults,
): StatsFieldModel | undefined => {
  const fitting = [...stats.fields.values()].filter((field) =>
    operations.some((one) => field.operations.has(one)),
  )
  const found = fitting.find(({ name }) => name === sent)
  if (found) return found
  const available = namesOf(fitting)
  return faults.add(
    sent === undefined
      ? problem('statsFieldRequired', { available })
      : problem('statsFieldUnknown', { name: shortened(sent), available }),
  )
}

const namesOf = (fields: readonly StatsFieldModel[]): string =>
  fields.map(({ name }) => name).join(', ') || 'none'

const maxNameLength = 100

/** A name from the request, in a length that fits a message. */
const shortened = (name: string): string =>
  name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name

const readMetric = (
  sent: MetricBody,
  target: string,
  resource: ResourceModel,
  dimension: StatsFieldModel | undefined,
  faults: Faults,
): Metric | undefined => {
  const operation = metricOperations.find((one) => one === sent.operation?.toUpperCase())
  if (!operation) {
    return faults.add(
      problem('statsValueUnknown', { target: `${target}.operation`, accepted: metricOperations }),
    )
  }
  if (sent.alias !== undefined && (sent.alias === '' || sent.alias.length > maxAliasLength)) {
    return faults.add(
      problem('metricAliasInvalid', { maxLength: maxAliasLength, target: `${target}.alias` }),
    )
  }
  const { alias } = sent
  if (operation === 'COUNT') {
    if (sent.field === undefined) return defined({ operation, alias })
    return faults.add(problem('countTakesNoField', { target: `${target}.field` }))
  }
  if (dimension && !allowsMetric(dimension, operation)) {
    return faults.add(
      problem('metricNotAllowed', {
        operation,
        field: dimension.name,
        allowed: metricsOf(dimension, resource.stats),
        target: `${target}.operation`,
      }),
    )
  }
  const field = readMeasure(sent.field, operation, `${target}.field`, resource, faults)
  return field && defined({ operation, field, alias })
}

const readMeasure = (
  name: string | undefined,
  operation: MetricOperation,
  target: string,
  { stats }: ResourceModel,
  faults: Faults,
): StatsFieldModel | undefined => {
  const measures = measuresFor(stats, operation)
  const found = measures.find((field) => field.name === name)
  if (found) return found
  const allowed = namesOf(measures)
  return faults.add(
    name === undefined
      ? problem('measureRequired', { operation, allowed, target })
      : problem('measureNotAllowed', { operation, name: shortened(name), allowed, target }),
  )
}

/** The primary first; COUNT when none is asked. */
export const readMetrics = (
  { metric: single, metrics = [] }: StatsBody,
  resource: ResourceModel,
  dimension: StatsFieldModel | undefined,
  faults: Faults,
): readonly Metric[] => {
  if (metrics.length > maxMetrics) {
    faults.add(problem('tooManyMetrics', { limit: maxMetrics }))
    return []
  }
  const sent =
    metrics.length > 0
      ? metrics.map((one, index) => [one, `metrics.${index}`] as const)
      : [[single ?? { operation: 'COUNT' }, 'metric'] as const]
  const read = sent.map(([one, target]) => readMetric(one, target, resource, dimension, faults))
  const known = read.filter((one) => one !== undefined)
  if (known.length < read.length) return known
  const keys = known.map((one) => metricKey(one, known))
  const twice = keys.findIndex((key, index) => keys.indexOf(key) !== index)
  if (twice >= 0) {
    faults.add(problem('metricKeyRepeated', { key: keys[twice]!, target: `metrics.${twice}` }))
  }
  return known
}
