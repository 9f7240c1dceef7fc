/** Small JSON Schemas that others are made of. */
import type { JsonSchema } from '../../foundation/json-schema.js'

export const text: JsonSchema = { type: 'string' }
export const flag: JsonSchema = { type: 'boolean' }
export const integer: JsonSchema = { type: 'integer' }
export const count: JsonSchema = { type: 'integer', minimum: 0 }
export const day: JsonSchema = { type: 'string', format: 'date' }

export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

/** An object whose members are always there, but for those that are named. */
export const objectOf = (
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
})

/** The same, or null. */
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

export const anyOf = (...schemas: readonly JsonSchema[]): JsonSchema => ({ anyOf: schemas })

type Rule = JsonSchema & { readonly properties?: Readonly<Record<string, JsonSchema | false>> }

/**
 * Adds rules that depend on a member: `met` where the value fits `test`, else `unmet`. Each names all
 * members, because some tools take the members that a rule does not name for unknown ones.
 */
export const when = (schema: Rule, test: Rule, met: Rule, unmet: Rule): JsonSchema => {
  const all = Object.fromEntries(Object.keys(schema.properties ?? {}).map((name) => [name, {}]))
  const whole = (rule: Rule) => ({ ...rule, properties: { ...all, ...rule.properties } })
  return {
    ...schema,
    if: whole(test),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: whole(met),
    else: whole(unmet),
  }
}
