/**
 * Request bodies of the statistics as they are published: what the registry of a resource accepts.
 */
import { metricOperations, type StatsOperation } from '../../contract/stats.js'
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import { endpointOperations, isNumeric, measuresOf } from '../../model/types/stats-model.js'
import { DistributionBody, GroupByBody, TimeSeriesBody } from '../../wire/stats-requests.js'
import {
  bucketOrders,
  distributionModes,
  granularities,
  maxAliasLength,
  maxMetrics,
} from '../../wire/stats-values.js'
import { componentName, refTo, type Schemas } from './components.js'
import { bodyOf, filterOf, membersOf, oneOf } from './fixed-bodies.js'
import type { Published } from './published.js'
import { day, listOf, text, when } from './schema-forms.js'

/** The metric of requests, by component name. */
export const metricShapes = (resource: ResourceModel): Schemas =>
  resource.stats.fields.size === 0
    ? {}
    : { [componentName(resource, 'Metric')]: metricOf(resource) }

/** COUNT counts records and takes no field; the others need one. */
const metricOf = ({ stats }: ResourceModel): JsonSchema => {
  const measures = [...stats.fields.values()].flatMap((field) =>
    measuresOf(field)
      .filter((operation) => operation === 'DISTINCT_COUNT' || isNumeric(field))
      .map((operation) => ({ name: field.name, operation })),
  )
  const fields = [...new Set(measures.map(({ name }) => name))]
  const operations = metricOperations.filter(
    (name) => name === 'COUNT' || measures.some(({ operation }) => operation === name),
  )
  const metric = {
    type: 'object',
    properties: {
      operation: oneOf(operations),
      ...(fields.length > 0 ? { field: oneOf(fields) } : {}),
      alias: { ...text, minLength: 1, maxLength: maxAliasLength },
    },
    required: ['operation'],
    additionalProperties: false,
  }
  if (fields.length === 0) return metric
  const isCount = { properties: { operation: { const: 'COUNT' } } }
  return when(metric, isCount, { properties: { field: false } }, { required: ['field'] })
}

const countUpTo = (maximum: number): JsonSchema => ({ type: 'integer', minimum: 1, maximum })

/** Names of the fields that have one of these roles. */
const fieldsWith = ({ resource }: Published, roles: readonly StatsOperation[]): readonly string[] =>
  [...resource.stats.fields.values()]
    .filter(({ operations }) => roles.some((role) => operations.has(role)))
    .map(({ name }) => name)

/** What every request for statistics takes. */
const commonMembers = (published: Published, roles: readonly StatsOperation[]) => {
  const metric = refTo(componentName(published.resource, 'Metric'))
  return {
    filter: filterOf(published.resource),
    field: oneOf(fieldsWith(published, roles)),
    metric,
    metrics: { ...listOf(metric), maxItems: maxMetrics },
  }
}

/** How many buckets are shown, and in which order. */
const cutMembers = ({ settings }: Published) => ({
  limit: countUpTo(settings['platform.stats.max-buckets']),
  orderBy: oneOf(bucketOrders),
})

export const groupByBody = (published: Published): JsonSchema => {
  const members = membersOf(GroupByBody, {
    ...commonMembers(published, endpointOperations.groupBy),
    ...cutMembers(published),
  })
  return bodyOf(members, ['filter', 'field'])
}

export const timeSeriesBody = (published: Published): JsonSchema => {
  const members = membersOf(TimeSeriesBody, {
    ...commonMembers(published, endpointOperations.timeSeries),
    granularity: oneOf(granularities),
    from: day,
    to: day,
    timeZone: { ...text, description: 'IANA name, such as Europe/Lisbon.' },
  })
  return bodyOf(members, ['filter', 'field', 'granularity'])
}

const bucketSize: JsonSchema = {
  type: ['number', 'string'],
  description:
    'Width of a bucket: a number or decimal text; for dates a number of days, or a granularity.',
  exclusiveMinimum: 0,
  pattern: `^(${granularities.join('|')}|[0-9]+(\\.[0-9]+)?)$`,
}
const given = (name: string): JsonSchema => ({
  properties: { [name]: { not: { type: 'null' } } },
  required: [name],
})
const absent: JsonSchema = { type: 'null' }

/** A mode that no field allows is left out. */
export const distributionBody = (published: Published): JsonSchema => {
  const terms = fieldsWith(published, ['DISTRIBUTION_TERMS'])
  const measured = fieldsWith(published, ['DISTRIBUTION_HISTOGRAM'])
  const fields = { TERMS: terms, HISTOGRAM: measured }
  const modes = distributionModes.filter((mode) => fields[mode].length > 0)
  const { metrics: _, ...members } = membersOf(DistributionBody, {
    ...commonMembers(published, endpointOperations.distribution),
    ...cutMembers(published),
    mode: oneOf(modes),
    bucketSize,
    bucketCount: countUpTo(published.settings['platform.stats.max-buckets']),
  })
  const withDefault = [...published.resource.stats.fields.values()]
    .filter(({ histogram }) => histogram)
    .map(({ name }) => name)
  const ofTerms = {
    properties: { field: { enum: terms }, bucketSize: absent, bucketCount: absent },
  }
  const ofHistogram = {
    properties: {
      field: { enum: measured },
      metric: { properties: { operation: { const: 'COUNT' } } },
    },
    anyOf: [
      given('bucketSize'),
      given('bucketCount'),
      ...(withDefault.length > 0 ? [{ properties: { field: { enum: withDefault } } }] : []),
    ],
  }
  const isTerms = { properties: { mode: { const: 'TERMS' } } }
  return when(
    bodyOf(members, ['filter', 'field', 'mode']),
    isTerms,
    modes.includes('TERMS') ? ofTerms : undefined,
    modes.includes('HISTOGRAM') ? ofHistogram : undefined,
  )
}
