/**
 * What each operation of a resource takes and returns: one row each, read by the API description,
 * the schemas and the catalog.
 */
import type { TSchema } from 'typebox'
import type { ErrorCode } from '../../foundation/errors/error-codes.js'
import { anyOf, type JsonSchema } from '../../foundation/json-schema.js'
import type { OperationName } from '../../model/operation-table.js'
import type { ActionModel } from '../../model/types/resource-model.js'
import { batchOutcomeOf } from '../../wire/batch.js'
import { BulkOutcome } from '../../wire/bulk.js'
import { ActionCatalog } from '../../wire/catalogs/actions.js'
import { Capabilities } from '../../wire/catalogs/capabilities.js'
import { SurfaceCatalog } from '../../wire/catalogs/surfaces.js'
import { type Links, StatsLinks } from '../../wire/envelope.js'
import { HistoryEntry } from '../../wire/history.js'
import { Position } from '../../wire/page.js'
import {
  DistributionResponse,
  GroupByResponse,
  TimeSeriesResponse,
} from '../../wire/stats-responses.js'
import { batchBody } from '../schemas/batch-body.js'
import { exportBody, idsOf, optionIdsBody, optionSourceBody } from '../schemas/fixed-bodies.js'
import { actionShape, intentShape, optionShape } from '../schemas/resource-shapes.js'
import { distributionBody, groupByBody, timeSeriesBody } from '../schemas/stats-requests.js'
import { schemaOf } from '../schemas/wire-shapes.js'
import { componentName, refTo } from './components.js'
import type { ParameterName } from './parameters.js'
import type { Published } from './published.js'

/** How a response wraps its shape. */
export type Container = 'object' | 'list' | 'page' | 'cursor'

export interface OperationDoc {
  readonly status: number
  /** Schema of the request body. */
  readonly request?: (published: Published) => JsonSchema
  /** An absent body is read as `{}`. */
  readonly isBodyOptional?: true
  /** Schema of a record, or of another result, without its container; none for files and `204`. */
  readonly response?: (published: Published) => JsonSchema
  readonly container: Container
  /** Shape of `_links`. Default: `Links`. */
  readonly links?: typeof Links | typeof StatsLinks
  /** The response has no envelope. */
  readonly isBare?: true
  readonly parameters: readonly ParameterName[]
  /** Errors beside `commonErrors` and `bodyErrors`. */
  readonly errors: readonly ErrorCode[]
}

const record = ({ resource }: Published) => refTo(componentName(resource, 'Response'))
const option = ({ resource }: Published) => refTo(componentName(resource, 'Option'))
const filter = ({ resource }: Published) => refTo(componentName(resource, 'Filter'))

const sourceOption = ({ resource, source }: Published) =>
  refTo(componentName(resource, optionShape(source!.key)))

const filterErrors = [
  'FILTER_PAYLOAD_INVALID',
  'REQUEST_PAYLOAD_INVALID',
  'LIMIT_EXCEEDED',
] as const
const writeErrors = [
  'REQUEST_PAYLOAD_INVALID',
  'VALIDATION_FAILED',
  'DATA_INTEGRITY_VIOLATION',
] as const
const versionErrors = [
  'INVALID_RESOURCE_VERSION',
  'STALE_RESOURCE_VERSION',
  'RESOURCE_VERSION_REQUIRED',
] as const
/** Errors of states and of hooks. */
const guardErrors = ['RESOURCE_STATE_BLOCKED', 'BUSINESS_RULE_VIOLATION'] as const
const optionErrors = [...filterErrors, 'INVALID_PARAMETER', 'OPTION_SOURCE_NOT_FOUND'] as const

const stats = (request: OperationDoc['request'] & object, response: TSchema): OperationDoc => ({
  status: 200,
  request,
  response: () => schemaOf(response),
  container: 'object',
  links: StatsLinks,
  parameters: ['Cache-Control'],
  errors: [
    ...['REQUEST_PAYLOAD_INVALID', 'NOT_SUPPORTED', 'STATS_REQUEST_INVALID'],
    ...['FILTER_PAYLOAD_INVALID', 'LIMIT_EXCEEDED'],
  ] as readonly ErrorCode[],
})

const update: Omit<OperationDoc, 'request'> = {
  status: 200,
  response: record,
  container: 'object',
  parameters: ['id', 'If-Match'],
  errors: [
    ...(['INVALID_PARAMETER', ...writeErrors, 'RESOURCE_NOT_FOUND'] as const),
    ...versionErrors,
    ...guardErrors,
  ],
}

