/** Reads fields and metrics against the registry; messages name fields, never what is behind them. */
import { type MetricOperation, metricOperations, type StatsOperation } from '../contract/stats.js'
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
  const reason =
    sent === undefined ? "'field' is required" : `The field ${quoted(sent)} is not available here`
  return faults.add('field', `${reason}; available: ${namesOf(fitting)}.`)
}

const namesOf = (fields: readonly StatsFieldModel[]): string =>
  fields.map(({ name }) => name).join(', ') || 'none'

const maxQuotedLength = 100

/** A name from the request, in a length that fits a message. */
const quoted = (name: string): string =>
  name.length > maxQuotedLength ? `'${name.slice(0, maxQuotedLength)}…'` : `'${name}'`

const readMetric = (
  sent: MetricBody,
  target: string,
  resource: ResourceModel,
  dimension: StatsFieldModel | undefined,
  faults: Faults,
): Metric | undefined => {
  const operation = metricOperations.find((one) => one === sent.operation?.toUpperCase())
  if (!operation) {
    const message = `'${target}.operation' takes one of ${metricOperations.join(', ')}.`
    return faults.add(`${target}.operation`, message)
  }
  if (sent.alias !== undefined && (sent.alias === '' || sent.alias.length > maxAliasLength)) {
    return faults.add(`${target}.alias`, `An alias has 1 to ${maxAliasLength} characters.`)
  }
  const alias = sent.alias === undefined ? {} : { alias: sent.alias }
  if (operation === 'COUNT') {
    if (sent.field === undefined) return { operation, ...alias }
    return faults.add(`${target}.field`, 'COUNT counts records and takes no field.')
  }
  if (dimension && !allowsMetric(dimension, operation)) {
    const allowed = metricsOf(dimension, resource.stats).join(', ')
    const message = `${operation} is not allowed for the field '${dimension.name}'; allowed: ${allowed}.`
    return faults.add(`${target}.operation`, message)
  }
  const field = readMeasure(sent.field, operation, `${target}.field`, resource, faults)
  return field && { operation, field, ...alias }
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
  const reason =
    name === undefined
      ? `${operation} needs a field`
      : `${operation} is not allowed for the field ${quoted(name)}`
  return faults.add(target, `${reason}; allowed: ${namesOf(measures)}.`)
}

/** The primary first; COUNT when none is asked. */
export const readMetrics = (
  { metric: single, metrics = [] }: StatsBody,
  resource: ResourceModel,
  dimension: StatsFieldModel | undefined,
  faults: Faults,
): readonly Metric[] => {
  if (metrics.length > maxMetrics) {
    faults.add('metrics', `At most ${maxMetrics} metrics are taken in one request.`)
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
    faults.add(`metrics.${twice}`, `Two metrics have the key '${keys[twice]}'; give one an alias.`)
  }
  return known
}
