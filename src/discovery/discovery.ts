/**
 * Everything that is published about a model: built at start or at first use, served from memory.
 */

import { text } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import type { Principal } from '../contract/principal.js'
import { KeptText } from '../foundation/encoding/encodings.js'
import { AppError, problem } from '../foundation/errors/app-error.js'
import { memoize } from '../foundation/functions/memoize.js'
import { type Members, printPieces, wholeOf } from '../foundation/json/long-json.js'
import { inSlices } from '../foundation/sequences/slices.js'
import type { Settings } from '../foundation/settings/settings.js'
import type { Translator } from '../foundation/text/messages.js'
import type { Model, ResourceModel } from '../model/types/resource-model.js'
import { statsSwitches } from '../model/types/stats-model.js'
import { actionCatalog } from './catalogs/actions.js'
import { canonicalOperations, describeCapabilities } from './catalogs/capabilities.js'
import { type CatalogFilter, describeCatalog } from './catalogs/catalog.js'
import { type CatalogText, catalogText } from './catalogs/catalog-text.js'
import {
  filteredSchema,
  findEndpoint,
  type HashedDocument,
  hashOf,
  resourcesReferredBy,
  type SchemaReader,
  type SchemaRequest,
  sortRequired,
} from './catalogs/filtered-schema.js'
import { resourceCatalog } from './catalogs/resources.js'
import { describeService, type ServiceFacts } from './catalogs/service.js'
import {
  type CatalogContext,
  type CatalogReader,
  type CatalogSubject,
  surfaceCatalog,
} from './catalogs/surfaces.js'
import { endpointsOf } from './openapi/endpoints.js'
import { type DescribeOptions, describeApi, schemasOf } from './openapi/openapi.js'
import { componentName } from './schemas/components.js'
import { fieldInfosOf, labelsOf } from './schemas/field-info.js'

/** A resource by its key, a group, or everything; never both members. */
export interface CatalogQuery {
  readonly resource?: string
  readonly group?: string
}

export interface Discovery {
  /** The document of a group. @throws AppError CATALOG_NOT_FOUND */
  apiDocument(group: string | undefined): Promise<HashedDocument>
  /** @throws AppError SCHEMA_NOT_FOUND */
  schema(request: SchemaRequest, reader: SchemaReader): HashedDocument
  /** @throws AppError CATALOG_NOT_FOUND */
  catalog(filter: CatalogFilter): Promise<HashedDocument>
  /** The resources of a group, or all of them. @throws AppError CATALOG_NOT_FOUND */
  resources(group: string | undefined, translate: Translator): Promise<HashedDocument>
  /** The service, and who its caller is. */
  service(principal: Principal, translate: Translator): HashedDocument
  /** Surfaces of a record. */
  itemSurfaces(resourceKey: string, context: CatalogContext): string
  /**
   * Actions of a record, or of the collection. @throws AppError CATALOG_NOT_FOUND if it has none
   */
  resourceActions(resourceKey: string, context: CatalogContext): string
  /** Surfaces of a resource or of a group. @throws AppError CATALOG_NOT_FOUND */
  surfaces(query: CatalogQuery, reader: CatalogReader): Promise<HashedDocument>
  /** Actions of a resource, of a group, or of everything. @throws AppError CATALOG_NOT_FOUND */
  actions(query: CatalogQuery, reader: CatalogReader): Promise<HashedDocument>
  /** Capabilities of a resource, or of one of its records. */
  capabilities(resourceKey: string, context: CatalogContext): string
  /** Labels of the fields of the response, by name. */
  columnLabels(resourceKey: string, translate: Translator): ReadonlyMap<string, string>
}

export interface DiscoveryOptions extends Omit<DescribeOptions, 'settings'> {
  readonly facts: ServiceFacts
}

/** Maximum number of catalogs that are kept as text. */
const maxTexts = 200

