/** Puts `x-ui` on every property of a schema, and of all that it refers to. */
import type { JsonSchema } from '../foundation/json-schema.js'
import type { Translator } from '../foundation/messages.js'
import { fieldLabel } from '../model/labels.js'
import { refName } from './components.js'
import type { FieldInfo, FieldInfos } from './field-info.js'
import { uiOf } from './x-ui.js'

const none: FieldInfos = new Map()

/** A field of which nothing but its schema is known. */
const unknownField = (name: string): FieldInfo => ({ label: fieldLabel(name) })

export const decorate = (
  schema: JsonSchema,
  infos: FieldInfos | undefined,
  translate: Translator,
): JsonSchema => {
  const {
    properties,
    items,
    anyOf,
    additionalProperties: others,
  } = schema as {
    properties?: Readonly<Record<string, JsonSchema>>
    items?: JsonSchema
    anyOf?: readonly JsonSchema[]
    additionalProperties?: JsonSchema | boolean
  }
  if (refName(schema) !== undefined) return schema
  return {
    ...schema,
    ...(properties ? { properties: decorateAll(properties, infos ?? none, translate) } : {}),
    ...(items ? { items: decorate(items, undefined, translate) } : {}),
    ...(typeof others === 'object'
      ? { additionalProperties: decorate(others, undefined, translate) }
      : {}),
    ...(anyOf ? { anyOf: anyOf.map((one) => decorate(one, undefined, translate)) } : {}),
  }
}

const decorateAll = (
  properties: Readonly<Record<string, JsonSchema>>,
  infos: FieldInfos,
  translate: Translator,
) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema], index) => {
      const info = infos.get(name) ?? unknownField(name)
      const ui = uiOf(name, schema, info, index, translate)
      return [name, { ...decorate(schema, undefined, translate), 'x-ui': ui }]
    }),
  )
