/** The catalogs of surfaces: references to real operations and their schemas, and whether they are open. */
import type { JsonSchema } from '../foundation/json-schema.js'
import type { SurfaceModel } from '../model/compile-surfaces.js'
import type { ResourceModel } from '../model/resource-model.js'
import type { Endpoint, SchemaType } from './endpoints.js'
import { operationIdOf } from './openapi.js'
import type { Container } from './operation-docs.js'
import { schemaIdOf, schemaUrlOf } from './schema-address.js'

export interface Availability {
  readonly allowed: boolean
  readonly reason: string | null
  readonly metadata: Readonly<Record<string, unknown>>
}

export const allowed: Availability = { allowed: true, reason: null, metadata: {} }

/** In a catalog of no record, what is for a record is to be discovered only. */
const needsRecord: Availability = {
  allowed: false,
  reason: 'resource-context-required',
  metadata: {},
}

/** One decision: for a catalog with or without a record. */
export const availabilityOf = (scope: 'COLLECTION' | 'ITEM', resourceId: unknown): Availability =>
  scope === 'ITEM' && resourceId === null ? needsRecord : allowed

const sides: Readonly<Record<SurfaceModel['kind'], SchemaType>> = {
  FORM: 'request',
  PARTIAL_FORM: 'request',
  VIEW: 'response',
  READ_PROJECTION: 'response',
}

const cardinalities: Readonly<Record<Container, string>> = {
  object: 'OBJECT',
  list: 'COLLECTION',
  page: 'PAGE',
  cursor: 'PAGE',
}

export interface SurfaceSource {
  readonly endpoints: readonly Endpoint[]
  readonly contextPath: string
}

const describeSurface = (
  surface: SurfaceModel,
  resource: ResourceModel,
  resourceId: unknown,
  { endpoints, contextPath }: SurfaceSource,
): JsonSchema => {
  const { operation, kind, scope } = surface
  const endpoint = endpoints.find(
    (one) => one.resource === resource && one.operation === operation,
  )!
  return {
    id: surface.id,
    resourceKey: resource.key,
    kind,
    scope,
    title: surface.title,
    description: surface.description ?? null,
    intent: surface.intent,
    operationId: operationIdOf(resource, operation),
    path: `${contextPath}${endpoint.path}`,
    method: operation.method,
    schemaId: schemaIdOf(endpoint, sides[kind]),
    schemaUrl: schemaUrlOf(endpoint, sides[kind], contextPath),
    responseCardinality: endpoint.doc.response ? cardinalities[endpoint.doc.container] : 'VOID',
    availability: availabilityOf(scope, resourceId),
    order: surface.order,
    tags: surface.tags,
  }
}

/** Of one resource; `resourceId` is null in the global catalog, which shows both scopes. */
export const surfacesOf = (
  resource: ResourceModel,
  resourceId: unknown,
  source: SurfaceSource,
): readonly JsonSchema[] =>
  resource.surfaces
    .filter(({ scope }) => resourceId === null || scope === 'ITEM')
    .map((surface) => describeSurface(surface, resource, resourceId, source))

const byOrder = (a: JsonSchema, b: JsonSchema): number => {
  const keys = ['order', 'resourceKey', 'id']
  const name = keys.find((key) => a[key] !== b[key])
  return name === undefined ? 0 : (a[name] as string) < (b[name] as string) ? -1 : 1
}

export const surfaceCatalog = (
  resources: readonly ResourceModel[],
  group: string,
  /** Undefined: of the whole group. */
  resource: ResourceModel | undefined,
  resourceId: unknown,
  source: SurfaceSource,
): JsonSchema => ({
  resourceKey: resource?.key ?? null,
  resourcePath: resource ? `${source.contextPath}${resource.path}` : null,
  group,
  resourceId,
  surfaces: resources.flatMap((one) => [...surfacesOf(one, resourceId, source)]).sort(byOrder),
})
