/** The operations of all resources, to be found by path and method. */
import type { Example, Examples } from '../contract/resource.js'
import type { StatsOperation } from '../contract/stats.js'
import type { JsonSchema } from '../foundation/json-schema.js'
import type { Operation } from '../model/operations.js'
import type { Model, ResourceModel } from '../model/resource-model.js'
import { type StatsEndpoint, servesStats } from '../model/stats-model.js'
import { type OperationDoc, operationDocs } from './operation-docs.js'

export type SchemaType = 'request' | 'response'

export interface Endpoint {
  readonly resource: ResourceModel
  readonly operation: Operation
  readonly doc: OperationDoc
  /** With its template variables, behind the context path. */
  readonly path: string
  readonly shapes: Readonly<Partial<Record<SchemaType, JsonSchema>>>
  /** Those of the contract. */
  readonly examples: Readonly<Record<SchemaType, Readonly<Record<string, Example>>>>
}

/** What would be answered 501 or 404 whatever is sent is not published. */
export const isPublished = (
  { stats, optionSources, actions }: ResourceModel,
  { name, supported }: Operation,
): boolean => {
  if (name === 'actions' || name === 'itemActions') return actions.size > 0
  const endpoint = statsEndpoints[name]
  if (endpoint) return servesStats(stats, endpoint, { enabled: true, defaultMode: 'AUTO' })
  return supported && (optionSources.size > 0 || !name.startsWith('optionSource'))
}

const statsEndpoints: Partial<Record<Operation['name'], StatsEndpoint>> = {
  statsGroupBy: 'groupBy',
  statsTimeSeries: 'timeSeries',
  statsDistribution: 'distribution',
}

export const endpointsOf = (model: Model): readonly Endpoint[] =>
  model.resources.flatMap((resource) =>
    resource.operations
      .filter((operation) => isPublished(resource, operation))
      .map((operation) => toEndpoint(resource, operation)),
  )

const toEndpoint = (resource: ResourceModel, operation: Operation): Endpoint => {
  const doc = operationDocs[operation.name]
  const request = doc.request?.(resource, operation)
  const response = doc.response?.(resource, operation)
  return {
    resource,
    operation,
    doc,
    path: `${resource.path}${operation.path}`,
    shapes: { ...(request ? { request } : {}), ...(response ? { response } : {}) },
    examples: {
      request: requestExamples(resource, operation) ?? {},
      response: doc.response && isRecord(doc) ? (resource.examples['response'] ?? {}) : {},
    },
  }
}

const isRecord = (doc: OperationDoc): boolean =>
  doc === operationDocs.byId || doc.response === operationDocs.byId.response

/** Which examples of the contract belong to the body of an operation. */
export const requestExamples = (
  resource: ResourceModel,
  { name, intent }: Operation,
): Examples | undefined => {
  const ofStats = statsExample(resource, name)
  if (ofStats) return ofStats
  const isFilter = ['cursor', 'locate', 'options'].includes(name)
  return resource.examples[isFilter ? 'filter' : intent === undefined ? name : `intent.${intent}`]
}

/** Asks for a field that the registry has; none where it has none. */
const statsExample = (resource: ResourceModel, name: Operation['name']): Examples | undefined => {
  const more = statsMembers[name]
  if (!more) return undefined
  const field = [...resource.stats.fields.values()].find(({ operations }) =>
    operations.has(more[0]),
  )
  if (!field) return undefined
  return { default: { value: { filter: {}, field: field.name, ...more[1] } } }
}

const statsMembers: Partial<
  Record<Operation['name'], readonly [needs: StatsOperation, members: object]>
> = {
  statsGroupBy: ['GROUP_BY', { metric: { operation: 'COUNT' } }],
  statsTimeSeries: ['TIME_SERIES', { granularity: 'MONTH' }],
  statsDistribution: ['DISTRIBUTION_TERMS', { mode: 'TERMS' }],
}

/** Names of template variables do not matter. */
const normalPath = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '{}')

/** Endpoints at a path as it is published; without the context path they are found too. */
export const endpointsAt = (
  endpoints: readonly Endpoint[],
  contextPath: string,
  path: string,
): readonly Endpoint[] => {
  const sought = normalPath(path)
  const found = endpoints.filter((one) => normalPath(`${contextPath}${one.path}`) === sought)
  return found.length > 0 ? found : endpoints.filter((one) => normalPath(one.path) === sought)
}
