/** The catalogs of workflow actions: their operations and schemas, and how to perform them. */
import { Members } from '../../foundation/json/long-json.js'
import { idsField } from '../../model/compile/compile-actions.js'
import type { Operation } from '../../model/operation-table.js'
import type { ActionModel } from '../../model/types/action-model.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import type { Action } from '../../wire/catalogs/actions.js'
import type { EndpointSource } from '../openapi/endpoints.js'
import { operationIdOf } from '../schemas/published.js'
import { schemaIdOf, schemaUrlOf } from './schema-address.js'
import {
  byOrder,
  type CatalogContext,
  type CatalogSubject,
  catalogHead,
  endpointOf,
  entriesOf,
  translatedOrNull,
} from './surfaces.js'

export interface ActionOptions {
  /** Maximum number of ids of a bulk action; an action may declare a lower one. */
  readonly maxItems: number
}

const describeAction = (
  action: ActionModel,
  operation: Operation,
  resource: ResourceModel,
  { decide, translate }: CatalogContext,
  source: EndpointSource,
  options: ActionOptions,
): Action => {
  const endpoint = endpointOf(source, resource, operation)!
  const { contextPath } = source
  const { scope } = operation
  const isBulk = action.kind === 'BULK'
  const { atomicity } = action
  return {
    id: action.id,
    resourceKey: resource.key,
    scope,
    title: translate(action.title),
    description: translatedOrNull(action.description, translate),
    operationId: operationIdOf(endpoint),
    path: `${contextPath}${endpoint.path}`,
    method: operation.method,
    requestSchemaId: schemaIdOf(endpoint, 'request', contextPath),
    requestSchemaUrl: schemaUrlOf(endpoint, 'request', contextPath),
    responseSchemaId: schemaIdOf(endpoint, 'response', contextPath),
    responseSchemaUrl: schemaUrlOf(endpoint, 'response', contextPath),
    allowedStates: action.allowedStates,
    availability: decide(resource, operation, scope),
    order: action.order,
    successMessage: translatedOrNull(action.successMessage, translate),
    tags: action.tags,
    execution: {
      interaction: action.interaction,
      preconditions: {
        idempotencyKey: resource.acceptsIdempotencyKeys ? action.idempotencyKey : 'NONE',
        resourceVersion: action.resourceVersion,
      },
      selection: isBulk
        ? { idsField, maxItems: Math.min(action.maxItems ?? options.maxItems, options.maxItems) }
        : null,
      outcome: { mode: isBulk ? 'PER_ITEM' : 'SINGLE', atomicity },
    },
  }
}

/** Actions of one resource, on the records or on the collection. Without a scope: both. */
export const actionsOf = (
  resource: ResourceModel,
  context: CatalogContext & { readonly scope?: Operation['scope'] },
  source: EndpointSource,
  options: ActionOptions,
): readonly Action[] =>
  resource.operations
    .flatMap((operation) => {
      const action = resource.actions.get(operation.action ?? '')
      const isInScope = context.scope === undefined || context.scope === operation.scope
      return action && isInScope
        ? [describeAction(action, operation, resource, context, source, options)]
        : []
    })
    .sort(byOrder)

/** An `ActionCatalog`. */
export const actionCatalog = (
  subject: CatalogSubject,
  context: CatalogContext & { readonly scope?: Operation['scope'] },
  source: EndpointSource,
  options: ActionOptions,
): Members =>
  new Members([
    ...Object.entries(catalogHead(subject, context, source)),
    ['actions', entriesOf(subject, (resource) => actionsOf(resource, context, source, options))],
  ])
