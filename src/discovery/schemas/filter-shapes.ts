/** The schemas of filters, of their parts, and of criteria over related rows. */
import type { Deprecation } from '../../contract/deprecation.js'
import type { OperandForm } from '../../contract/filter/definition.js'
import type { ExpressionName } from '../../contract/filter/expressions.js'
import { anyOf, type JsonSchema, nullable } from '../../foundation/json/json-schema.js'
import type { RelationModel } from '../../model/types/entity-model.js'
import {
  type FilterFieldModel,
  type FilterMember,
  type FilterShapeModel,
  isRelated,
} from '../../model/types/filter-model.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import { componentName, refTo, type Schemas } from './components.js'
import { withDeprecations } from './deprecated.js'
import { flag, listOf, text } from './schema-forms.js'

/** Criteria of related rows are not deprecated by name. */
const none = new Map<string, Deprecation>()

/** By component name. */
export const filterShapeSchemas = (resource: ResourceModel): Schemas => {
  const { filters } = resource.deprecated
  return Object.fromEntries(
    filterComponents(resource).map((component) => [
      component.name,
      withDeprecations(filterSchema(resource, component), component.isOfRecord ? filters : none),
    ]),
  )
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
