/** The catalog of schemas: the operations of a group with their shapes, flat enough for tools. */
import Type from 'typebox'
import { anyObject, day, flag, mapOf, nullable, number, oneOf, text, type Wire } from '../forms.js'

const Deprecation = Type.Object(
  {
    since: day,
    sunset: Type.Optional(day),
    use: Type.Optional(text),
  },
  { $id: 'CatalogDeprecation' },
)

/** Facts that a field does not have are null, because tools read a table. */
const CatalogField = Type.Object(
  {
    name: text,
    type: text,
    required: flag,
    deprecated: Type.Optional(Deprecation),
    enumValues: nullable(Type.Array(Type.Unknown())),
    format: nullable(text),
    description: nullable(text),
    minimum: nullable(number),
    maximum: nullable(number),
    minLength: nullable(number),
    maxLength: nullable(number),
    pattern: nullable(text),
  },
  { $id: 'CatalogField' },
)
export type CatalogField = Wire<typeof CatalogField>

const CatalogRelation = Type.Object(
  {
    field: text,
    targetResourceKey: text,
    cardinality: oneOf(['ONE', 'MANY']),
  },
  { $id: 'CatalogRelation' },
)
export type CatalogRelation = Wire<typeof CatalogRelation>

const CatalogShape = Type.Object({
  /** Name of the component; null for a shape without a name. */
  name: nullable(text),
  mediaType: text,
  fields: Type.Array(CatalogField),
  relations: Type.Array(CatalogRelation),
})
export type CatalogShape = Wire<typeof CatalogShape>

/** As in the API description. */
const Parameter = Type.Object(
  {
    name: text,
    in: oneOf(['path', 'query', 'header']),
    description: text,
    required: Type.Optional(flag),
    schema: anyObject,
  },
  { $id: 'CatalogParameter' },
)
export type Parameter = Wire<typeof Parameter>

const Example = Type.Object(
  {
    summary: Type.Optional(text),
    description: Type.Optional(text),
    value: Type.Unknown(),
  },
  { $id: 'CatalogExample' },
)

const CatalogEndpoint = Type.Object(
  {
    deprecated: Type.Optional(Deprecation),
    path: text,
    method: text,
    operationId: text,
    summary: text,
    description: text,
    tags: Type.Array(text),
    resourceKey: text,
    requestSchema: nullable(CatalogShape),
    responseSchema: nullable(CatalogShape),
    parameters: Type.Array(Parameter),
    operationExamples: Type.Object({ request: mapOf(Example), response: mapOf(Example) }),
    schemaLinks: Type.Object({ request: nullable(text), response: nullable(text) }),
  },
  { $id: 'CatalogEndpoint' },
)
export type CatalogEndpoint = Wire<typeof CatalogEndpoint>

/** A JSON Schema with UI metadata. */
export const SchemaDocument = Type.Unsafe<Record<string, unknown>>({
  ...anyObject,
  $id: 'SchemaDocument',
})

export const SchemaCatalog = Type.Object(
  { group: nullable(text), endpoints: Type.Array(CatalogEndpoint) },
  { $id: 'SchemaCatalog' },
)
export type SchemaCatalog = Wire<typeof SchemaCatalog>
