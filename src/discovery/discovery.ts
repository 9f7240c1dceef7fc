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
import { labelsOf } from './schemas/field-info.js'
import { fieldInfosOf } from './schemas/resource-infos.js'

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
  /** Labels of the fields of records, as responses and bodies have them, by name. */
  columnLabels(resourceKey: string, translate: Translator): ReadonlyMap<string, string>
}

export interface DiscoveryOptions extends Omit<DescribeOptions, 'settings'> {
  readonly facts: ServiceFacts
}

export const createDiscovery = (
  model: Model,
  settings: Settings,
  options: DiscoveryOptions,
): Discovery => new ModelDiscovery(model, settings, options)

/** Maximum number of catalogs that are kept as text. */
const maxTexts = 200

/** The documents of a model as some callers see it; each is made when it is first requested. */
class ModelDiscovery implements Discovery {
  readonly #model: Model
  readonly #settings: Settings
  readonly #options: DiscoveryOptions
  readonly #documents: ApiDocuments
  readonly #source: DiscoverySource
  readonly #switches: StatsSwitches
  readonly #groups: ReadonlySet<string>
  readonly #maxItems: number
  readonly #schemas = memo<HashedDocument>()
  readonly #referredResources = memo<readonly ResourceModel[]>()
  readonly #apiDocuments = longDocumentMemo()
  readonly #catalogs = longDocumentMemo()
  readonly #resourceCatalogs = longDocumentMemo()
  readonly #texts = new LRUCache<string, CatalogText>({ max: maxTexts })

  constructor(model: Model, settings: Settings, options: DiscoveryOptions) {
    this.#model = model
    this.#settings = settings
    this.#options = options
    const { facts, ...described } = options
    this.#documents = describeApi(model, { ...described, settings, callers: facts.callers })
    this.#source = sourceOf(model, settings)
    this.#switches = statsSwitches(settings)
    this.#groups = new Set(model.resources.map(({ group }) => group))
    this.#maxItems = settings['platform.query.by-ids.max']
  }

  async apiDocument(group: string | undefined): Promise<HashedDocument> {
    const { groups, describe } = this.#documents
    if (group !== undefined && !groups.includes(group)) throw unknownGroup(groups)
    return this.#apiDocuments(group ?? '', () => describe(group)!)
  }

  schema(request: SchemaRequest, reader: SchemaReader): HashedDocument {
    const source = this.#source
    const endpoint = findEndpoint(source, request)
    const capabilities = () => canonicalOperations(endpoint.resource, this.#switches)
    const make = () => filteredSchema({ ...source, capabilities }, endpoint, request, reader)
    // Clients can invent endless id fields; only the schema of the default one is cached.
    if (!isDefault(request, endpoint.resource)) return make()
    const { operation, schemaType, includeInternalSchemas } = request
    const shape = JSON.stringify([endpoint.path, operation, schemaType])
    const referred = this.#referredResources(shape, () =>
      resourcesReferredBy(source, endpoint, schemaType),
    )
    const { language } = reader.translate
    const seen = referred.map(reader.mayRead)
    const key = JSON.stringify([shape, includeInternalSchemas, language, seen])
    return this.#schemas(key, () => kept(make()))
  }

