/** The bodies of requests for statistics as they are published: what the registry of a resource accepts. */
import { metricOperations, type StatsOperation } from '../contract/stats.js'
import type { JsonSchema } from '../foundation/json-schema.js'
import type { ResourceModel } from '../model/resource-model.js'
import {
  endpointOperations,
  isNumeric,
  measuresOf,
  type StatsEndpoint,
  type StatsFieldModel,
} from '../model/stats-model.js'
import {
  distributionMembers,
  groupByMembers,
  type Members,
  timeSeriesMembers,
} from '../wire/request-bodies.js'
import {
  bucketOrders,
  granularities,
  maxAliasLength,
  maxMetrics,
  mostBuckets,
} from '../wire/stats-values.js'
import { componentName, refTo } from './components.js'
import { day, text } from './schema-forms.js'

interface Endpoint {
  readonly members: Members
  readonly required: readonly string[]
}

const { metrics: _, ...singleMetric } = distributionMembers

const endpoints: Readonly<Record<StatsEndpoint, Endpoint>> = {
  groupBy: { members: groupByMembers, required: ['filter', 'field'] },
  timeSeries: { members: timeSeriesMembers, required: ['filter', 'field', 'granularity'] },
  distribution: { members: singleMetric, required: ['filter', 'field', 'mode'] },
}

const modeOperations: Readonly<Record<string, StatsOperation>> = {
  TERMS: 'DISTRIBUTION_TERMS',
  HISTOGRAM: 'DISTRIBUTION_HISTOGRAM',
}

/** An empty `enum` would be no schema. */
const oneOf = (values: readonly string[]): JsonSchema =>
  values.length === 0 ? text : { type: 'string', enum: values }

const bucketCount: JsonSchema = { type: 'integer', minimum: 1, maximum: mostBuckets }

export const statsRequest =
  (endpoint: StatsEndpoint) =>
  (resource: ResourceModel): JsonSchema => {
    const { members, required } = endpoints[endpoint]
    const narrower = narrowerMembers(resource, endpoint)
    return {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(members).map(([name, member]) => [name, narrower[name] ?? member]),
      ),
      required,
      additionalProperties: false,
    }
  }

/** Enum values are published in capitals; requests may send them in any case. */
const narrowerMembers = (resource: ResourceModel, endpoint: StatsEndpoint): Members => {
  const fields = [...resource.stats.fields.values()]
  const permit = (field: StatsFieldModel, operations: readonly StatsOperation[]) =>
    operations.some((one) => field.operations.has(one))
  const fitting = fields.filter((field) => permit(field, endpointOperations[endpoint]))
  const modes = Object.entries(modeOperations).filter(([, operation]) =>
    fitting.some((field) => permit(field, [operation])),
  )
  const metric = metricOf(fields)
  return {
    filter: refTo(componentName(resource, 'Filter')),
    field: oneOf(fitting.map(({ name }) => name)),
    metric,
    metrics: { type: 'array', items: metric, maxItems: maxMetrics },
    limit: bucketCount,
    orderBy: oneOf(bucketOrders),
    granularity: oneOf(granularities),
    from: day,
    to: day,
    mode: oneOf(modes.map(([mode]) => mode)),
    bucketCount,
  }
}

const metricOf = (fields: readonly StatsFieldModel[]): JsonSchema => {
  const measures = fields.flatMap((field) =>
    measuresOf(field)
      .filter((operation) => operation === 'DISTINCT_COUNT' || isNumeric(field))
      .map((operation) => ({ name: field.name, operation })),
  )
  const operations = metricOperations.filter(
    (one) => one === 'COUNT' || measures.some(({ operation }) => operation === one),
  )
  return {
    type: 'object',
    properties: {
      operation: oneOf(operations),
      field: oneOf([...new Set(measures.map(({ name }) => name))]),
      alias: { ...text, minLength: 1, maxLength: maxAliasLength },
    },
    required: ['operation'],
    additionalProperties: false,
  }
}
