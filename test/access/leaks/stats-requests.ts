/** Requests for statistics: every field, metric, mode and granularity, over every filter. */
import { metricOperations } from '../../../src/contract/stats.js'
import type { StatsFieldModel } from '../../../src/model/types/stats-model.js'
import { type Asked, filtersOf, type Generator } from './asked.js'
import { inTurn } from './world.js'

interface Metric {
  readonly operation: string
  readonly field?: string
}

/** Every operation over every field that it takes. */
const metricsOf = ({ resource }: Asked): readonly Metric[] => {
  const measures = [...resource.stats.fields.values()].filter(({ operations }) =>
    operations.has('METRIC_FIELD'),
  )
  const made = metricOperations.filter((one) => one !== 'COUNT' && one !== 'DISTINCT_COUNT')
  return [
    { operation: 'COUNT' },
    ...measures.flatMap(({ name }) => made.map((operation) => ({ operation, field: name }))),
  ]
}

const fieldsWith = ({ resource }: Asked, role: string): readonly StatsFieldModel[] =>
  [...resource.stats.fields.values()].filter(({ operations }) => operations.has(role as never))

const orders = ['VALUE_DESC', 'VALUE_ASC', 'KEY_ASC', 'KEY_DESC', 'LABEL_ASC', 'LABEL_DESC']

/** Each body with a filter of its own: the plain ones first, then each filter with the bodies in turn. */
const asks = (asked: Asked, bodies: readonly object[]) => {
  const { resource, operation } = asked
  const url = `${resource.path}${operation.path}`
  const { method } = operation
  const filters = filtersOf(asked)
  return inTurn(
    bodies.map((body) => ({ method, url, body: { filter: {}, ...body } })),
    filters.map((filter, index) => ({
      method,
      url,
      body: { field: 'no-such', ...bodies[index % bodies.length], filter },
    })),
  )
}

const groupBodies = (asked: Asked, role: string): readonly object[] => {
  const metrics = metricsOf(asked)
  const fields = fieldsWith(asked, role)
  const plain = fields.flatMap(({ name: field }) => metrics.map((metric) => ({ field, metric })))
  const ordered = fields.flatMap(({ name: field }) =>
    orders.flatMap((orderBy) =>
      [1, 3].map((limit) => ({ field, orderBy, limit, metric: metrics.at(-1) })),
    ),
  )
  return inTurn<object>(plain, ordered)
}

const widths = [undefined, 'MONTH', 100, 1_000_000]

const histogramBodies = (asked: Asked): readonly object[] =>
  fieldsWith(asked, 'DISTRIBUTION_HISTOGRAM').flatMap(({ name: field, histogram }) => [
    ...(histogram ? [{ field, mode: 'HISTOGRAM' }] : []),
    ...[1, 2, 7].map((bucketCount) => ({ field, mode: 'HISTOGRAM', bucketCount })),
    ...widths
      .filter((width) => width !== undefined)
      .map((bucketSize) => ({ field, mode: 'HISTOGRAM', bucketSize, limit: 3 })),
    { field, mode: 'HISTOGRAM', bucketSize: 1 },
  ])

export const statsRequests = {
  groupBy: ((asked) =>
    asks(
      asked,
      inTurn<object>(
        groupBodies(asked, 'GROUP_BY'),
        fieldsWith(asked, 'GROUP_BY').map(({ name: field }) => ({
          field,
          metrics: metricsOf(asked),
        })),
      ),
    )) satisfies Generator,

  timeSeries: ((asked) => {
    const metrics = metricsOf(asked)
    const bodies = fieldsWith(asked, 'TIME_SERIES').flatMap(({ name: field }) =>
      ['MONTH', 'WEEK', 'DAY'].flatMap((granularity) => [
        ...metrics.map((metric) => ({ field, granularity, metric })),
        { field, granularity, metrics, from: '2024-01-01', to: '2024-03-31', fillGaps: true },
        { field, granularity, from: '1968-01-01', to: '1968-12-31' },
      ]),
    )
    return asks(asked, bodies)
  }) satisfies Generator,

  distribution: ((asked) => {
    const terms = groupBodies(asked, 'DISTRIBUTION_TERMS').map((body) => ({
      ...body,
      mode: 'TERMS',
    }))
    return asks(asked, inTurn<object>(histogramBodies(asked), terms))
  }) satisfies Generator,
} as const
