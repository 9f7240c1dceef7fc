/**
 * `/schemas/filtered`: the schema of the request or the response of an operation, without envelope,
 * page or list, with everything that a form or a grid needs.
 */

import type { KeptText } from '../../foundation/encoding/encodings.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { digestOf, type Replace } from '../../foundation/json/canonical-json.js'
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import type { Translator } from '../../foundation/text/messages.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import { type Endpoint, type EndpointSource, endpointsAt } from '../openapi/endpoints.js'
import { inlined, referredBy, refName, type Schemas } from '../schemas/components.js'
import { decorate } from '../schemas/decorate.js'
import type { FieldInfos } from '../schemas/field-info.js'
import { publishedRules } from '../schemas/rule-logic.js'
import type { SchemaType } from '../schemas/schema-forms.js'
import { writeShapeOf } from '../schemas/write-shapes.js'
import type { CanonicalOperation } from './capabilities.js'

export interface SchemaRequest {
  readonly path: string
  readonly operation: string
  readonly schemaType: SchemaType
  readonly includeInternalSchemas: boolean
  /** Default: the id field of the resource. */
  readonly idField: string | undefined
  /** Default: whether the resource is read-only. */
  readonly readOnly: boolean | undefined
}

export interface SchemaSource extends EndpointSource {
  readonly schemas: (resource: ResourceModel) => Schemas
  /** By component name. */
  readonly infos: (resource: ResourceModel) => ReadonlyMap<string, FieldInfos>
  readonly capabilities: (endpoint: Endpoint) => Readonly<Record<CanonicalOperation, boolean>>
}

/** The caller that reads a schema. */
export interface SchemaReader {
  readonly translate: Translator
  /** Whether the caller may read records of a resource. */
  readonly mayRead: (resource: ResourceModel) => boolean
}

export interface HashedDocument {
  /** JSON; the same for many requests if it is kept. */
  readonly body: string | KeptText
  readonly hash: string
}

/** @throws AppError SCHEMA_NOT_FOUND */
export const findEndpoint = (
  source: EndpointSource,
  { path, operation, schemaType }: Pick<SchemaRequest, 'path' | 'operation' | 'schemaType'>,
): Endpoint => {
  const found = endpointsAt(source, path).find(
    (endpoint) => endpoint.operation.method.toLowerCase() === operation,
  )
  if (found?.shapes[schemaType]) return found
  throw new AppError(
    found ? problem('schemaMissing', { schemaType }) : problem('schemaOperationUnknown'),
  )
}

export const filteredSchema = (
  source: SchemaSource,
  endpoint: Endpoint,
  request: SchemaRequest,
  { translate, mayRead }: SchemaReader,
): HashedDocument => {
  const schemas = source.schemas(endpoint.resource)
  const infos = source.infos(endpoint.resource)
  const shape = endpoint.shapes[request.schemaType]!
  const name = refName(shape)
  const context = {
    translate,
    mayRead,
    schemas,
    side: request.schemaType,
    isDetail: endpoint.operation.name === 'byId',
  }
  const { 'x-rules': rules, ...plain } = name === undefined ? shape : schemas[name]!
  const schema = decorate(plain, name === undefined ? undefined : infos.get(name), context)
  const referred = Object.fromEntries(
    Object.entries(referredBy(schema, schemas)).map(([name, shape]) => [
      name,
      decorate(shape, infos.get(name), context, shape['required'] ?? requiredOf(schema, name)),
    ]),
  )
  const isInline = request.includeInternalSchemas
  const shown = isInline
    ? (inlined(schema, referred, name === undefined ? [] : [name]) as JsonSchema)
    : schema
  const components = referredBy(shown, referred)
  const body = {
    ...shown,
    ...(Object.keys(components).length === 0 ? {} : { components: { schemas: components } }),
  }
  const resource = resourceBlock(source, endpoint, request, schema)
  const document = {
    ...body,
    'x-ui': {
      language: translate.language,
      resource,
      ...rulesOf(endpoint.resource, name, translate),
    },
  }
  const examples = { [request.schemaType]: endpoint.examples[request.schemaType] }
  return {
    hash: hashOf(document),
    body: JSON.stringify({
      ...document,
      'x-ui': { ...document['x-ui'], operationExamples: examples },
    }),
  }
}

/** The rules of a write shape, if it has any. */
const rulesOf = (resource: ResourceModel, name: string | undefined, translate: Translator) => {
  const shape = name === undefined ? undefined : writeShapeOf(resource, name)
  const rules = shape ? publishedRules(resource.rules, shape) : []
  if (rules.length === 0) return {}
  const translated = rules.map(({ message: { text, values }, ...rule }) => ({
    ...rule,
    message: translate(text, values),
  }))
  return { rules: translated }
}

/** The resources that fields of a schema refer to: what it says depends on who may read them. */
export const resourcesReferredBy = (
  source: Pick<SchemaSource, 'schemas' | 'infos'>,
  { shapes, resource }: Endpoint,
  side: SchemaType,
): readonly ResourceModel[] => {
  const names = Object.keys(referredBy(shapes[side], source.schemas(resource)))
  const infos = source.infos(resource)
  const fields = names.flatMap((name) => [...(infos.get(name)?.values() ?? [])])
  const targets = fields.flatMap(({ references = [] }) => references)
  return [...new Set(targets.map(({ resource }) => resource))]
}

/**
 * Members that a reference requires beside its component: an option source may require filter
 * fields.
 */
const requiredOf = ({ properties = {} }: JsonSchema, name: string): unknown => {
  const members = Object.values(properties as Readonly<Record<string, JsonSchema>>)
  return members.find((member) => refName(member) === name)?.['required']
}

const resourceBlock = (
  source: SchemaSource,
  endpoint: Endpoint,
  { idField: requested, readOnly }: SchemaRequest,
  { properties }: JsonSchema,
) => {
  const { resource } = endpoint
  const idField = requested ?? resource.idField
  const idFieldValid = Object.hasOwn((properties ?? {}) as object, idField)
  return {
    resourceKey: resource.key,
    idField,
    idFieldValid,
    ...(idFieldValid ? {} : { idFieldMessage: `This schema has no property '${idField}'.` }),
    readOnly: readOnly ?? resource.readOnly,
    capabilities: source.capabilities(endpoint),
  }
}

/**
 * The order of `required` has no meaning, and does not change the hash; the order of other arrays
 * does.
 */
export const sortRequired: Replace = (name, member) =>
  name === 'required' && Array.isArray(member) ? [...member].sort() : member

export const hashOf = (document: unknown): string => digestOf(document, sortRequired)
