/**
 * What each operation of a resource takes and answers: one row each, read by the API description, the
 * schemas and the catalog.
 */
import type { ErrorCode } from '../foundation/errors.js'
import type { JsonSchema } from '../foundation/json-schema.js'
import type { Operation, OperationName } from '../model/operations.js'
import type { ActionModel, ResourceModel } from '../model/resource-model.js'
import type { StatsEndpoint } from '../model/stats-model.js'
import {
  exportMembers,
  type Members,
  optionIdsMembers,
  optionSourceMembers,
} from '../wire/request-bodies.js'
import { componentName, refTo } from './components.js'
import { actionShape, intentShape } from './resource-shapes.js'
import { statsRequest } from './stats-requests.js'

/** How the domain shape is wrapped in an answer. */
export type Container = 'object' | 'list' | 'page' | 'cursor'

export type ParameterName =
  | 'id'
  | 'sourceKey'
  | 'page'
  | 'size'
  | 'sort'
  | 'includeIds'
  | 'ids'
  | 'after'
  | 'before'
  | 'locateId'
  | 'search'
  | 'If-Match'
  | 'If-None-Match'
  | 'Idempotency-Key'

export interface OperationDoc {
  readonly summary: (subject: string, operation: Operation) => string
  readonly status: number
  /** The body's schema, as it is published. */
  readonly request?: (resource: ResourceModel, operation: Operation) => JsonSchema
  readonly isBodyOptional?: true
  /** The domain shape of the answer; none for an empty one and for bytes. */
  readonly response?: (resource: ResourceModel, operation: Operation) => JsonSchema
  readonly container: Container
  readonly isBare?: true
  readonly parameters: readonly ParameterName[]
  /** Beside those that every operation may answer. */
  readonly errors: readonly ErrorCode[]
}

const record = (resource: ResourceModel) => refTo(componentName(resource, 'Response'))
const option = (resource: ResourceModel) => refTo(componentName(resource, 'Option'))
const filter = (resource: ResourceModel) => refTo(componentName(resource, 'Filter'))

/** A body of fixed members, some of which hold something of the resource. */
const body =
  (members: Members, of: (resource: ResourceModel) => Members) =>
  (resource: ResourceModel): JsonSchema => ({
    type: 'object',
    properties: { ...members, ...of(resource) },
    required: [],
    additionalProperties: false,
  })

const idsSchema = ({ idReader }: ResourceModel): JsonSchema => ({
  type: 'array',
  items: idReader.schema,
})

/** Fields that an export has a column for. */
const cellsOf = ({ response }: ResourceModel): readonly string[] =>
  [...response.values()].flatMap(({ name, type }) =>
    type === 'column' || type === 'count' ? name : [],
  )

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
/** What a state, or a hook of the contract, may refuse. */
const guardErrors = ['RESOURCE_STATE_BLOCKED', 'BUSINESS_RULE_VIOLATION'] as const
const optionErrors = [...filterErrors, 'INVALID_PARAMETER', 'OPTION_SOURCE_NOT_FOUND'] as const

const stats = (
  what: string,
  endpoint: StatsEndpoint,
  response: string,
  errors: readonly ErrorCode[] = [],
): OperationDoc => ({
  summary: (subject) => `${what} of ${subject}`,
  status: 200,
  request: statsRequest(endpoint),
  response: () => refTo(response),
  container: 'object',
  parameters: [],
  errors: [
    ...['REQUEST_PAYLOAD_INVALID', 'NOT_SUPPORTED', 'STATS_REQUEST_INVALID'],
    ...['FILTER_PAYLOAD_INVALID', 'LIMIT_EXCEEDED'],
    ...errors,
  ] as readonly ErrorCode[],
})

