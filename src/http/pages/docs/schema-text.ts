/** JSON Schema in words: the members of an object as a table, every other schema in a line. */
import { refName } from '../../../discovery/openapi/components.js'
import type { JsonSchema } from '../../../foundation/json-schema.js'
import { Html, html } from '../html.js'
import { prose, table } from './layout.js'

export const schemaId = (name: string): string => `schema-${name}`

const schemaLink = (name: string): Html => html`<a href="#${schemaId(name)}">${name}</a>`

const joined = (parts: readonly Html[], separator: string): Html =>
  new Html(parts.map(({ text }) => text).join(separator))

const valueText = (value: unknown): Html => html`<code>${JSON.stringify(value)}</code>`

/** In a line, followed by the members of an inline object; other objects are links. */
export const describeSchema = (schema: JsonSchema | boolean): Html => {
  const members = membersIn(schema)
  return members ? html`${inWords(schema)} ${membersTable(members)}` : inWords(schema)
}

/** The inline object that a schema or the items of its list are. */
const membersIn = (schema: JsonSchema | boolean | undefined): Members | undefined => {
  if (typeof schema !== 'object') return undefined
  const { properties, items } = schema as Members
  return Object.keys(properties ?? {}).length > 0 ? (schema as Members) : membersIn(items)
}

const inWords = (schema: JsonSchema | boolean): Html => {
  if (typeof schema === 'boolean') return html`${schema ? 'any value' : 'never'}`
  const name = refName(schema)
  if (name !== undefined) return schemaLink(name)
  const { const: constant, enum: values, anyOf, oneOf, type = [] } = schema as Members
  if (constant !== undefined) return valueText(constant)
  if (values) return joined(values.map(valueText), ', ')
  const alternatives = anyOf ?? oneOf
  if (alternatives) return joined(alternatives.map(describeSchema), ' or ')
  const types = [type].flat()
  if (types.length === 0) return html`any value`
  return joined(
    types.map((each) => describeType(each, schema as Members)),
    ' or ',
  )
}

interface Members {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema | boolean>>
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: JsonSchema | boolean
  readonly required?: readonly string[]
  readonly format?: string
}

const describeType = (type: string, schema: Members): Html => {
  const { items, format, patternProperties, additionalProperties } = schema
  if (type === 'array') return items ? html`list of ${describeItems(items)}` : html`list`
  if (type === 'string' && format) return html`string (${format})`
  if (type !== 'object') return html`${type}`
  if (typeof additionalProperties === 'object') {
    return html`object whose values are ${describeSchema(additionalProperties)}`
  }
  const [names] = Object.keys(patternProperties ?? {})
  return names ? html`object with names that match <code>${names}</code>` : html`object`
}

/** Alternatives in parentheses, because those of the list itself may follow. */
const describeItems = (items: JsonSchema): Html => {
  const { anyOf, oneOf, type } = items as Members
  const isChoice = anyOf ?? oneOf ?? (Array.isArray(type) && type.length > 1)
  return isChoice ? html`(${inWords(items)})` : inWords(items)
}

/**
 * The members of an object, each with its name, type and limits.
 *
 * @param meanings by member
 */
export const membersTable = (
  { properties = {}, required = [] }: Members,
  meanings: ReadonlyMap<string, string> = new Map(),
): Html =>
  table(
    ['Member', 'Type', 'Notes'],
    Object.entries(properties).map(([name, schema]) => {
      const parts = [
        ...(required.includes(name) ? ['required'] : []),
        ...(meanings.has(name) ? [meanings.get(name)!] : []),
        ...notesOf(schema),
      ]
      return html`<tr><td><code>${name}</code></td><td>${describeSchema(schema)}</td><td>${prose(parts.join('; '))}</td></tr>`
    }),
  )

/** Bounds of exact integers are not shown: they say nothing about the field. */
const isLimit = (value: unknown): boolean => Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER

type Describe = (value: unknown) => string | undefined

const counted = (count: unknown, noun: string): string =>
  `${String(count)} ${noun}${count === 1 ? '' : 's'}`

/** Notes on a member, by keyword. */
const notes: Readonly<Record<string, Describe>> = {
  description: String,
  minLength: (value) => `at least ${counted(value, 'character')}`,
  maxLength: (value) => `at most ${counted(value, 'character')}`,
  minimum: (value) => (isLimit(value) ? `from ${value}` : undefined),
  exclusiveMinimum: (value) => `more than ${value}`,
  maximum: (value) => (isLimit(value) ? `up to ${value}` : undefined),
  exclusiveMaximum: (value) => `less than ${value}`,
  multipleOf: (value) => `a multiple of ${value}`,
  minItems: (value) => `at least ${counted(value, 'item')}`,
  maxItems: (value) => `at most ${counted(value, 'item')}`,
  uniqueItems: () => 'without repetition',
  pattern: (value) => `matches \`${value}\``,
  default: (value) => `default \`${JSON.stringify(value)}\``,
  readOnly: () => 'read only',
  deprecated: () => 'deprecated',
}

const notesOf = (schema: JsonSchema | boolean): readonly string[] =>
  typeof schema === 'boolean'
    ? []
    : Object.entries(notes).flatMap(([keyword, describe]) => {
        const value = schema[keyword]
        return value === undefined || value === false ? [] : (describe(value) ?? [])
      })
