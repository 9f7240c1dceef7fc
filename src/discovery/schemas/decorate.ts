/** Adds `x-ui` to every property of a schema, nested ones included. */
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import { fieldLabel } from '../../model/labels.js'
import { refName } from './components.js'
import type { FieldInfo, FieldInfos } from './field-info.js'
import { type UiContext, uiOf } from './x-ui.js'

const none: FieldInfos = new Map()

/** A field of a shape that no contract declares. */
const undeclaredField = (name: string): FieldInfo => ({ label: fieldLabel(name) })

export const decorate = (
  schema: JsonSchema,
  infos: FieldInfos | undefined,
  context: UiContext,
  required: unknown = schema['required'],
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
  const inner = (schema: JsonSchema) => decorate(schema, undefined, context)
  return {
    ...schema,
    ...(properties
      ? { properties: decorateAll(properties, required, infos ?? none, context) }
      : {}),
    ...(items ? { items: inner(items) } : {}),
    ...(typeof others === 'object' ? { additionalProperties: inner(others) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(inner) } : {}),
  }
}

const decorateAll = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: unknown,
  infos: FieldInfos,
  context: UiContext,
) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema], index) => {
      const info = infos.get(name) ?? undeclaredField(name)
      const demand = Array.isArray(required) ? { required: required.includes(name) } : {}
      const ui = uiOf({ name, schema, info, index, ...demand }, context)
      return [name, { ...decorate(schema, undefined, context), 'x-ui': ui }]
    }),
  )
