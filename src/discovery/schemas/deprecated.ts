/** The keywords of a deprecation in schemas and in the API description. */
import type { Deprecation } from '../../contract/deprecation.js'
import type { JsonSchema } from '../../foundation/json/json-schema.js'

export const deprecatedKeywords = (deprecation: Deprecation): JsonSchema => ({
  deprecated: true,
  'x-deprecated': deprecation,
  ...(deprecation.sunset === undefined ? {} : { 'x-sunset': deprecation.sunset }),
})

/** Marks the properties of an object schema that are deprecated. */
export const withDeprecations = (
  schema: JsonSchema,
  deprecations: ReadonlyMap<string, Deprecation>,
): JsonSchema => {
  if (deprecations.size === 0) return schema
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)
  const marked = properties.map(([name, property]) => {
    const deprecation = deprecations.get(name)
    return [name, deprecation ? { ...property, ...deprecatedKeywords(deprecation) } : property]
  })
  return { ...schema, properties: Object.fromEntries(marked) }
}
