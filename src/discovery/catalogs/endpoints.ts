/** The operations of all resources, to be found by path and method. */
import type { Example, Examples } from '../../contract/hints.js'
import type { StatsOperation } from '../../contract/stats.js'
import type { JsonSchema } from '../../foundation/json-schema.js'
import type { Settings } from '../../foundation/settings.js'
import type { Operation } from '../../model/operation-table.js'
import type { Model, ResourceModel } from '../../model/types/resource-model.js'
import { type OperationDoc, operationDocs } from '../openapi/operation-docs.js'
import { type Published, publishedOf, routePathOf } from '../openapi/published.js'

export type SchemaType = 'request' | 'response'

export interface Endpoint extends Published {
  readonly doc: OperationDoc
  readonly shapes: Readonly<Partial<Record<SchemaType, JsonSchema>>>
  /** Those of the contract. */
  readonly examples: Readonly<Record<SchemaType, Readonly<Record<string, Example>>>>
}

export const endpointsOf = (model: Model, settings: Settings): readonly Endpoint[] =>
  model.resources.flatMap((resource) => publishedOf(resource, settings).map(toEndpoint))

const toEndpoint = (published: Published): Endpoint => {
  const { resource, operation } = published
  const doc = operationDocs[operation.name]
  const request = doc.request?.(published)
  const response = doc.response?.(published)
  return {
    ...published,
    doc,
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

/**
 * Endpoints at a path, with the context path or without it. The template of a route stands for every
 * option source that it serves.
 */
export const endpointsAt = (
  endpoints: readonly Endpoint[],
  contextPath: string,
  path: string,
): readonly Endpoint[] => {
  const wanted = normalPath(path)
  const at = (pathOf: (endpoint: Endpoint) => string): readonly Endpoint[] =>
    endpoints.filter((endpoint) => normalPath(pathOf(endpoint)) === wanted)
  const ways = [
    (endpoint: Endpoint) => `${contextPath}${endpoint.path}`,
    (endpoint: Endpoint) => endpoint.path,
    (endpoint: Endpoint) => `${contextPath}${routePathOf(endpoint)}`,
    routePathOf,
  ]
  return ways.map(at).find((found) => found.length > 0) ?? []
}
