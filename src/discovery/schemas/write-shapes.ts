/** The schemas of the bodies of create, update and intents, and of the items of owned lists. */
import { type JsonSchema, nullable } from '../../foundation/json/json-schema.js'
import { itemId } from '../../model/compile/compile-response.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import type { WriteField, WriteShapeModel } from '../../model/types/write-model.js'
import { componentName, refTo, type Schemas } from './components.js'
import { withDeprecations } from './deprecated.js'
import { ruleSchemas } from './rule-logic.js'
import { listOf } from './schema-forms.js'
import { stored } from './stored-value.js'

/** By component name. */
export const writeShapeSchemas = (resource: ResourceModel): Schemas => {
  const { fields } = resource.deprecated
  return Object.fromEntries(
    writeShapes(resource).flatMap(({ name, shape }) => [
      [
        componentName(resource, name),
        withDeprecations(withRules(writeSchema(resource, name, shape), resource, shape), fields),
      ] as const,
      ...itemSchemas(resource, name, shape),
    ]),
  )
}

/** An item of a list of owned rows: its shape, and the name of the component. */
export interface ItemComponent {
  readonly name: string
  readonly shape: WriteShapeModel
  /** Whether an item can name a row. */
  readonly id: 'none' | 'optional' | 'required'
}

/** The schemas of items on all levels of a write shape. */
export const itemComponents = (
  resource: ResourceModel,
  name: string,
  { fields }: WriteShapeModel,
): readonly ItemComponent[] =>
  [...fields.values()].flatMap((field) => {
    if (field.type !== 'owned') return []
    const { create, update, change } = field.items
    const list = `${name}-${field.name}`
    const item = { name: list, shape: update ?? create, id: update ? 'optional' : 'none' } as const
    const changed = change && { name: `${list}-change`, shape: change, id: 'required' as const }
    return [item, ...(changed ? [changed] : [])].flatMap((each) => [
      each,
      ...itemComponents(resource, each.name, each.shape),
    ])
  })

const itemSchemas = (resource: ResourceModel, name: string, shape: WriteShapeModel) =>
  itemComponents(resource, name, shape).map((item) => {
    const schema = writeSchema(resource, item.name, item.shape)
    return [
      componentName(resource, item.name),
      item.id === 'none' ? schema : withItemId(schema, item),
    ] as const
  })

/** An item with the id of a row changes it; one without is a new row. */
const withItemId = (schema: JsonSchema, { shape, id }: ItemComponent): JsonSchema => {
  const [first] = shape.fields.values()
  const key = (first?.type === 'column' ? first.column.entity : first!.relation.owner).primaryKey
  const type = stored(key)
  return {
    ...schema,
    properties: {
      [itemId]: id === 'required' ? type : nullable(type),
      ...(schema['properties'] as object),
    },
    required: [
      ...(id === 'required' ? [itemId] : []),
      ...(schema['required'] as readonly string[]),
    ],
  }
}

interface NamedShape {
  readonly name: string
  readonly shape: WriteShapeModel
}

/** The shapes of create, update and intents. */
export const writeShapes = ({ create, update, intents }: ResourceModel): readonly NamedShape[] => [
  ...(create ? [{ name: 'Create', shape: create }] : []),
  ...(update ? [{ name: 'Update', shape: update }] : []),
  ...[...intents.values()].map(({ id, shape }) => ({ name: intentShape(id), shape })),
]

/** The shape of create, update or an intent that is this component. */
export const writeShapeOf = (
  resource: ResourceModel,
  component: string,
): WriteShapeModel | undefined =>
  writeShapes(resource).find(({ name }) => componentName(resource, name) === component)?.shape

export const intentShape = (id: string): string => `intent-${id}`

const writeSchema = (resource: ResourceModel, name: string, shape: WriteShapeModel): JsonSchema => {
  const fields = [...shape.fields.values()]
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [field.name, writeField(resource, name, field, shape)]),
    ),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  }
}

/** Adds what JSON Schema can say of the rules of the resource. */
const withRules = (
  schema: JsonSchema,
  { rules }: ResourceModel,
  shape: WriteShapeModel,
): JsonSchema => {
  const schemas = ruleSchemas(rules, shape)
  return schemas.length > 0 ? { ...schema, allOf: schemas } : schema
}

const hasDefaults = (mode: WriteShapeModel['mode']): boolean =>
  mode === 'create' || mode === 'action'

/** The schema of a member of the write shape with this name. */
export const writeField = (
  resource: ResourceModel,
  name: string,
  field: WriteField,
  { mode }: WriteShapeModel,
): JsonSchema => {
  if (field.type === 'owned') return ownedSchema(resource, `${name}-${field.name}`, field)
  const { schema } = field.reader
  const whole = field.type === 'links' ? listOf(schema) : schema
  const member = field.nullable ? nullable(whole) : whole
  const value = field.type === 'column' ? field.column.default : undefined
  return hasDefaults(mode) && value !== undefined ? { ...member, default: value } : member
}

/**
 * The whole list; in an intent, or the items that change. These are patterns, because generators of
 * clients write code that does not compile for a list with `properties`; with patterns they write a
 * list.
 */
const ownedSchema = (
  resource: ResourceModel,
  name: string,
  { items: { change }, nullable: isNullable, relation }: Extract<WriteField, { type: 'owned' }>,
): JsonSchema => {
  const list = listOf(refTo(componentName(resource, name)))
  if (!change) return isNullable ? nullable(list) : list
  return {
    ...list,
    type: ['array', 'object', 'null'],
    patternProperties: {
      '^add$': list,
      '^update$': listOf(refTo(componentName(resource, `${name}-change`))),
      '^remove$': listOf(stored(relation.target.primaryKey)),
    },
    additionalProperties: false,
  }
}