const update: Omit<OperationDoc, 'summary' | 'request'> = {
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

const itemParameters = ['id'] as const

const actionOf = ({ actions }: ResourceModel, { action }: Operation): ActionModel =>
  actions.get(action!)!

const perform: OperationDoc = {
  summary: (subject, { action }) => `Perform on ${subject}: ${action}`,
  status: 200,
  request: (resource, operation) =>
    refTo(componentName(resource, actionShape(operation.action!, 'request'))),
  // Of many records the outcome, of one what it declares, else the record.
  response: (resource, operation) => {
    const { kind, response } = actionOf(resource, operation)
    if (kind === 'BULK') return refTo('BulkOutcome')
    if (response) return refTo(componentName(resource, actionShape(operation.action!, 'response')))
    return kind === 'ITEM' ? record(resource) : { type: 'null' }
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

const catalog = (
  what: string,
  shape: string,
  parameters: readonly ParameterName[],
): OperationDoc => ({
  summary: (subject) => `${what} ${subject}`,
  status: 200,
  response: () => refTo(shape),
  container: 'object',
  isBare: true,
  parameters,
  errors: [
    ...(parameters.length > 0 ? (['INVALID_PARAMETER', 'RESOURCE_NOT_FOUND'] as const) : []),
    ...(shape === 'ActionCatalog' ? (['CATALOG_NOT_FOUND'] as const) : []),
  ],
})

const pageParameters = ['page', 'size', 'sort', 'includeIds'] as const

export const operationDocs: Readonly<Record<OperationName, OperationDoc>> = {
  create: {
    summary: (subject) => `Create one of ${subject}`,
    status: 201,
    request: (resource) => refTo(componentName(resource, 'Create')),
    response: record,
    container: 'object',
    parameters: ['Idempotency-Key'],
    errors: [
      ...writeErrors,
      ...(['INVALID_PARAMETER', 'IDEMPOTENCY_CONFLICT', 'IDEMPOTENCY_IN_PROGRESS'] as const),
      'BUSINESS_RULE_VIOLATION',
    ],
  },
  byId: {
    summary: (subject) => `Read one of ${subject}`,
    status: 200,
    response: record,
    container: 'object',
    parameters: ['id', 'If-None-Match'],
    errors: ['INVALID_PARAMETER', 'RESOURCE_NOT_FOUND'],
  },
  all: {
    summary: (subject) => `Read all ${subject}`,
    status: 200,
    response: record,
    container: 'list',
    parameters: ['If-None-Match'],
    errors: ['LIMIT_EXCEEDED'],
  },
  byIds: {
    summary: (subject) => `Read ${subject} by their ids`,
    status: 200,
    response: record,
    container: 'list',
    isBare: true,
    parameters: ['ids', 'If-None-Match'],
    errors: ['INVALID_PARAMETER', 'LIMIT_EXCEEDED'],
  },
  update: {
    ...update,
    summary: (subject) => `Replace one of ${subject}`,
    request: (resource) => refTo(componentName(resource, 'Update')),
  },
  intent: {
    ...update,
    summary: (subject, { intent }) => `Change one of ${subject}: ${intent}`,
    request: (resource, { intent }) => refTo(componentName(resource, intentShape(intent!))),
  },
  delete: {
    summary: (subject) => `Delete one of ${subject}`,
    status: 204,
    container: 'object',
    parameters: ['id', 'If-Match'],
    errors: [
      ...(['INVALID_PARAMETER', 'RESOURCE_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'] as const),
      ...versionErrors,
      ...guardErrors,
    ],
  },
  deleteBatch: {
    summary: (subject) => `Delete several of ${subject}, all or none`,
    status: 204,
    request: idsSchema,
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
    summary: (subject) => `A page of ${subject} that match a filter`,
    status: 200,
    request: filter,
    response: record,
    container: 'page',
    parameters: pageParameters,
    errors: [...filterErrors, 'INVALID_PARAMETER', 'SORT_INVALID'],
  },
  cursor: {
    summary: (subject) => `Walk the ${subject} that match a filter`,
    status: 200,
    request: filter,
    response: record,
    container: 'cursor',
    parameters: ['after', 'before', 'size', 'sort'],
    errors: [...filterErrors, 'INVALID_PARAMETER', 'SORT_INVALID', 'CURSOR_INVALID'],
  },
  locate: {
    summary: (subject) => `The place of a record among the ${subject} that match a filter`,
    status: 200,
    request: filter,
    response: () => refTo('Place'),
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
    summary: (subject) => `A page of options: ${subject} by label`,
    status: 200,
    request: filter,
    response: option,
    container: 'page',
    isBare: true,
    parameters: [...pageParameters, 'search'],
    errors: [...filterErrors, 'INVALID_PARAMETER', 'SORT_INVALID'],
  },
  optionsByIds: {
    summary: (subject) => `Options of ${subject} by their ids`,
    status: 200,
    response: option,
    container: 'list',
    isBare: true,
    parameters: ['ids', 'If-None-Match'],
    errors: ['INVALID_PARAMETER', 'LIMIT_EXCEEDED'],
  },
  optionSource: {
    summary: (subject) => `A page of options of a named source of ${subject}`,
    status: 200,
    request: body(optionSourceMembers, (resource) => ({ filter: filter(resource) })),
    isBodyOptional: true,
    response: () => refTo('SourceOption'),
    container: 'page',
    isBare: true,
    parameters: ['sourceKey', ...pageParameters, 'search'],
    errors: [...optionErrors, 'OPTION_SOURCE_POLICY'],
  },
  optionSourceByIds: {
    summary: (subject) => `Options of a named source of ${subject} by their ids`,
    status: 200,
    response: () => refTo('SourceOption'),
    container: 'list',
    isBare: true,
    parameters: ['sourceKey', 'ids', 'If-None-Match'],
    errors: ['INVALID_PARAMETER', 'LIMIT_EXCEEDED', 'OPTION_SOURCE_NOT_FOUND'],
  },
  optionSourceByIdsPost: {
    summary: (subject) => `Options of a named source of ${subject} by their ids, inside a filter`,
    status: 200,
    request: body(optionIdsMembers, (resource) => ({ filter: filter(resource) })),
    response: () => refTo('SourceOption'),
    container: 'list',
    isBare: true,
    parameters: ['sourceKey'],
    errors: optionErrors,
  },
  statsGroupBy: stats('Buckets by value', 'groupBy', 'GroupByResponse'),
  statsTimeSeries: stats('Points over time', 'timeSeries', 'TimeSeriesResponse'),
  statsDistribution: stats('Distribution', 'distribution', 'DistributionResponse'),
  export: {
    summary: (subject) => `A file of ${subject}`,
    status: 200,
    request: body(exportMembers, (resource) => ({
      filters: filter(resource),
      selectedIds: idsSchema(resource),
      fields: { ...exportMembers['fields'], items: { type: 'string', enum: cellsOf(resource) } },
    })),
    isBodyOptional: true,
    container: 'object',
    parameters: [],
    errors: [
      ...filterErrors,
      ...(['INVALID_PARAMETER', 'SORT_INVALID', 'RESOURCE_IDS_REQUIRED'] as const),
    ],
  },
  schemas: {
    summary: (subject) => `Where the schema of ${subject} is`,
    status: 302,
    container: 'object',
    parameters: [],
    errors: [],
  },
  itemSurfaces: catalog('Surfaces of a record of', 'SurfaceCatalog', itemParameters),
  actions: catalog('Workflow actions of', 'ActionCatalog', []),
  itemActions: catalog('Workflow actions of a record of', 'ActionCatalog', itemParameters),
  capabilities: catalog('What can be done with', 'Capabilities', []),
  itemCapabilities: catalog('What can be done with a record of', 'Capabilities', itemParameters),
  perform,
  performOnRecord: {
    ...perform,
    parameters: ['id', 'If-Match', 'Idempotency-Key'],
    errors: [...perform.errors, ...versionErrors],
  },
}

/** What any operation may answer. */
export const commonErrors: readonly ErrorCode[] = [
  'AUTHENTICATION_REQUIRED',
  'ACCESS_DENIED',
  'NOT_ACCEPTABLE',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
  'QUERY_TIMEOUT',
]
/** What any operation with a body may answer. */
export const bodyErrors: readonly ErrorCode[] = [
  'REQUEST_PAYLOAD_INVALID',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
]
