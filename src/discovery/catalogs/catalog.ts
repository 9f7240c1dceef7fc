/** `/schemas/catalog`: the operations of a group with their shapes, flat enough for tools. */

import type { Deprecation } from '../../contract/deprecation.js'
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import { Items, Members } from '../../foundation/json/long-json.js'
import type { Model, ResourceModel } from '../../model/types/resource-model.js'
import type {
  CatalogEndpoint,
  CatalogField,
  CatalogRelation,
  CatalogShape,
} from '../../wire/catalogs/schema-catalog.js'
import { type Endpoint, type EndpointSource, endpointsAt } from '../openapi/endpoints.js'
import { textsOf } from '../openapi/operation-texts.js'
import { parametersOf } from '../openapi/parameters.js'
import { inlined, refName, type Schemas } from '../schemas/components.js'
import { operationIdOf } from '../schemas/published.js'
import type { SchemaType } from '../schemas/schema-forms.js'
import { schemaUrlOf } from './schema-address.js'

export interface CatalogSource extends EndpointSource {
  readonly model: Model
  readonly schemas: (resource: ResourceModel) => Schemas
}

export interface CatalogFilter {
  readonly group?: string | undefined
  readonly path?: string | undefined
  /** Method in lower case. */
  readonly operation?: string | undefined
}

/** A `SchemaCatalog`, whose endpoints are described one by one. */
export const describeCatalog = (source: CatalogSource, filter: CatalogFilter): Members =>
  new Members([
    ['group', filter.group ?? null],
    ['endpoints', new Items(describeEndpoints(source, filter))],
  ])

function* describeEndpoints(
  source: CatalogSource,
  filter: CatalogFilter,
): Iterable<CatalogEndpoint> {
  const { operation } = filter
  for (const endpoint of endpointsIn(source, filter)) {
    if (operation !== undefined && endpoint.operation.method.toLowerCase() !== operation) continue
    yield describeEndpoint(endpoint, source)
  }
}

function* endpointsIn(source: CatalogSource, { group, path }: CatalogFilter): Iterable<Endpoint> {
  const isOfGroup = (resource: ResourceModel) => group === undefined || resource.group === group
  if (path !== undefined) {
    yield* endpointsAt(source, path).filter(({ resource }) => isOfGroup(resource))
    return
  }
  for (const resource of source.model.resources.filter(isOfGroup)) yield* source.endpoints(resource)
}

const describeEndpoint = (endpoint: Endpoint, source: CatalogSource): CatalogEndpoint => {
  const { doc, operation, resource } = endpoint
  const url = (side: SchemaType) =>
    endpoint.shapes[side] ? schemaUrlOf(endpoint, side, source.contextPath) : null
  const deprecated = resource.deprecated.operations.get(operation.id)
  return {
    ...(deprecated ? { deprecated } : {}),
    path: `${source.contextPath}${endpoint.path}`,
    method: operation.method,
    operationId: operationIdOf(endpoint),
    ...textsOf(endpoint),
    tags: [resource.key],
    resourceKey: resource.key,
    requestSchema: describeShape(endpoint, 'request', source),
    responseSchema: describeShape(endpoint, 'response', source),
    parameters: parametersOf(doc.parameters, endpoint),
    operationExamples: endpoint.examples,
    schemaLinks: { request: url('request'), response: url('response') },
  }
}

const describeShape = (
  { shapes, resource }: Endpoint,
  side: SchemaType,
  { schemas, model }: CatalogSource,
): CatalogShape | null => {
  const shape = shapes[side]
  if (!shape) return null
  const name = refName(shape) ?? null
  const schema = inlined(shape, schemas(resource)) as JsonSchema
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>
  const required = (schema['required'] ?? []) as readonly string[]
  return {
    name,
    mediaType: 'application/json',
    fields: Object.entries(properties).map(([field, property]) =>
      describeField(field, property, required.includes(field)),
    ),
    relations: relationsOf(resource, Object.keys(properties), model),
  }
}

const isNotNull = (value: unknown): boolean => value !== null

const keywords = [
  'format',
  'description',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
] as const

/** Absent keywords are null, because tools read a table. */
const keywordsOf = (schema: JsonSchema) =>
  Object.fromEntries(keywords.map((name) => [name, schema[name] ?? null])) as Pick<
    CatalogField,
    (typeof keywords)[number]
  >

const describeField = (name: string, schema: JsonSchema, required: boolean): CatalogField => {
  const types = [schema['type'] ?? []].flat().filter((type) => type !== 'null')
  const deprecated = schema['x-deprecated'] as Deprecation | undefined
  return {
    name,
    type: String(types[0] ?? 'any'),
    required,
    ...(deprecated ? { deprecated } : {}),
    enumValues: (schema['enum'] as readonly unknown[] | undefined)?.filter(isNotNull) ?? null,
    ...keywordsOf(schema),
  }
}

/** The fields that refer to records of another resource. */
const relationsOf = (
  { response, filter, create, update }: ResourceModel,
  fields: readonly string[],
  { resources }: Model,
): readonly CatalogRelation[] =>
  fields.flatMap((field) => {
    const responseField = response.get(field)
    const writeField = create?.fields.get(field) ?? update?.fields.get(field)
    const filterTarget = filter.get(field)?.target
    const column =
      (responseField?.type === 'column' ? responseField.target.column : undefined) ??
      (writeField?.type === 'column' ? writeField.column : undefined) ??
      (filterTarget?.type === 'column' ? filterTarget.column : undefined)
    const many =
      responseField && responseField.type !== 'column'
        ? responseField.target.relation.target
        : writeField && writeField.type !== 'column'
          ? writeField.relation.target
          : undefined
    const entity = many ?? column?.references?.target
    const target = entity && resources.find((resource) => resource.entity === entity)
    if (!target) return []
    return [{ field, targetResourceKey: target.key, cardinality: many ? 'MANY' : 'ONE' }]
  })
