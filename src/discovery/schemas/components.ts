/** Named schemas: a shape is described once, and other schemas refer to it. */
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import type { ResourceModel } from '../../model/types/resource-model.js'

export type Schemas = Readonly<Record<string, JsonSchema>>

/** `human-resources.employees` and `Response` make `HumanResourcesEmployeesResponse`. */
export const componentName = ({ key }: Pick<ResourceModel, 'key'>, ...parts: string[]): string =>
  joinedName(key, ...parts)

export const joinedName = (...parts: string[]): string =>
  parts
    .flatMap((part) => part.split(/[.-]/))
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

const prefix = '#/components/schemas/'

export const refTo = (name: string): JsonSchema => ({ $ref: `${prefix}${name}` })

export const refName = ({ $ref }: JsonSchema): string | undefined =>
  typeof $ref === 'string' && $ref.startsWith(prefix) ? $ref.slice(prefix.length) : undefined

/**
 * Adds a schema by its name, and returns a reference to it. Generators name a schema without a name
 * after the place where they find it, such as `OrdersCreate201Response`.
 */
export const named = (
  name: string,
  schema: JsonSchema,
  schemas: Record<string, JsonSchema>,
): JsonSchema => {
  schemas[name] = schema
  return refTo(name)
}

type Json = unknown

const mapValues = (value: object, map: (member: Json) => Json): object =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [name, map(member)]))

/**
 * Replaces every reference by the schema that it refers to. A reference within the schema that it
 * refers to stays, such as that of a filter to its parts.
 *
 * @param within names of the schemas that the schema is a part of
 */
export const inlined = (schema: Json, schemas: Schemas, within: readonly string[] = []): Json => {
  if (Array.isArray(schema)) return schema.map((item) => inlined(item, schemas, within))
  if (typeof schema !== 'object' || schema === null) return schema
  const name = refName(schema as JsonSchema)
  if (name !== undefined && within.includes(name)) return schema
  const { $ref: _, ...beside } = schema as JsonSchema
  const members = mapValues(name === undefined ? schema : beside, (member) =>
    inlined(member, schemas, within),
  )
  return name === undefined
    ? members
    : { ...(inlined(schemas[name], schemas, [...within, name]) as object), ...members }
}

/** Calls `visit` with every `$ref` in a description. */
export const eachReference = (value: Json, visit: (reference: string) => void): void => {
  if (typeof value !== 'object' || value === null) return
  const { $ref } = value as JsonSchema
  if (typeof $ref === 'string') visit($ref)
  for (const member of Object.values(value)) eachReference(member, visit)
}

/** Adds the schemas that a schema refers to, directly or through others. */
export const addReferred = (
  schema: Json,
  schemas: Schemas,
  found: Record<string, JsonSchema>,
): void =>
  eachReference(schema, ($ref) => {
    const name = refName({ $ref })
    if (name === undefined || name in found) return
    found[name] = schemas[name]!
    addReferred(schemas[name], schemas, found)
  })

/** The schemas that a schema refers to, directly or through others. */
export const referredBy = (schema: Json, schemas: Schemas): Schemas => {
  const found: Record<string, JsonSchema> = {}
  addReferred(schema, schemas, found)
  return found
}