export const createDiscovery = (
  model: Model,
  settings: Settings,
  { facts, ...options }: DiscoveryOptions,
): Discovery => {
  const contextPath = settings['platform.http.context-path']
  const documents = describeApi(model, { ...options, settings, callers: facts.callers })
  const byKey = new Map(model.resources.map((resource) => [resource.key, resource]))
  const maxPageSize = settings['platform.pagination.max-size']
  const makeEndpoints = (resource: ResourceModel) => endpointsOf(resource, settings)
  const source = {
    ...{ model, resources: byKey, contextPath },
    // By resource: those of hundreds take a second and fifty megabytes.
    endpoints: memoize(makeEndpoints),
    schemas: memoize(schemasOf),
    infos: memoize((resource: ResourceModel) =>
      fieldInfosOf(resource, { model, contextPath, maxPageSize }),
    ),
  }
  const switches = statsSwitches(settings)
  const groups = new Set(model.resources.map(({ group }) => group))
  const schemas = memo<HashedDocument>()
  const referredResources = memo<readonly ResourceModel[]>()
  const apiDocuments = longDocumentMemo()
  const catalogs = longDocumentMemo()
  const resourceCatalogs = longDocumentMemo()

  const maxItems = settings['platform.query.by-ids.max']
  const maxExportRows = settings['platform.export.max-rows']
  const capabilityOptions = { switches, maxExportRows, maxItems }
  const findResource = (key: string): ResourceModel => {
    const found = byKey.get(key)
    if (found) return found
    throw new AppError(
      problem('resourceUnknown', { known: model.resources.map((resource) => resource.key) }),
    )
  }
  const ofResource = (resource: ResourceModel): CatalogSubject => ({
    resources: [resource],
    resource,
    group: resource.group,
  })
  const subjectOf = ({ resource: key, group }: CatalogQuery): CatalogSubject => {
    if (key !== undefined) return ofResource(findResource(key))
    if (group === undefined) return { resources: model.resources, resource: undefined, group: null }
    if (!groups.has(group)) throw unknownGroup(groups)
    const resources = model.resources.filter((resource) => resource.group === group)
    return { resources, resource: undefined, group }
  }
  const hashed = (document: object): HashedDocument => ({
    body: JSON.stringify(document),
    hash: hashOf(document),
  })

  const texts = new LRUCache<string, CatalogText>({ max: maxTexts })
  /** Prints a catalog of a resource, or of one of its records. */
  const filledIn = (
    kind: string,
    resource: ResourceModel,
    context: CatalogContext,
    describe: (context: CatalogContext) => unknown,
  ): string => {
    const { translate, resourceId } = context
    const isOfRecord = resourceId !== null
    const key = `${kind} ${isOfRecord} ${translate.language} ${resource.key}`
    const text = texts.get(key) ?? catalogText(describe, translate, isOfRecord)
    texts.set(key, text)
    return text(context)
  }

  return {
    resources: async (group, translate) => {
      const subject = subjectOf(group === undefined ? {} : { group })
      return resourceCatalogs(JSON.stringify([group, translate.language]), () =>
        resourceCatalog(subject, source, { translate, switches }),
      )
    },
    service: (principal, translate) => {
      const { title, version, info } = options
      const named = { ...facts, title, version, description: info?.description, settings }
      return hashed(describeService(named, principal, translate))
    },
    itemSurfaces: (key, context) => {
      const resource = findResource(key)
      return filledIn('surfaces', resource, context, (reader) =>
        wholeOf(surfaceCatalog(ofResource(resource), reader, source)),
      )
    },
    resourceActions: (key, context) => {
      const resource = findResource(key)
      if (resource.actions.size === 0) throw noActions()
      const scope = context.resourceId === null ? 'COLLECTION' : 'ITEM'
      return filledIn('actions', resource, context, (reader) =>
        wholeOf(actionCatalog(ofResource(resource), { ...reader, scope }, source, { maxItems })),
      )
    },
    surfaces: async (query, reader) =>
      printed(surfaceCatalog(subjectOf(query), { ...reader, resourceId: null }, source), text),
    actions: async (query, reader) => {
      const subject = subjectOf(query)
      const isAll = query.resource === undefined && query.group === undefined
      if (!isAll && subject.resources.every(({ actions }) => actions.size === 0)) throw noActions()
      const context = { ...reader, resourceId: null }
      return printed(actionCatalog(subject, context, source, { maxItems }), text)
    },
    capabilities: (key, context) => {
      const resource = findResource(key)
      return filledIn('capabilities', resource, context, (reader) =>
        describeCapabilities(resource, reader, source, capabilityOptions),
      )
    },
    columnLabels: (key, translate) => {
      const resource = findResource(key)
      const infos = source.infos(resource).get(componentName(resource, 'Response'))
      return labelsOf(infos ?? new Map(), translate)
    },
    apiDocument: async (group) => {
      if (group !== undefined && !documents.groups.includes(group)) {
        throw unknownGroup(documents.groups)
      }
      return apiDocuments(group ?? '', () => documents.describe(group)!)
    },
    schema: (request, reader) => {
      const endpoint = findEndpoint(source, request)
      const make = () =>
        filteredSchema(
          { ...source, capabilities: () => canonicalOperations(endpoint.resource, switches) },
          endpoint,
          request,
          reader,
        )
      // Clients can invent endless id fields; only the schema of the default one is cached.
      if (!isDefault(request, endpoint.resource)) return make()
      const { schemaType, includeInternalSchemas } = request
      const shape = JSON.stringify([endpoint.path, request.operation, schemaType])
      const referred = referredResources(shape, () =>
        resourcesReferredBy(source, endpoint, schemaType),
      )
      const key = JSON.stringify([
        shape,
        includeInternalSchemas,
        reader.translate.language,
        referred.map(reader.mayRead),
      ])
      return schemas(key, () => kept(make()))
    },
    catalog: async (filter) => {
      const { group } = filter
      if (group !== undefined && !groups.has(group)) throw unknownGroup(groups)
      const describe = () =>
        describeCatalog(
          // What is made of hundreds of resources is not kept.
          filter.path === undefined
            ? { ...source, endpoints: makeEndpoints, schemas: memoize(schemasOf) }
            : source,
          filter,
        )
      const isWhole = filter.path === undefined && filter.operation === undefined
      return isWhole ? catalogs(group ?? '', describe) : printed(describe(), text)
    },
  }
}