  async catalog(filter: CatalogFilter): Promise<HashedDocument> {
    const { group, path, operation } = filter
    if (group !== undefined && !this.#groups.has(group)) throw unknownGroup(this.#groups)
    // What is made of hundreds of resources is not kept.
    const source = path === undefined ? sourceOf(this.#model, this.#settings) : this.#source
    const describe = () => describeCatalog(source, filter)
    const isWhole = path === undefined && operation === undefined
    return isWhole ? this.#catalogs(group ?? '', describe) : printed(describe(), text)
  }

  async resources(group: string | undefined, translate: Translator): Promise<HashedDocument> {
    const subject = this.#subjectOf(group === undefined ? {} : { group })
    return this.#resourceCatalogs(JSON.stringify([group, translate.language]), () =>
      resourceCatalog(subject, this.#source, { translate, switches: this.#switches }),
    )
  }

  service(principal: Principal, translate: Translator): HashedDocument {
    const { facts, title, version, info } = this.#options
    const description = info?.description
    const named = { ...facts, title, version, description, settings: this.#settings }
    return hashed(describeService(named, principal, translate))
  }

  itemSurfaces(resourceKey: string, context: CatalogContext): string {
    const resource = this.#resourceOf(resourceKey)
    return this.#filledIn('surfaces', resource, context, (reader) =>
      wholeOf(surfaceCatalog(subjectOfResource(resource), reader, this.#source)),
    )
  }

  resourceActions(resourceKey: string, context: CatalogContext): string {
    const resource = this.#resourceOf(resourceKey)
    if (resource.actions.size === 0) throw noActions()
    const scope = context.resourceId === null ? 'COLLECTION' : 'ITEM'
    const subject = subjectOfResource(resource)
    const limits = { maxItems: this.#maxItems }
    return this.#filledIn('actions', resource, context, (reader) =>
      wholeOf(actionCatalog(subject, { ...reader, scope }, this.#source, limits)),
    )
  }

  async surfaces(query: CatalogQuery, reader: CatalogReader): Promise<HashedDocument> {
    const context = { ...reader, resourceId: null }
    return printed(surfaceCatalog(this.#subjectOf(query), context, this.#source), text)
  }

  async actions(query: CatalogQuery, reader: CatalogReader): Promise<HashedDocument> {
    const subject = this.#subjectOf(query)
    const isAll = query.resource === undefined && query.group === undefined
    if (!isAll && subject.resources.every(({ actions }) => actions.size === 0)) throw noActions()
    const context = { ...reader, resourceId: null }
    return printed(
      actionCatalog(subject, context, this.#source, { maxItems: this.#maxItems }),
      text,
    )
  }

  capabilities(resourceKey: string, context: CatalogContext): string {
    const resource = this.#resourceOf(resourceKey)
    const options = {
      switches: this.#switches,
      maxExportRows: this.#settings['platform.export.max-rows'],
      maxImportRows: this.#settings['platform.import.max-rows'],
      maxItems: this.#maxItems,
    }
    return this.#filledIn('capabilities', resource, context, (reader) =>
      describeCapabilities(resource, reader, this.#source, options),
    )
  }

  columnLabels(resourceKey: string, translate: Translator): ReadonlyMap<string, string> {
    const resource = this.#resourceOf(resourceKey)
    const infos = this.#source.infos(resource)
    // The response comes last, so that its labels prevail.
    return new Map(
      ['Create', 'Update', 'Response'].flatMap((shape) => [
        ...labelsOf(infos.get(componentName(resource, shape)) ?? new Map(), translate),
      ]),
    )
  }

  #resourceOf(key: string): ResourceModel {
    const { resources } = this.#source
    const found = resources.get(key)
    if (found) return found
    throw new AppError(problem('resourceUnknown', { known: [...resources.keys()] }))
  }

  #subjectOf({ resource: key, group }: CatalogQuery): CatalogSubject {
    if (key !== undefined) return subjectOfResource(this.#resourceOf(key))
    const { resources } = this.#model
    if (group === undefined) return { resources, resource: undefined, group: null }
    if (!this.#groups.has(group)) throw unknownGroup(this.#groups)
    const ofGroup = resources.filter((resource) => resource.group === group)
    return { resources: ofGroup, resource: undefined, group }
  }

  /** Prints a catalog of a resource, or of one of its records. */
  #filledIn(
    kind: string,
    resource: ResourceModel,
    context: CatalogContext,
    describe: (context: CatalogContext) => unknown,
  ): string {
    const { translate, resourceId } = context
    const isOfRecord = resourceId !== null
    const key = `${kind} ${isOfRecord} ${translate.language} ${resource.key}`
    const filled = this.#texts.get(key) ?? catalogText(describe, translate, isOfRecord)
    this.#texts.set(key, filled)
    return filled(context)
  }
}

type ApiDocuments = ReturnType<typeof describeApi>
type StatsSwitches = ReturnType<typeof statsSwitches>
type DiscoverySource = ReturnType<typeof sourceOf>

/** What documents are made of, by resource: that of hundreds takes a second and fifty megabytes. */
const sourceOf = (model: Model, settings: Settings) => {
  const contextPath = settings['platform.http.context-path']
  const maxPageSize = settings['platform.pagination.max-size']
  return {
    model,
    resources: new Map(model.resources.map((resource) => [resource.key, resource])),
    contextPath,
    endpoints: memoize((resource: ResourceModel) => endpointsOf(resource, settings)),
    schemas: memoize(schemasOf),
    infos: memoize((resource: ResourceModel) =>
      fieldInfosOf(resource, { model, contextPath, maxPageSize }),
    ),
  }
}

const subjectOfResource = (resource: ResourceModel): CatalogSubject => ({
  resources: [resource],
  resource,
  group: resource.group,
})

const hashed = (document: object): HashedDocument => ({
  body: JSON.stringify(document),
  hash: hashOf(document),
})

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
    const existingDocument = documents.get(key)
    if (existingDocument) return existingDocument
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
