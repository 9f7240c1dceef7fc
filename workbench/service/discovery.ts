/** Reads the discovery catalogs. Each document is read once for an identity. */
import type { ActionCatalog } from '../../src/wire/catalogs/actions.js'
import type { Capabilities } from '../../src/wire/catalogs/capabilities.js'
import type { ResourceCatalog, ResourceEntry } from '../../src/wire/catalogs/resources.js'
import type { ServiceDescription } from '../../src/wire/catalogs/service.js'
import { contextPath } from '../browser/page-facts.js'
import { forms, type Result, send } from './connection.js'
import { identity } from './identity.js'
import { readShape, type SchemaDocument, type Shape } from './shape.js'

export type { ResourceCatalog, ResourceEntry, ServiceDescription }
export type Id = string | number

const kept = new Map<string, Promise<Result<unknown>>>()
let keptFor = ''

/** Reads a document of the catalogs. Failures are not cached. */
export const readDocument = <T>(url: string): Promise<Result<T>> => {
  if (keptFor !== identity.value) kept.clear()
  keptFor = identity.value
  const cached = kept.get(url)
  if (cached) return cached as Promise<Result<T>>
  const reading = send<T>({ method: 'GET', path: url }, forms.document)
  kept.set(url, reading)
  reading.then((result) => {
    if (!result.ok && kept.get(url) === reading) kept.delete(url)
  })
  return reading
}

export const readResources = () => readDocument<ResourceCatalog>(`${contextPath}/schemas/resources`)

export const readService = () => readDocument<ServiceDescription>(`${contextPath}/schemas/service`)

/** Returns true if a resource has statistics. */
export const hasStats = ({ canonicalOperations: can }: ResourceEntry): boolean =>
  Boolean(can['statsGroupBy'] || can['statsTimeSeries'] || can['statsDistribution'])

/** Reads the fields of a schema by its URL. */
export const readSchema = async (url: string): Promise<Result<Shape>> => {
  const result = await readDocument<SchemaDocument>(url)
  return result.ok ? { ...result, data: readShape(result.data) } : result
}

/** Name of the API description of a resource, which addresses of the API reference contain. */
export const apiDocumentOf = ({ apiDocsUrl }: ResourceEntry): string =>
  decodeURIComponent(apiDocsUrl.slice(apiDocsUrl.lastIndexOf('/') + 1))

export const readCapabilities = (resource: ResourceEntry) =>
  readDocument<Capabilities>(resource.capabilitiesUrl)

/** Reads the capabilities of a record, which are not cached because they depend on its state. */
export const readItemCapabilities = (resource: ResourceEntry, id: Id, signal?: AbortSignal) =>
  send<Capabilities>(
    { method: 'GET', path: `${recordPath(resource, id)}/capabilities`, options: { signal } },
    forms.document,
  )

export const readActions = (resource: ResourceEntry) =>
  readDocument<ActionCatalog>(resource.actionsUrl!)

export const recordPath = (resource: ResourceEntry, id: Id): string =>
  `${resource.resourcePath}/${encodeURIComponent(String(id))}`

interface ExportSchema {
  readonly properties: {
    readonly fields: { readonly items: { readonly enum: readonly string[] } }
    readonly selectedIds: { readonly maxItems?: number }
  }
}

/** Reads which fields have a cell in an export, and the maximum number of selected ids. */
export const readExportSchema = async ({ resourcePath }: ResourceEntry) => {
  const query = new URLSearchParams({
    path: `${resourcePath}/export`,
    operation: 'post',
    schemaType: 'request',
  })
  const result = await readDocument<ExportSchema>(`${contextPath}/schemas/filtered?${query}`)
  if (!result.ok) return result
  const { fields, selectedIds } = result.data.properties
  return { ...result, data: { fields: fields.items.enum, mostIds: selectedIds.maxItems } }
}
