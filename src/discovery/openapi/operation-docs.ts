/**
 * What each operation of a resource takes and returns: one row each, read by the API description,
 * the schemas and the catalog. Its errors are in `operation-errors.ts`.
 */
import type { TSchema } from 'typebox'
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import type { OperationName } from '../../model/operation-table.js'
import type { ActionModel } from '../../model/types/action-model.js'
import { BulkOutcome } from '../../wire/bulk.js'
import { ActionCatalog } from '../../wire/catalogs/actions.js'
import { Capabilities } from '../../wire/catalogs/capabilities.js'
import { SchemaDocument } from '../../wire/catalogs/schema-catalog.js'
import { SurfaceCatalog } from '../../wire/catalogs/surfaces.js'
import { type Links, StatsLinks } from '../../wire/envelope.js'
import { HistoryEntry } from '../../wire/history.js'
import { ImportOutcome } from '../../wire/import.js'
import { Position } from '../../wire/page.js'
import {
  DistributionResponse,
  GroupByResponse,
  TimeSeriesResponse,
} from '../../wire/stats-responses.js'
import { actionShape } from '../schemas/action-shapes.js'
import { batchBody } from '../schemas/batch-shapes.js'
import { componentName, refTo } from '../schemas/components.js'
import { exportBody, idsOf, optionIdsBody, optionSourceBody } from '../schemas/fixed-bodies.js'
import type { Published } from '../schemas/published.js'
import { optionShape } from '../schemas/resource-shapes.js'
import { distributionBody, groupByBody, timeSeriesBody } from '../schemas/stats-requests.js'
import { schemaOf } from '../schemas/wire-shapes.js'
import { intentShape } from '../schemas/write-shapes.js'
import type { ParameterName } from './parameters.js'

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
  /** The response redirects to another route. */
  readonly isRedirect?: true
  readonly parameters: readonly ParameterName[]
}

const record = ({ resource }: Published) => refTo(componentName(resource, 'Response'))
const option = ({ resource }: Published) => refTo(componentName(resource, 'Option'))
const filter = ({ resource }: Published) => refTo(componentName(resource, 'Filter'))

const sourceOption = ({ resource, source }: Published) =>
  refTo(componentName(resource, optionShape(source!.key)))

const stats = (request: OperationDoc['request'] & object, response: TSchema): OperationDoc => ({
  status: 200,
  request,
  response: () => schemaOf(response),
  container: 'object',
  links: StatsLinks,
  parameters: ['Cache-Control'],
})

const update: Omit<OperationDoc, 'request'> = {
  status: 200,
  response: record,
  container: 'object',
  parameters: ['id', 'If-Match'],
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
}

const catalog = (shape: TSchema, parameters: readonly ParameterName[]): OperationDoc => ({
  status: 200,
  response: () => schemaOf(shape),
  container: 'object',
  isBare: true,
  parameters,
})

const deletion: OperationDoc = {
  status: 204,
  container: 'object',
  parameters: ['id', 'permanent', 'If-Match'],
}

const deletions: OperationDoc = {
  status: 204,
  request: (published) => ({ ...idsOf(published), minItems: 1 }),
  container: 'object',
  parameters: ['permanent', 'If-Match'],
}

const pageParameters = ['page', 'size', 'sort', 'includeIds'] as const

export const operationDocs: Readonly<Record<OperationName, OperationDoc>> = {
  create: {
    status: 201,
    request: ({ resource }) => refTo(componentName(resource, 'Create')),
    response: record,
    container: 'object',
    parameters: ['Idempotency-Key'],
  },
  byId: {
    status: 200,
    response: record,
    container: 'object',
    parameters: ['id', 'If-None-Match'],
  },
  all: {
    status: 200,
    response: record,
    container: 'list',
    parameters: ['If-None-Match'],
  },
  byIds: {
    status: 200,
    response: record,
    container: 'list',
    isBare: true,
    parameters: ['ids', 'If-None-Match'],
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
  delete: deletion,
  permanentDelete: deletion,
  batch: {
    status: 200,
    request: batchBody,
    response: ({ resource }) => refTo(componentName(resource, 'BatchOutcome')),
    container: 'object',
    parameters: ['Idempotency-Key', 'Prefer'],
  },
  import: {
    status: 200,
    response: () => schemaOf(ImportOutcome),
    container: 'object',
    parameters: ['importMode', 'atomic', 'importColumn', 'ignoreUnknown', 'listRows', 'delimiter'],
  },
  deleteBatch: deletions,
  permanentDeleteBatch: deletions,
  filter: {
    status: 200,
    request: filter,
    response: record,
    container: 'page',
    parameters: [...pageParameters, 'preferredCount'],
  },
  cursor: {
    status: 200,
    request: filter,
    response: record,
    container: 'cursor',
    parameters: ['after', 'before', 'size', 'sort'],
  },
  locate: {
    status: 200,
    request: filter,
    response: () => schemaOf(Position),
    container: 'object',
    isBare: true,
    parameters: ['locateId', 'size', 'sort'],
  },
  options: {
    status: 200,
    request: filter,
    response: option,
    container: 'page',
    isBare: true,
    parameters: [...pageParameters, 'search'],
  },
  optionsByIds: {
    status: 200,
    response: option,
    container: 'list',
    isBare: true,
    parameters: ['ids', 'If-None-Match'],
  },
  optionSource: {
    status: 200,
    request: optionSourceBody,
    isBodyOptional: true,
    response: sourceOption,
    container: 'page',
    isBare: true,
    parameters: [...pageParameters, 'search'],
  },
  optionSourceByIds: {
    status: 200,
    response: sourceOption,
    container: 'list',
    isBare: true,
    parameters: ['ids', 'If-None-Match'],
  },
  optionSourceByIdsPost: {
    status: 200,
    request: optionIdsBody,
    isBodyOptional: true,
    response: sourceOption,
    container: 'list',
    isBare: true,
    parameters: ['ids'],
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
  },
  uploadFile: { ...update, parameters: ['id', 'field', 'Content-Disposition', 'If-Match'] },
  downloadFile: {
    status: 200,
    container: 'object',
    parameters: ['id', 'field', 'Range', 'If-Range', 'If-None-Match'],
  },
  deleteFile: { ...update, parameters: ['id', 'field', 'If-Match'] },
  schemas: {
    status: 200,
    isRedirect: true,
    response: () => schemaOf(SchemaDocument),
    container: 'object',
    isBare: true,
    parameters: [],
  },
  changes: {
    status: 200,
    container: 'object',
    parameters: ['follow', 'Last-Event-ID'],
  },
  history: {
    status: 200,
    response: () => schemaOf(HistoryEntry),
    container: 'cursor',
    parameters: ['id', 'afterEntry', 'size'],
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
  },
}
