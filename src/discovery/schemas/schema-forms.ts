/**
 * Small JSON Schemas for shapes that are built from a model; `src/wire` has its own, with types.
 */
import type { JsonSchema } from '../../foundation/json/json-schema.js'

/** Which body of an operation a schema describes. */
export type SchemaType = 'request' | 'response'

export const text: JsonSchema = { type: 'string' }
export const flag: JsonSchema = { type: 'boolean' }
export const count: JsonSchema = { type: 'integer', minimum: 0 }
export const day: JsonSchema = { type: 'string', format: 'date' }

export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

/** An object with all of these members. */
export const objectOf = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

type Rule = JsonSchema & { readonly properties?: Readonly<Record<string, JsonSchema | false>> }

/**
 * Adds rules that depend on a member: `met` applies where the value fits `test`, else `unmet`. A
 * rule is undefined where no value can need it. Each rule names all members, because some tools
 * treat members that a rule does not name as unknown.
 */
export const when = (
  schema: Rule,
  test: Rule,
  met: Rule | undefined,
  unmet: Rule | undefined,
): JsonSchema => {
  const all = Object.fromEntries(Object.keys(schema.properties ?? {}).map((name) => [name, {}]))
  const whole = (rule: Rule) => ({ ...rule, properties: { ...all, ...rule.properties } })
  return {
    ...schema,
    if: whole(test),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    ...(met ? { then: whole(met) } : {}),
    ...(unmet ? { else: whole(unmet) } : {}),
  }
}
