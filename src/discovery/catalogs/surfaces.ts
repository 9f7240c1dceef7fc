/** The catalogs of surfaces: their operations and schemas, and their availability. */

import { Items, Members } from '../../foundation/json/long-json.js'
import type { Translator } from '../../foundation/text/messages.js'
import type { Operation } from '../../model/operation-table.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import type { SurfaceModel } from '../../model/types/surface-model.js'
import type { Availability } from '../../wire/availability.js'
import type { Subject } from '../../wire/catalogs/subject.js'
import type { Surface } from '../../wire/catalogs/surfaces.js'
import type { Endpoint, EndpointSource } from '../openapi/endpoints.js'
import type { Container } from '../openapi/operation-docs.js'
import { operationIdOf } from '../schemas/published.js'
import type { SchemaType } from '../schemas/schema-forms.js'
import { schemaIdOf, schemaUrlOf } from './schema-address.js'

/**
 * Decides whether the caller may use an operation now, in the scope of a surface or an action, and
 * for a field that only some callers may write.
 */
export type Decide = (
  resource: ResourceModel,
  operation: Operation,
  scope: Operation['scope'],
  editableBy?: readonly string[],
) => Availability

/** The caller that reads a catalog. */
export interface CatalogReader {
  readonly decide: Decide
  readonly translate: Translator
}

/** The caller and the record of a catalog. */
export interface CatalogContext extends CatalogReader {
  /** Null in a catalog of the collection. */
  readonly resourceId: Subject['resourceId']
}

const sides: Readonly<Record<SurfaceModel['kind'], SchemaType>> = {
  FORM: 'request',
  PARTIAL_FORM: 'request',
  VIEW: 'response',
  READ_PROJECTION: 'response',
}

const cardinalities: Readonly<Record<Container, Surface['responseCardinality']>> = {
  object: 'OBJECT',
  list: 'COLLECTION',
  page: 'PAGE',
  cursor: 'PAGE',
}

/** The published operation of a resource. */
export const endpointOf = (
  { endpoints }: EndpointSource,
  resource: ResourceModel,
  operation: Operation,
): Endpoint | undefined => endpoints(resource).find((endpoint) => endpoint.operation === operation)

export const translatedOrNull = (text: string | undefined, translate: Translator): string | null =>
  text === undefined ? null : translate(text)

const describeSurface = (
  surface: SurfaceModel,
  resource: ResourceModel,
  endpoint: Endpoint,
  { decide, translate }: CatalogContext,
  { contextPath }: EndpointSource,
): Surface => {
  const { operation, kind, scope } = surface
  return {
    id: surface.id,
    resourceKey: resource.key,
    kind,
    scope,
    title: translate(surface.title),
    description: translatedOrNull(surface.description, translate),
    intent: surface.intent,
    operationId: operationIdOf(endpoint),
    path: `${contextPath}${endpoint.path}`,
    method: operation.method,
    schemaId: schemaIdOf(endpoint, sides[kind], contextPath),
    schemaUrl: schemaUrlOf(endpoint, sides[kind], contextPath),
    responseCardinality: endpoint.doc.response ? cardinalities[endpoint.doc.container] : 'VOID',
    availability: decide(endpoint.resource, operation, scope),
    order: surface.order,
    tags: surface.tags,
    recordFilter: visibleRecordFilter(surface, resource, endpoint.resource),
  }
}

/** Callers who do not see one of the fields could not send the filter. */
const visibleRecordFilter = (
  { recordFilter }: SurfaceModel,
  { response }: ResourceModel,
  { filter }: ResourceModel,
): Surface['recordFilter'] =>
  recordFilter && filter.has(recordFilter.field) && response.has(recordFilter.valueField)
    ? recordFilter
    : null

/** Surfaces of one resource: of a record those of its scope, else all of them. */
export const surfacesOf = (
  resource: ResourceModel,
  context: CatalogContext,
  source: EndpointSource,
): readonly Surface[] =>
  resource.surfaces
    .filter(({ scope }) => context.resourceId === null || scope === 'ITEM')
    .flatMap((surface) => {
      const owner = source.resources.get(surface.resourceKey)
      const endpoint = owner && endpointOf(source, owner, surface.operation)
      // Operations of related resources are missing where the caller sees no field of their shapes.
      return endpoint ? [describeSurface(surface, resource, endpoint, context, source)] : []
    })

type Ordered = Pick<Surface, 'order' | 'resourceKey' | 'id'>

export const byOrder = (a: Ordered, b: Ordered): number => {
  const keys = ['order', 'resourceKey', 'id'] as const
  const key = keys.find((name) => a[name] !== b[name])
  return key === undefined ? 0 : a[key] < b[key] ? -1 : 1
}

/** What a catalog is about. */
export interface CatalogSubject {
  readonly resources: readonly ResourceModel[]
  /** Undefined in a catalog of a group, or of everything. */
  readonly resource: ResourceModel | undefined
  readonly group: string | null
}

export const catalogHead = (
  { resource, group }: CatalogSubject,
  { resourceId }: CatalogContext,
  { contextPath }: EndpointSource,
): Subject => ({
  resourceKey: resource?.key ?? null,
  resourcePath: resource ? `${contextPath}${resource.path}` : null,
  group,
  resourceId,
})

/** A `SurfaceCatalog`. */
export const surfaceCatalog = (
  subject: CatalogSubject,
  context: CatalogContext,
  source: EndpointSource,
): Members =>
  new Members([
    ...Object.entries(catalogHead(subject, context, source)),
    ['surfaces', entriesOf(subject, (resource) => surfacesOf(resource, context, source))],
  ])

/** The entries of all resources, in their order. */
export const entriesOf = <Entry extends Ordered>(
  { resources }: CatalogSubject,
  describe: (resource: ResourceModel) => readonly Entry[],
): Items => {
  function* entries(): Iterable<Entry | undefined> {
    const all: Entry[] = []
    for (const resource of resources) {
      all.push(...describe(resource))
      yield undefined
    }
    yield* all.sort(byOrder)
  }
  return new Items(entries())
}
