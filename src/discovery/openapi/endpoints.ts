/** The published operations of resources, and how a path finds them. */

import type { Example, Examples } from '../../contract/hints.js'
import type { StatsOperation } from '../../contract/stats.js'
import { memoize } from '../../foundation/functions/memoize.js'
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import { groupBy } from '../../foundation/sequences/group-by.js'
import type { Settings } from '../../foundation/settings/settings.js'
import type { Operation } from '../../model/operation-table.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import { type Published, publishedOf, routePathOf } from '../schemas/published.js'
import type { SchemaType } from '../schemas/schema-forms.js'
import { type OperationDoc, operationDocs } from './operation-docs.js'

export interface Endpoint extends Published {
  readonly doc: OperationDoc
  readonly shapes: Readonly<Partial<Record<SchemaType, JsonSchema>>>
  /** Examples that the contract declares. */
  readonly examples: Readonly<Record<SchemaType, Readonly<Record<string, Example>>>>
}

/** What is published about a resource; an application has thousands of operations in all. */
export interface EndpointSource {
  /** By key. */
  readonly resources: ReadonlyMap<string, ResourceModel>
  readonly contextPath: string
  readonly endpoints: (resource: ResourceModel) => readonly Endpoint[]
}

export const endpointsOf = (resource: ResourceModel, settings: Settings): readonly Endpoint[] =>
  publishedOf(resource, settings).map(toEndpoint)

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
      response: isRecord(doc) ? (resource.examples['response'] ?? {}) : {},
    },
  }
}

const isRecord = (doc: OperationDoc): boolean => doc.response === operationDocs.byId.response

/** Examples for the request body of an operation. */
export const requestExamples = (
  resource: ResourceModel,
  { name, intent }: Operation,
): Examples | undefined => {
  const generated = statsExample(resource, name)
  if (generated) return generated
  const isFilter = ['cursor', 'locate', 'options'].includes(name)
  return resource.examples[isFilter ? 'filter' : intent === undefined ? name : `intent.${intent}`]
}

/** A request for statistics of the first field that allows them; undefined where no field does. */
const statsExample = (resource: ResourceModel, name: Operation['name']): Examples | undefined => {
  const [role, members] = statsExamples[name] ?? []
  if (!role) return undefined
  const field = [...resource.stats.fields.values()].find(({ operations }) => operations.has(role))
  if (!field) return undefined
  return { default: { value: { filter: {}, field: field.name, ...members } } }
}

const statsExamples: Partial<
  Record<Operation['name'], readonly [role: StatsOperation, members: object]>
> = {
  statsGroupBy: ['GROUP_BY', { metric: { operation: 'COUNT' } }],
  statsTimeSeries: ['TIME_SERIES', { granularity: 'MONTH' }],
  statsDistribution: ['DISTRIBUTION_TERMS', { mode: 'TERMS' }],
}

/** The path without the names of its template variables. */
const normalPath = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '{}')

/**
 * Endpoints at a path, with or without the context path. The path of a route finds the endpoints of
 * all option sources that it serves.
 */
export const endpointsAt = (
  { resources, contextPath, endpoints }: EndpointSource,
  path: string,
): readonly Endpoint[] => {
  const sent = normalPath(path)
  const isBelow = sent.startsWith(`${contextPath}/`)
  const wanted = [...(isBelow ? [sent.slice(contextPath.length)] : []), sent]
  const candidates = new Set(wanted.flatMap((each) => resourcesAbove(resources, each)))
  const near = [...candidates].flatMap((resource) => [...endpoints(resource)])
  for (const pathIn of [({ path }: Endpoint) => path, routePathOf]) {
    for (const each of wanted) {
      const found = near.filter((endpoint) => normalPath(pathIn(endpoint)) === each)
      if (found.length > 0) return found
    }
  }
  return []
}

/** The resources whose path a path begins with. */
const resourcesAbove = (
  resources: EndpointSource['resources'],
  path: string,
): readonly ResourceModel[] => {
  const segments = path.split('/')
  const starts = segments.map((_, index) => segments.slice(0, index + 1).join('/'))
  return starts.flatMap((start) => resourcesByPath(resources).get(start) ?? [])
}

const resourcesByPath = memoize((resources: EndpointSource['resources']) =>
  groupBy([...resources.values()], ({ path }) => path),
)
