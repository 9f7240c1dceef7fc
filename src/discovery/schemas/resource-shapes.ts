/**
 * The shapes of a resource as JSON Schemas, built from the schemas that requests are validated
 * against.
 */
import type { Deprecation } from '../../contract/deprecation.js'
import type { OperandForm } from '../../contract/filter/definition.js'
import type { ExpressionName } from '../../contract/filter/expressions.js'
import { defined } from '../../foundation/json/defined.js'
import { anyOf, type JsonSchema, nullable } from '../../foundation/json/json-schema.js'
import { idsField } from '../../model/compile/compile-actions.js'
import { itemId } from '../../model/compile/compile-response.js'
import type { ItemType, ValueType } from '../../model/kinds/kind-definition.js'
import { kinds, mayShowNull } from '../../model/kinds/kinds.js'
import type { RelationModel } from '../../model/types/entity-model.js'
import { type ColumnTarget, isNullable } from '../../model/types/path.js'
import {
  type ActionShapeModel,
  type FilterFieldModel,
  type FilterMember,
  type FilterShapeModel,
  isRelated,
  type ResourceModel,
  type ResponseField,
  type StructureMember,
  type ValueMember,
  type WriteField,
  type WriteShapeModel,
} from '../../model/types/resource-model.js'
import { optionOf } from '../../wire/options.js'
import { componentName, refTo, type Schemas } from './components.js'
import { withDeprecations } from './deprecated.js'
import { ruleSchemas } from './rule-logic.js'
import { count, flag, listOf, objectOf, text } from './schema-forms.js'
import { sortTerms } from './sort-terms.js'
import { schemaOf } from './wire-shapes.js'

/** Criteria of related rows are not deprecated by name. */
const none = new Map<string, Deprecation>()

/** All shapes of a resource, by component name. */
export const shapesOf = (resource: ResourceModel): Schemas => {
  const { fields, filters } = resource.deprecated
  return {
    ...actionShapes(resource),
    ...listShapes(resource),
    [componentName(resource, 'Response')]: withDeprecations(responseSchema(resource), fields),
    ...Object.fromEntries(
      filterComponents(resource).map((component) => [
        component.name,
        withDeprecations(filterSchema(resource, component), component.isOfRecord ? filters : none),
      ]),
    ),
    [componentName(resource, 'Option')]: optionSchema(stored(resource.entity.primaryKey)),
    ...Object.fromEntries(
      [...resource.optionSources.values()].map(({ key, idType }) => [
        componentName(resource, optionShape(key)),
        optionSchema(stored(idType)),
      ]),
    ),
    [componentName(resource, 'Sort')]: { ...text, enum: sortTerms(resource.sortable.keys()) },
    [componentName(resource, 'OptionSort')]: {
      ...{ ...text, enum: sortTerms(['label', 'id', ...resource.sortable.keys()]) },
    },
    ...Object.fromEntries(
      writeShapes(resource).flatMap(({ name, shape }) => [
        [
          componentName(resource, name),
          withDeprecations(withRules(writeSchema(resource, name, shape), resource, shape), fields),
        ] as const,
        ...itemSchemas(resource, name, shape),
      ]),
    ),
  }
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
export const actionShape = (id: string, side: 'request' | 'response'): string =>
  `action-${id}-${side}`

/** The option of a named source. */
export const optionShape = (sourceKey: string): string => `option-of-${sourceKey}`

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

const actionShapes = (resource: ResourceModel): Schemas => {
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

/**
 * The schema of a stored value: responses may exceed the limits that the contract has for writing.
 */
const stored = (type: ValueType): JsonSchema => kinds[type.kind].schema(withoutLimits(type))

const withoutLimits = ({ kind, values, precision, scale, item, parts }: ValueType): ValueType =>
  defined({ kind, values, precision, scale, item: item && itemWithoutLimits(item), parts })

const itemWithoutLimits = (item: ItemType): ItemType => ({
  ...withoutLimits(item),
  nullable: mayShowNull(item),
})

/** The schema of a column in a response. */
const shown = (target: ColumnTarget): JsonSchema => {
  const schema = stored(target.column)
  return isNullable(target) || mayShowNull(target.column) ? nullable(schema) : schema
}

const responseSchema = (resource: ResourceModel): JsonSchema => {
  const properties = Object.fromEntries(
    [...resource.response.values()].map((field) => [field.name, responseField(resource, field)]),
  )
  const version = resource.dataset ? { datasetVersion: { ...text, readOnly: true } } : {}
  return objectOf({ ...properties, ...version })
}

const responseField = (resource: ResourceModel, field: ResponseField): JsonSchema => {
  switch (field.type) {
    case 'column':
      return shown(field.target)
    case 'count':
      return count
    case 'ids':
      return listOf(stored(field.target.relation.target.primaryKey))
    case 'list':
      return listOf(refTo(componentName(resource, 'Response', field.name)))
  }
}

const listShapes = (resource: ResourceModel): Schemas =>
  Object.fromEntries(
    [...resource.response.values()].flatMap((field) => {
      if (field.type !== 'list') return []
      const members = field.members.map(({ name, target }) => [name, shown(target)] as const)
      return [
        [componentName(resource, 'Response', field.name), objectOf(Object.fromEntries(members))],
      ]
    }),
  )

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

/** The whole list; in an intent, or the items that change. */
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
    properties: {
      add: list,
      update: listOf(refTo(componentName(resource, `${name}-change`))),
      remove: listOf(stored(relation.target.primaryKey)),
    },
    additionalProperties: false,
  }
}

