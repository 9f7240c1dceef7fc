/**
 * Shortens a published schema for a model: labels and filter operations stay. What forms need to
 * draw a field goes, and so do the limits that every integer has, and the combinations of filters,
 * which repeat the whole filter.
 */
import { isJsonObject, type JsonObject } from '../foundation/json/json-object.js'

interface UiMetadata {
  readonly label?: string
  readonly helpText?: string
  readonly filterOperation?: string
  readonly optionSource?: { readonly key?: string }
  readonly currency?: string
}

const uiMember = 'x-ui'
const droppedMembers: ReadonlySet<string> = new Set([uiMember, '$or', '$and', '$not'])

const isEndless = (name: string, value: unknown): boolean =>
  (name === 'minimum' || name === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER

export const shortSchema = (schema: unknown): unknown => {
  const short = shortened(schema)
  if (!isJsonObject(short)) return short
  const { components, ...root } = short
  const { schemas } = (components ?? {}) as { readonly schemas?: JsonObject }
  const text = JSON.stringify(short)
  const used = Object.entries(schemas ?? {}).filter(([name]) =>
    text.includes(`"#/components/schemas/${name}"`),
  )
  if (used.length === 0) return root
  return { ...root, components: { schemas: Object.fromEntries(used) } }
}

const shortened = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(shortened)
  if (!isJsonObject(schema)) return schema
  const members = Object.entries(schema).flatMap(([name, value]) =>
    droppedMembers.has(name) || isEndless(name, value) ? [] : [[name, shortened(value)] as const],
  )
  return { ...Object.fromEntries(members), ...notesOf(schema[uiMember] as UiMetadata | undefined) }
}

/** The title is a word of JSON Schema, the others are not. */
const notesOf = ({ label, helpText, filterOperation, optionSource, currency }: UiMetadata = {}) => {
  const notes = {
    title: label,
    description: helpText,
    'x-filter': filterOperation,
    'x-option-source': optionSource?.key,
    'x-currency': currency,
  }
  return Object.fromEntries(Object.entries(notes).filter(([, value]) => value !== undefined))
}
