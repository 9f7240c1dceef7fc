/** Statistics requests: every field, metric, mode and granularity, with every filter. */
import { metricOperations } from '../../../src/contract/stats.js'
import type { StatsFieldModel } from '../../../src/model/types/stats-model.js'
import { filtersOf, type Generator, type OperationContext } from './operation-context.js'
import { inTurn } from './world.js'

interface Metric {
  readonly operation: string
  readonly field?: string
}

/** Every operation with every field that it supports. */
const metricsOf = ({ resource }: OperationContext): readonly Metric[] => {
  const measures = [...resource.stats.fields.values()].filter(({ operations }) =>
    operations.has('METRIC_FIELD'),
  )
  const made = metricOperations.filter(
    (operation) => operation !== 'COUNT' && operation !== 'DISTINCT_COUNT',
  )
  return [
    { operation: 'COUNT' },
    ...measures.flatMap(({ name }) => made.map((operation) => ({ operation, field: name }))),
  ]
}

const fieldsWith = ({ resource }: OperationContext, role: string): readonly StatsFieldModel[] =>
  [...resource.stats.fields.values()].filter(({ operations }) => operations.has(role as never))

const orders = ['VALUE_DESC', 'VALUE_ASC', 'KEY_ASC', 'KEY_DESC', 'LABEL_ASC', 'LABEL_DESC']

/**
 * Combines each body with a filter: first the bodies without one, then each filter with the bodies
 * in turn.
 */
const requests = (context: OperationContext, bodies: readonly object[]) => {
  const { resource, operation } = context
  const url = `${resource.path}${operation.path}`
  const { method } = operation
  const filters = filtersOf(context)
  return inTurn(
    bodies.map((body) => ({ method, url, body: { filter: {}, ...body } })),
    filters.map((filter, index) => ({
      method,
      url,
      body: { field: 'no-such', ...bodies[index % bodies.length], filter },
    })),
  )
}

const groupBodies = (context: OperationContext, role: string): readonly object[] => {
  const metrics = metricsOf(context)
  const fields = fieldsWith(context, role)
  const plain = fields.flatMap(({ name: field }) => metrics.map((metric) => ({ field, metric })))
  const ordered = fields.flatMap(({ name: field }) =>
    orders.flatMap((orderBy) =>
      [1, 3].map((limit) => ({ field, orderBy, limit, metric: metrics.at(-1) })),
    ),
  )
  return inTurn<object>(plain, ordered)
}

const widths = [undefined, 'MONTH', 100, 1_000_000]

const histogramBodies = (context: OperationContext): readonly object[] =>
  fieldsWith(context, 'DISTRIBUTION_HISTOGRAM').flatMap(({ name: field, histogram }) => [
    ...(histogram ? [{ field, mode: 'HISTOGRAM' }] : []),
    ...[1, 2, 7].map((bucketCount) => ({ field, mode: 'HISTOGRAM', bucketCount })),
    ...widths
      .filter((width) => width !== undefined)
      .map((bucketSize) => ({ field, mode: 'HISTOGRAM', bucketSize, limit: 3 })),
    { field, mode: 'HISTOGRAM', bucketSize: 1 },
  ])

export const statsRequests = {
  groupBy: ((context) =>
    requests(
      context,
      inTurn<object>(
        groupBodies(context, 'GROUP_BY'),
        fieldsWith(context, 'GROUP_BY').map(({ name: field }) => ({
          field,
          metrics: metricsOf(context),
        })),
      ),
    )) satisfies Generator,

  timeSeries: ((context) => {
    const metrics = metricsOf(context)
    const bodies = fieldsWith(context, 'TIME_SERIES').flatMap(({ name: field }) =>
      ['MONTH', 'WEEK', 'DAY'].flatMap((granularity) => [
        ...metrics.map((metric) => ({ field, granularity, metric })),
        { field, granularity, metrics, from: '2024-01-01', to: '2024-03-31', fillGaps: true },
        { field, granularity, from: '1968-01-01', to: '1968-12-31' },
      ]),
    )
    return requests(context, bodies)
  }) satisfies Generator,

  distribution: ((context) => {
    const terms = groupBodies(context, 'DISTRIBUTION_TERMS').map((body) => ({
      ...body,
      mode: 'TERMS',
    }))
    return requests(context, inTurn<object>(histogramBodies(context), terms))
  }) satisfies Generator,
} as const
