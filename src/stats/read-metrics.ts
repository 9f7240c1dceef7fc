/** Reads fields and metrics against the registry; messages name fields, never what is behind them. */
import { type MetricOperation, metricOperations, type StatsOperation } from '../contract/stats.js'
import type { ResourceModel } from '../model/resource-model.js'
import { isNumeric, measuresOf, type StatsFieldModel } from '../model/stats-model.js'
import { maxAliasLength, maxMetrics } from '../wire/stats-values.js'
import type { CommonBody, MetricBody } from './bodies.js'
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
  const accepted = `accepted are ${fitting.map(({ name }) => name).join(', ')}.`
  if (found) return found
  const reason = sent === undefined ? "'field' is required" : "'field' names none that fits here"
  return faults.add('field', `${reason}; ${accepted}`)
}

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
  const permitted = dimension?.metrics
  if (permitted && operation !== 'DISTINCT_COUNT' && !permitted.includes(operation)) {
    const accepted = [...new Set(['COUNT', ...permitted])].join(', ')
    return faults.add(`${target}.operation`, `With '${dimension.name}' go ${accepted}.`)
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
  const measures = [...stats.fields.values()].filter(
    (field) =>
      measuresOf(field).includes(operation) && (operation === 'DISTINCT_COUNT' || isNumeric(field)),
  )
  const found = measures.find((field) => field.name === name)
  if (found) return found
  const names = measures.map((field) => field.name).join(', ') || 'none'
  return faults.add(
    target,
    `${operation} needs a field that it is permitted for; there is ${names}.`,
  )
}

/** The primary first; COUNT when none is asked. */
export const readMetrics = (
  { metric: single, metrics = [] }: CommonBody,
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