const isDefault = (
  { idField, readOnly }: SchemaRequest,
  resource: { readonly idField: string; readonly readOnly: boolean },
): boolean =>
  (idField ?? resource.idField) === resource.idField &&
  (readOnly ?? resource.readOnly) === resource.readOnly

const memo = <T>() => {
  const cache = new Map<string, T>()
  return (key: string, make: () => T): T => {
    const value = cache.get(key) ?? make()
    cache.set(key, value)
    return value
  }
}

const kept = ({ body, hash }: HashedDocument): HashedDocument => ({
  body: typeof body === 'string' ? KeptText.of(body) : body,
  hash,
})

/** Prints a document in slices, because that of hundreds of resources takes seconds. */
const printed = async (
  document: Members,
  collect: (pieces: AsyncIterable<string>) => Promise<HashedDocument['body']>,
): Promise<HashedDocument> => {
  let hash = ''
  const pieces = async function* () {
    hash = yield* inSlices(printPieces(document, sortRequired))
  }
  const body = await collect(pieces())
  return { body, hash }
}

/** Long documents that are kept, once they are printed. */
const longDocumentMemo = () => {
  const documents = new Map<string, Promise<HashedDocument>>()
  return (key: string, make: () => Members): Promise<HashedDocument> => {
    const known = documents.get(key)
    if (known) return known
    const document = printed(make(), (pieces) => KeptText.ofPieces(pieces))
    documents.set(key, document)
    // The next request tries again.
    document.catch(() => documents.delete(key))
    return document
  }
}

const unknownGroup = (groups: Iterable<string>): AppError =>
  new AppError(problem('groupUnknown', { known: [...groups] }))

const noActions = (): AppError => new AppError(problem('noActions'))
