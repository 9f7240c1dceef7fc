/** The schemas of the requests and responses of actions. */
import { defined } from '../../foundation/json/defined.js'
import { anyOf, type JsonSchema, nullable } from '../../foundation/json/json-schema.js'
import { idsField } from '../../model/compile/compile-actions.js'
import type {
  ActionShapeModel,
  StructureMember,
  ValueMember,
} from '../../model/types/action-model.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import { componentName, refTo, type Schemas } from './components.js'
import { listOf, objectOf } from './schema-forms.js'
import { stored } from './stored-value.js'
import { writeField } from './write-shapes.js'

export const actionShape = (id: string, side: 'request' | 'response'): string =>
  `action-${id}-${side}`

/** A request or response of an action, or an item of a structure in it. */
export interface ActionComponent {
  readonly name: string
  readonly shape: ActionShapeModel
  readonly side: 'request' | 'response'
}

/** The shapes of actions, with those of their structures on all levels. */
export const actionComponents = ({ actions }: ResourceModel): readonly ActionComponent[] =>
  [...actions.values()].flatMap(({ id, request, response }) => [
    ...withStructures({ name: actionShape(id, 'request'), shape: request, side: 'request' }),
    ...(response
      ? withStructures({ name: actionShape(id, 'response'), shape: response, side: 'response' })
      : []),
  ])

const withStructures = (component: ActionComponent): readonly ActionComponent[] => [
  component,
  ...[...component.shape.members.values()].flatMap((member) =>
    member.type === 'structure'
      ? withStructures({
          ...component,
          name: structureName(component.name, member),
          shape: member.shape,
        })
      : [],
  ),
]

/** The name of the component that the items of a structure are. */
export const structureName = (shape: string, { name }: StructureMember): string =>
  `${shape}-${name}`

/** By component name. */
export const actionShapeSchemas = (resource: ResourceModel): Schemas => {
  const bulk = new Map(
    [...resource.actions.values()].flatMap((action) =>
      action.kind === 'BULK' ? [[action.request, action] as const] : [],
    ),
  )
  return Object.fromEntries(
    actionComponents(resource).map(({ name, shape, side }) => {
      const schema = actionSchema(resource, name, shape, side)
      const action = bulk.get(shape)
      return [
        componentName(resource, name),
        action ? withIds(schema, resource, action.maxItems) : schema,
      ]
    }),
  )
}

const actionSchema = (
  resource: ResourceModel,
  name: string,
  { members, values }: ActionShapeModel,
  side: ActionComponent['side'],
): JsonSchema => {
  const list = [...members.values()]
  const schemaOfMember = (member: ValueMember | StructureMember): JsonSchema => {
    if (member.type === 'structure') return structureSchema(resource, name, member)
    if (side === 'request') return writeField(resource, name, member, values)
    const schema = stored(member.column)
    return member.column.nullable ? nullable(schema) : schema
  }
  const properties = Object.fromEntries(list.map((each) => [each.name, schemaOfMember(each)]))
  if (side === 'response') return objectOf(properties)
  return {
    type: 'object',
    properties,
    required: list.filter((member) => !member.nullable).map((member) => member.name),
    additionalProperties: false,
  }
}

const structureSchema = (
  resource: ResourceModel,
  name: string,
  member: StructureMember,
): JsonSchema => {
  const item = refTo(componentName(resource, structureName(name, member)))
  const { limits } = member
  const minItems = limits && limits.minItems > 0 ? limits.minItems : undefined
  const schema = limits
    ? { ...listOf(item), ...defined({ minItems, maxItems: limits.maxItems }) }
    : item
  if (!member.nullable) return schema
  return limits ? nullable(schema) : anyOf(schema, { type: 'null' })
}

/** Adds the ids of the records of a bulk action. */
const withIds = (
  body: JsonSchema,
  { idReader }: ResourceModel,
  maxItems: number | undefined,
): JsonSchema => ({
  ...body,
  properties: {
    [idsField]: {
      type: 'array',
      items: idReader.schema,
      minItems: 1,
      ...(maxItems === undefined ? {} : { maxItems }),
    },
    ...(body['properties'] as object),
  },
  required: [idsField, ...(body['required'] as readonly string[])],
})
