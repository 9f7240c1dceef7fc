/** Shapes that are the same for every resource. */
import { errorTable } from '../foundation/errors.js'
import type { JsonSchema } from '../foundation/json-schema.js'
import type { Schemas } from './components.js'
import { refTo } from './components.js'
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

const link = objectOf({ href: text })
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
  Links: {
    type: 'object',
    additionalProperties: anyOf(link, { type: 'array', items: link }),
  },
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

/** The envelope of an answer. */
export const envelopeOf = (data: JsonSchema): JsonSchema =>
  objectOf(
    {
      status: { const: 'success' },
      message: text,
      data,
      _links: refTo('Links'),
      timestamp: instant,
    },
    ['_links'],
  )
