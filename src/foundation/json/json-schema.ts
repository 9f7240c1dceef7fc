/** A JSON Schema (2020-12), as data. */
export type JsonSchema = { readonly [keyword: string]: unknown }

export const anyOf = (...schemas: readonly JsonSchema[]): JsonSchema => ({ anyOf: schemas })

/** Returns the schema with null as a further value. */
export const nullable = (schema: JsonSchema): JsonSchema => {
  const { type, enum: values } = schema
  if (type === undefined)
    return Object.keys(schema).length === 0 ? schema : anyOf(schema, { type: 'null' })
  const types = [type].flat()
  return {
    ...schema,
    type: types.includes('null') ? types : [...types, 'null'],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  }
}