const batchOutcome = (published: Published): JsonSchema => {
  const { type } = published.resource.idReader.schema
  const id = { type: [type, 'null'].flat() }
  return schemaOf(batchOutcomeOf(id, anyOf(record(published), { type: 'null' })))
}

const itemParameters = ['id'] as const

const actionOf = ({ resource, operation }: Published): ActionModel =>
  resource.actions.get(operation.action!)!

const perform: OperationDoc = {
  status: 200,
  request: ({ resource, operation }) =>
    refTo(componentName(resource, actionShape(operation.action!, 'request'))),
  // A bulk action returns its outcome; others what they declare, else the record.
  response: (published) => {
    const { id, kind, response } = actionOf(published)
    if (kind === 'BULK') return schemaOf(BulkOutcome)
    if (response) return refTo(componentName(published.resource, actionShape(id, 'response')))
    return kind === 'ITEM' ? record(published) : { type: 'null' }
  },
  isBodyOptional: true,
  container: 'object',
  parameters: ['Idempotency-Key'],
  errors: [
    ...writeErrors,
    ...(['INVALID_PARAMETER', 'MISSING_REQUEST_PARAMETER', 'BUSINESS_RULE_VIOLATION'] as const),
    ...(['RESOURCE_IDS_REQUIRED', 'LIMIT_EXCEEDED', 'RESOURCE_NOT_FOUND'] as const),
    ...(['RESOURCE_STATE_BLOCKED', 'IDEMPOTENCY_CONFLICT', 'IDEMPOTENCY_IN_PROGRESS'] as const),
  ],
}

const catalog = (shape: TSchema, parameters: readonly ParameterName[]): OperationDoc => ({
  status: 200,
  response: () => schemaOf(shape),
  container: 'object',
  isBare: true,
  parameters,
  errors: [
    ...(parameters.length > 0 ? (['INVALID_PARAMETER', 'RESOURCE_NOT_FOUND'] as const) : []),
    ...(shape === ActionCatalog ? (['CATALOG_NOT_FOUND'] as const) : []),
  ],
})

const pageParameters = ['page', 'size', 'sort', 'includeIds'] as const