/** A filter, or a payload within it. */
export interface FilterComponent {
  readonly name: string
  readonly filter: FilterShapeModel
  /** The names of the members that lead to it, and the relations behind which its rows are. */
  readonly path: readonly string[]
  readonly hops: readonly RelationModel[]
  /** Its criteria are about the records of the resource. */
  readonly isOfRecord: boolean
  /** The component of the parts that it may be combined of. Undefined: none. */
  readonly part: string | undefined
}

/** The filter, its parts if they have other members, and the criteria of related rows. */
export const filterComponents = (resource: ResourceModel): readonly FilterComponent[] => {
  const { filter, expressions } = resource
  const whole = filterComponent(resource, filter)
  const ofRows = relatedComponents(resource, whole)
  const combined = new Map([...filter].filter(([, member]) => !choosesRecords(member)))
  if (!expressions || combined.size === filter.size) return [whole, ...ofRows]
  const part = componentName(resource, 'FilterPart')
  return [{ ...whole, part }, { ...whole, name: part, filter: combined, part }, ...ofRows]
}

/** Only the filter itself can have the member. */
const choosesRecords = (member: FilterMember): boolean =>
  !isRelated(member) && member.onlyDeleted !== undefined

const filterComponent = (
  resource: ResourceModel,
  filter: FilterShapeModel,
  path: readonly string[] = [],
  hops: readonly RelationModel[] = [],
): FilterComponent => {
  const name = componentName(resource, 'Filter', ...path)
  const part = resource.expressions ? name : undefined
  return { name, filter, path, hops, isOfRecord: path.length === 0, part }
}

const relatedComponents = (
  resource: ResourceModel,
  { filter, path, hops }: FilterComponent,
): readonly FilterComponent[] =>
  [...filter.values()].filter(isRelated).flatMap(({ name, filter, target }) => {
    const rows = [...hops, ...target.hops, target.relation]
    const component = filterComponent(resource, filter, [...path, name], rows)
    return [component, ...relatedComponents(resource, component)]
  })

const filterSchema = (
  resource: ResourceModel,
  { filter, path, part }: FilterComponent,
): JsonSchema => ({
  type: 'object',
  properties: {
    ...Object.fromEntries(
      [...filter.values()].map((member) => [
        member.name,
        nullable(
          isRelated(member)
            ? refTo(componentName(resource, 'Filter', ...path, member.name))
            : operandSchemas[member.form](member),
        ),
      ]),
    ),
    ...(part === undefined ? {} : expressionSchemas(refTo(part))),
  },
  additionalProperties: false,
})

const expressionSchemas = (part: JsonSchema): Readonly<Record<ExpressionName, JsonSchema>> => ({
  $or: nullable(listOf(part)),
  $and: nullable(listOf(part)),
  $not: nullable(part),
})

/** Schemas of operands by their form, without null. */
const operandSchemas: Readonly<Record<OperandForm, (field: FilterFieldModel) => JsonSchema>> = {
  value: ({ reader }) => reader.schema,
  text: () => text,
  list: ({ reader }) => listOf(reader.schema),
  range: (field) => rangeSchema(field),
  switch: () => flag,
  flag: () => flag,
  day: ({ reader }) => reader.schema,
  days: ({ reader }) => reader.schema,
  size: ({ reader }) => reader.schema,
}

/**
 * `[from, to]` with null for an open bound, or an object. Code generators read the list and ignore
 * the patterns; some of them fail on an `anyOf` of list and object.
 */
const rangeSchema = ({ reader, dayReader }: FilterFieldModel): JsonSchema => {
  const bound = dayReader
    ? anyOf(reader.schema, dayReader.schema, { type: 'null' })
    : nullable(reader.schema)
  return {
    type: ['array', 'object'],
    ...{ items: bound, maxItems: 2 },
    ...{ patternProperties: { '^(from|to)$': bound }, additionalProperties: false },
  }
}

const optionSchema = (id: JsonSchema): JsonSchema => schemaOf(optionOf(id))
