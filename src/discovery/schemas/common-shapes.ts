/** Shapes that are the same for every resource. */
import { errorTable } from '../../foundation/errors.js'
import type { JsonSchema } from '../../foundation/json-schema.js'
import type { Schemas } from '../openapi/components.js'
import { refTo } from '../openapi/components.js'
import {
  anyOf,
  count,
  day,
  flag,
  integer,
  listOf,
  nullable,
  objectOf,
  text,
} from './schema-forms.js'

const instant: JsonSchema = { type: 'string', format: 'date-time' }
const number: JsonSchema = { type: 'number' }
const anyValue: JsonSchema = {}

const errorItem = objectOf({
  type: text,
  title: text,
  status: integer,
  detail: text,
  instance: text,
  message: text,
  category: { type: 'string', enum: ['VALIDATION', 'BUSINESS_LOGIC', 'SECURITY', 'SYSTEM'] },
  code: { type: 'string', enum: Object.keys(errorTable) },
  target: nullable(text),
  properties: { type: 'object', properties: { code: text, target: text, traceId: text } },
})

const metric = objectOf({ operation: text, field: text, alias: text }, ['field', 'alias'])
const values: JsonSchema = { type: 'object', additionalProperties: { type: ['number', 'null'] } }
const measured = { value: { type: ['number', 'null'] }, count, values }

const termsBucket = objectOf({ key: anyValue, label: text, ...measured }, ['values'])

export const commonShapes: Schemas = {
  Link: objectOf({ href: text }),
  Links: { type: 'object', additionalProperties: refTo('Link') },
  // The schemas of both sides; a link that is an object or a list would break generated clients.
  StatsLinks: objectOf({ filter: refTo('Link'), schema: listOf(refTo('Link')) }),
  ErrorItem: errorItem,
  Failure: objectOf({
    status: { const: 'failure' },
    message: text,
    errors: { type: 'array', items: refTo('ErrorItem'), minItems: 1 },
    timestamp: instant,
  }),
  Sort: objectOf({
    sorted: flag,
    unsorted: flag,
    empty: flag,
    orders: listOf(
      objectOf({ property: text, direction: { type: 'string', enum: ['ASC', 'DESC'] } }),
    ),
  }),
  Pageable: objectOf({
    pageNumber: count,
    pageSize: count,
    offset: count,
    paged: flag,
    unpaged: flag,
  }),
  Place: objectOf({ position: count, page: count }),
  Metric: metric,
  GroupByResponse: objectOf(
    {
      field: text,
      metric: refTo('Metric'),
      metrics: listOf(refTo('Metric')),
      buckets: listOf(termsBucket),
      totalBuckets: count,
      truncated: flag,
      otherCount: count,
    },
    ['metrics'],
  ),
  TimeSeriesResponse: objectOf(
    {
      field: text,
      granularity: { type: 'string', enum: ['DAY', 'WEEK', 'MONTH'] },
      metric: refTo('Metric'),
      metrics: listOf(refTo('Metric')),
      points: listOf(objectOf({ start: day, end: day, label: text, ...measured }, ['values'])),
      truncated: flag,
    },
    ['metrics'],
  ),
  BulkOutcome: objectOf({
    total: count,
    succeeded: count,
    failed: count,
    items: listOf(
      objectOf({
        id: { type: ['string', 'number'] },
        status: { type: 'string', enum: ['SUCCEEDED', 'FAILED'] },
        code: nullable(text),
        message: nullable(text),
      }),
    ),
  }),
  DistributionResponse: objectOf({
    field: text,
    mode: { type: 'string', enum: ['TERMS', 'HISTOGRAM'] },
    metric: refTo('Metric'),
    buckets: listOf(
      objectOf(
        {
          from: anyOf(number, text),
          to: anyOf(number, text),
          key: anyValue,
          label: text,
          value: { type: ['number', 'null'] },
          count,
        },
        ['from', 'to'],
      ),
    ),
    truncated: flag,
  }),
}