export const operationDocs: Readonly<Record<OperationName, OperationDoc>> = {
  create: {
    status: 201,
    request: ({ resource }) => refTo(componentName(resource, 'Create')),
    response: record,
    container: 'object',
    parameters: ['Idempotency-Key'],
    errors: [
      ...writeErrors,
      ...(['INVALID_PARAMETER', 'IDEMPOTENCY_CONFLICT', 'IDEMPOTENCY_IN_PROGRESS'] as const),
      // The record that an earlier request with the same key created is gone.
      'RESOURCE_NOT_FOUND',
      'BUSINESS_RULE_VIOLATION',
    ],
  },
  byId: {
    status: 200,
    response: record,
    container: 'object',
    parameters: ['id', 'If-None-Match'],
    errors: ['INVALID_PARAMETER', 'RESOURCE_NOT_FOUND'],
  },
  all: {
    status: 200,
    response: record,
    container: 'list',
    parameters: ['If-None-Match'],
    errors: ['LIMIT_EXCEEDED'],
  },
  byIds: {
    status: 200,
    response: record,
    container: 'list',
    isBare: true,
    parameters: ['ids', 'If-None-Match'],
    errors: ['INVALID_PARAMETER', 'LIMIT_EXCEEDED'],
  },
  update: {
    ...update,
    request: ({ resource }) => refTo(componentName(resource, 'Update')),
  },
  intent: {
    ...update,
    request: ({ resource, operation }) =>
      refTo(componentName(resource, intentShape(operation.intent!))),
  },
  delete: {
    status: 204,
    container: 'object',
    parameters: ['id', 'If-Match'],
    errors: [
      ...(['INVALID_PARAMETER', 'RESOURCE_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'] as const),
      ...versionErrors,
      ...guardErrors,
    ],
  },
  batch: {
    status: 200,
    request: batchBody,
    response: (published) => batchOutcome(published),
    container: 'object',
    parameters: ['Idempotency-Key', 'Prefer'],
    errors: [
      ...writeErrors,
      ...(['INVALID_PARAMETER', 'LIMIT_EXCEEDED', 'RESOURCE_NOT_FOUND'] as const),
      ...versionErrors,
      ...guardErrors,
      ...(['IDEMPOTENCY_CONFLICT', 'IDEMPOTENCY_IN_PROGRESS'] as const),
    ],
  },
  deleteBatch: {
    status: 204,
    request: idsOf,
    container: 'object',
    parameters: ['If-Match'],
    errors: [
      ...(['REQUEST_PAYLOAD_INVALID', 'RESOURCE_IDS_REQUIRED', 'INVALID_PARAMETER'] as const),
      ...(['LIMIT_EXCEEDED', 'RESOURCE_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'] as const),
      ...versionErrors,
      ...guardErrors,
    ],
  },
  filter: {
    status: 200,
    request: filter,
    response: record,
    container: 'page',
    parameters: [...pageParameters, 'preferredCount'],
    errors: [...filterErrors, 'INVALID_PARAMETER', 'SORT_INVALID'],
  },
  cursor: {
    status: 200,
    request: filter,
    response: record,
    container: 'cursor',
    parameters: ['after', 'before', 'size', 'sort'],
    errors: [...filterErrors, 'INVALID_PARAMETER', 'SORT_INVALID', 'CURSOR_INVALID'],
  },
  locate: {
    status: 200,
    request: filter,
    response: () => schemaOf(Position),
    container: 'object',
    isBare: true,
    parameters: ['locateId', 'size', 'sort'],
    errors: [
      ...filterErrors,
      ...(['INVALID_PARAMETER', 'MISSING_REQUEST_PARAMETER', 'SORT_INVALID'] as const),
      'RESOURCE_NOT_FOUND',
    ],
  },
  options: {
    status: 200,
    request: filter,
    response: option,
    container: 'page',
    isBare: true,
    parameters: [...pageParameters, 'search'],
    errors: [...filterErrors, 'INVALID_PARAMETER', 'SORT_INVALID'],
  },
  optionsByIds: {
    status: 200,
    response: option,
    container: 'list',
    isBare: true,
    parameters: ['ids', 'If-None-Match'],
    errors: ['INVALID_PARAMETER', 'LIMIT_EXCEEDED'],
  },
  optionSource: {
    status: 200,
    request: optionSourceBody,
    isBodyOptional: true,
    response: sourceOption,
    container: 'page',
    isBare: true,
    parameters: [...pageParameters, 'search'],
    errors: [...optionErrors, 'OPTION_SOURCE_POLICY'],
  },
  optionSourceByIds: {
    status: 200,
    response: sourceOption,
    container: 'list',
    isBare: true,
    parameters: ['ids', 'If-None-Match'],
    errors: ['INVALID_PARAMETER', 'LIMIT_EXCEEDED', 'OPTION_SOURCE_NOT_FOUND'],
  },
  optionSourceByIdsPost: {
    status: 200,
    request: optionIdsBody,
    isBodyOptional: true,
    response: sourceOption,
    container: 'list',
    isBare: true,
    parameters: ['ids'],
    errors: optionErrors,
  },
  statsGroupBy: stats(groupByBody, GroupByResponse),
  statsTimeSeries: stats(timeSeriesBody, TimeSeriesResponse),
  statsDistribution: stats(distributionBody, DistributionResponse),
  export: {
    status: 200,
    request: exportBody,
    isBodyOptional: true,
    container: 'object',
    parameters: [],
    errors: [
      ...filterErrors,
      ...(['INVALID_PARAMETER', 'SORT_INVALID', 'RESOURCE_IDS_REQUIRED'] as const),
    ],
  },
  schemas: {
    status: 302,
    container: 'object',
    parameters: [],
    errors: [],
  },
  changes: {
    status: 200,
    container: 'object',
    parameters: ['follow', 'Last-Event-ID'],
    errors: ['INVALID_PARAMETER'],
  },
  history: {
    status: 200,
    response: () => schemaOf(HistoryEntry),
    container: 'cursor',
    parameters: ['id', 'afterEntry', 'size'],
    errors: ['INVALID_PARAMETER', 'LIMIT_EXCEEDED', 'RESOURCE_NOT_FOUND', 'CURSOR_INVALID'],
  },
  itemSurfaces: catalog(SurfaceCatalog, itemParameters),
  actions: catalog(ActionCatalog, []),
  itemActions: catalog(ActionCatalog, itemParameters),
  capabilities: catalog(Capabilities, []),
  itemCapabilities: catalog(Capabilities, itemParameters),
  perform,
  performOnRecord: {
    ...perform,
    parameters: ['id', 'If-Match', 'Idempotency-Key'],
    errors: [...perform.errors, ...versionErrors],
  },
}

/** Errors of every operation. */
export const commonErrors: readonly ErrorCode[] = [
  'AUTHENTICATION_REQUIRED',
  'ACCESS_DENIED',
  'NOT_ACCEPTABLE',
  'INTERNAL_ERROR',
  'RATE_LIMITED',
  'SERVICE_UNAVAILABLE',
  'QUERY_TIMEOUT',
]
/** Errors of every operation with a body. */
export const bodyErrors: readonly ErrorCode[] = [
  'REQUEST_PAYLOAD_INVALID',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
]
