/** Examples: those of the contract, else one that is generated from the schema. Always the same. */
import type { Example, Examples } from '../../contract/hints.js'
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import { refName, type Schemas } from '../schemas/components.js'

const texts: Readonly<Record<string, string>> = {
  date: '2026-03-20',
  'date-time': '2026-03-20T15:45:00Z',
  'date-time-local': '2026-03-20T15:45:00',
  'time-local': '15:45:00',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  email: 'name@example.com',
  uri: 'https://example.com',
}

/** Generates a value that is valid against a schema. */
const exampleOf = (schema: JsonSchema, schemas: Schemas): unknown => {
  const name = refName(schema)
  if (name !== undefined) {
    const { $ref: _, ...beside } = schema
    return exampleOf({ ...schemas[name], ...beside }, schemas)
  }
  const {
    const: constant,
    enum: values,
    anyOf,
    default: byDefault,
    examples,
  } = schema as {
    const?: unknown
    enum?: readonly unknown[]
    anyOf?: readonly JsonSchema[]
    default?: unknown
    examples?: readonly unknown[]
  }
  if (constant !== undefined) return constant
  if (byDefault !== undefined) return byDefault
  if (values) return values[0]
  if (examples) return examples[0]
  if (anyOf) return exampleOf(anyOf[0]!, schemas)
  const [type] = [schema['type'] ?? 'null'].flat() as string[]
  return makers[type!]?.(schema, schemas) ?? null
}

/** What a rule requires may be sent even if the rule does not apply. */
interface Rule {
  readonly then?: { readonly required?: readonly string[] }
}

const makers: Readonly<Record<string, (schema: JsonSchema, schemas: Schemas) => unknown>> = {
  string: ({ format, minLength, maxLength, pattern }) => {
    if (typeof format === 'string') return texts[format] ?? 'text'
    const fits = (text: string) =>
      typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text)
    const candidates = ['text', '1', 'a', 'A', 'Aa', 'A1', 'a-1', 'P1D'].map((text) =>
      text.padEnd(Number(minLength ?? 0), text.at(-1)).slice(0, Number(maxLength ?? text.length)),
    )
    return candidates.find(fits) ?? candidates[0]
  },
  integer: ({ minimum, maximum }) =>
    Math.min(Math.max(1, Number(minimum ?? 1)), Number(maximum ?? 1)),
  number: ({ minimum, maximum }) =>
    Math.min(Math.max(1, Number(minimum ?? 1)), Number(maximum ?? 1)),
  boolean: () => true,
  array: ({ items, minItems }, schemas) =>
    items === undefined
      ? []
      : Array.from({ length: Math.max(1, Number(minItems ?? 0)) }, () =>
          exampleOf(items as JsonSchema, schemas),
        ),
  object: ({ properties = {}, required, allOf: rules = [] }, schemas) => {
    const members = properties as Readonly<Record<string, JsonSchema>>
    const names = [
      ...((required as readonly string[] | undefined) ?? Object.keys(members).slice(0, 1)),
      ...(rules as readonly Rule[]).flatMap(({ then }) => then?.required ?? []),
    ]
    return Object.fromEntries(names.map((name) => [name, exampleOf(members[name]!, schemas)]))
  },
}

/** The declared examples, else a generated one named `default`. */
export const examplesOf = (
  declared: Examples | undefined,
  schema: JsonSchema,
  schemas: Schemas,
): Readonly<Record<string, Example>> =>
  declared && Object.keys(declared).length > 0
    ? declared
    : { default: { value: exampleOf(schema, schemas) } }