const anyId: JsonSchema = { type: ['string', 'number', 'null'] }
const availability = objectOf({
  allowed: flag,
  reason: nullable(text),
  metadata: { type: 'object' },
})
const catalogHead = {
  resourceKey: nullable(text),
  resourcePath: nullable(text),
  group: nullable(text),
  resourceId: anyId,
}

const need: JsonSchema = { type: 'string', enum: ['NONE', 'OPTIONAL', 'REQUIRED'] }

/** Shapes of the semantic catalogs. */
export const catalogShapes: Schemas = {
  Availability: availability,
  Surface: objectOf({
    id: text,
    resourceKey: text,
    kind: { type: 'string', enum: ['FORM', 'PARTIAL_FORM', 'VIEW', 'READ_PROJECTION'] },
    scope: { type: 'string', enum: ['COLLECTION', 'ITEM'] },
    title: text,
    description: nullable(text),
    intent: text,
    operationId: text,
    path: text,
    method: text,
    schemaId: text,
    schemaUrl: text,
    responseCardinality: { type: 'string', enum: ['OBJECT', 'COLLECTION', 'PAGE', 'VOID'] },
    availability: refTo('Availability'),
    order: integer,
    tags: listOf(text),
  }),
  SurfaceCatalog: objectOf({ ...catalogHead, surfaces: listOf(refTo('Surface')) }),
  Action: objectOf({
    id: text,
    resourceKey: text,
    scope: { type: 'string', enum: ['COLLECTION', 'ITEM'] },
    title: text,
    description: nullable(text),
    operationId: text,
    path: text,
    method: text,
    requestSchemaId: text,
    requestSchemaUrl: text,
    responseSchemaId: text,
    responseSchemaUrl: text,
    allowedStates: listOf(text),
    availability: refTo('Availability'),
    order: integer,
    successMessage: nullable(text),
    tags: listOf(text),
    execution: objectOf({
      interaction: objectOf({
        mode: { type: 'string', enum: ['DIRECT', 'CONFIRM', 'FORM'] },
        riskLevel: { type: 'string', enum: ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] },
        confirmationRequired: flag,
        reversible: flag,
      }),
      preconditions: objectOf({ idempotencyKey: need, resourceVersion: need }),
      selection: nullable(objectOf({ idsField: text, maxItems: count })),
      outcome: objectOf({
        mode: { type: 'string', enum: ['SINGLE', 'PER_ITEM'] },
        atomicity: { type: 'string', enum: ['NOT_APPLICABLE', 'ATOMIC', 'PER_ITEM'] },
      }),
    }),
  }),
  ActionCatalog: objectOf({ ...catalogHead, actions: listOf(refTo('Action')) }),
  Capabilities: objectOf({
    ...catalogHead,
    canonicalOperations: { type: 'object', additionalProperties: flag },
    operations: {
      type: 'object',
      additionalProperties: objectOf(
        {
          id: text,
          supported: flag,
          scope: { type: 'string', enum: ['COLLECTION', 'ITEM'] },
          preferredMethod: nullable(text),
          preferredRel: nullable(text),
          availability: refTo('Availability'),
          formats: listOf(text),
          scopes: listOf(text),
          maxRows: count,
        },
        ['formats', 'scopes', 'maxRows'],
      ),
    },
    surfaces: listOf(refTo('Surface')),
    actions: listOf(refTo('Action')),
    stats: objectOf({
      supportLevel: {
        type: 'string',
        enum: ['GLOBALLY_DISABLED', 'NONE', 'PARTIAL', 'OPERATIONAL'],
      },
      fields: listOf(
        objectOf({
          field: text,
          label: text,
          type: text,
          metrics: listOf(text),
          modes: listOf(text),
          keyAndLabelDistinct: flag,
          groupByEligible: flag,
          timeSeriesEligible: flag,
          distributionTermsEligible: flag,
          distributionHistogramEligible: flag,
        }),
      ),
    }),
  }),
}

/** The envelope of an answer. */
export const envelopeOf = (data: JsonSchema, links = 'Links'): JsonSchema =>
  objectOf(
    {
      status: { const: 'success' },
      message: text,
      data,
      _links: refTo(links),
      timestamp: instant,
    },
    ['_links'],
  )
