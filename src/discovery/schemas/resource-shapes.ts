/**
 * The shapes of a resource as JSON Schemas, built from the schemas that requests are validated
 * against.
 */
import { type JsonSchema, nullable } from '../../foundation/json/json-schema.js'
import { mayShowNull } from '../../model/kinds/kinds.js'
import { type ColumnTarget, isNullable } from '../../model/types/path.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import type { ResponseField } from '../../model/types/response-field.js'
import { optionOf } from '../../wire/options.js'
import { actionShapeSchemas } from './action-shapes.js'
import { batchShapes } from './batch-shapes.js'
import { componentName, refTo, type Schemas } from './components.js'
import { withDeprecations } from './deprecated.js'
import { filterShapeSchemas } from './filter-shapes.js'
import { count, listOf, objectOf, text } from './schema-forms.js'
import { sortTerms } from './sort-terms.js'
import { metricShapes } from './stats-requests.js'
import { stored } from './stored-value.js'
import { schemaOf } from './wire-shapes.js'
import { writeShapeSchemas } from './write-shapes.js'

/** All shapes of a resource, by component name. */
export const shapesOf = (resource: ResourceModel): Schemas => {
  const { fields } = resource.deprecated
  return {
    ...actionShapeSchemas(resource),
    ...listShapes(resource),
    [componentName(resource, 'Response')]: withDeprecations(responseSchema(resource), fields),
    ...filterShapeSchemas(resource),
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
    ...writeShapeSchemas(resource),
    ...batchShapes(resource),
    ...metricShapes(resource),
  }
}

/** The option of a named source. */
export const optionShape = (sourceKey: string): string => `option-of-${sourceKey}`

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

const optionSchema = (id: JsonSchema): JsonSchema => schemaOf(optionOf(id))
