/**
 * Where a form gets the choices of a field: the options of a resource, or a declared option source.
 */
import { isEnum } from '../../model/kinds/kinds.js'
import type { ColumnModel, EntityModel } from '../../model/types/entity-model.js'
import type { FilterFieldModel } from '../../model/types/filter-model.js'
import type { OptionRows, OptionSourceModel } from '../../model/types/option-source-model.js'
import { isSamePlace, type Place, referredBy } from '../../model/types/path.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import { defaultPageSize } from '../../wire/page-size.js'
import { type ReferenceContext, resourcesOf } from './field-reference.js'

/** What the addresses of choices depend on. */
export interface ChoiceContext extends ReferenceContext {
  /** Maximum number of rows of a page. */
  readonly maxPageSize: number
}

/** Members of `x-ui`. */
export interface Choice {
  /** Undefined: the source refuses requests without the fields that it depends on. */
  readonly endpoint?: string
  readonly optionSource?: OptionSourceInfo
  readonly dependentField?: string
  readonly resetOnDependentChange?: true
}

interface OptionSourceInfo {
  readonly key: string
  readonly type: string
  readonly resourcePath: string
  readonly filterEndpoint: string
  readonly byIdsEndpoint: string
  readonly dependsOn: readonly string[]
  readonly requireDependencies: boolean
  readonly search: { readonly enabled: boolean; readonly minLength: number }
  readonly pageSize: number
}

/**
 * The choice of a reference: the source that is declared for its path, else the records that it
 * refers to.
 */
export const referenceChoice = (
  resource: ResourceModel,
  place: Place,
  context: ChoiceContext,
  source = sourceOf(resource, place),
): Choice | undefined => {
  const entity = referredBy(place)
  if (!entity && !place.column.references) return undefined
  if (source) return choiceOfSource(resource, source, context)
  return entity && recordChoice(entity, context)
}

/** The choice among the records of an entity. */
export const recordChoice = (entity: EntityModel, context: ChoiceContext): Choice | undefined => {
  const [shown] = resourcesOf(context.model, entity)
  return shown && { endpoint: `${context.contextPath}${shown.path}/options/filter` }
}

/**
 * The choice of a filter field: of a reference, or of plain values that a source is declared for.
 */
export const filterChoice = (
  resource: ResourceModel,
  { name, form, target }: FilterFieldModel,
  context: ChoiceContext,
): Choice | undefined => {
  if (target.type !== 'column' || (form !== 'value' && form !== 'list')) return undefined
  // The schema lists these values itself.
  if (hasOwnOptions(target.column)) return undefined
  const declared = [...resource.optionSources.values()].find(
    ({ filterField }) => filterField === name,
  )
  const source = declared ?? sourceOf(resource, target)
  const choice = referenceChoice(resource, target, context, source)
  if (choice) return choice
  const isChosen = declared !== undefined || form === 'list'
  return source && isChosen ? choiceOfSource(resource, source, context) : undefined
}

const hasOwnOptions = (column: ColumnModel): boolean => isEnum(column) || column.kind === 'boolean'

/**
 * The source whose ids are the values at a place, by the path of its rows or of its filter field.
 */
const sourceOf = (resource: ResourceModel, place: Place): OptionSourceModel | undefined => {
  const sources = [...resource.optionSources.values()]
  const isAtPlace = (other: Place | undefined) => other !== undefined && isSamePlace(other, place)
  return (
    sources.find(({ rows }) => isAtPlace(placeOfRows(rows))) ??
    sources.find(({ filterField }) => {
      const target = resource.filter.get(filterField ?? '')?.target
      return target?.type === 'column' && isAtPlace(target)
    })
  )
}

const placeOfRows = (rows: OptionRows): Place | undefined => {
  if (rows.from === 'paths') return rows.id
  if (rows.from === 'list') return rows.of
  return rows.referred?.by
}

const choiceOfSource = (
  { path }: ResourceModel,
  source: OptionSourceModel,
  { contextPath, maxPageSize }: ChoiceContext,
): Choice => {
  const { key, type, dependsOn, requireDependencies } = source
  const { search, minSearchLength, maxSize = defaultPageSize } = source
  const resourcePath = `${contextPath}${path}`
  const options = `${resourcePath}/option-sources/${key}/options`
  const [dependentField] = dependsOn
  return {
    // Form clients post {} to it when a form opens.
    ...(requireDependencies ? {} : { endpoint: `${options}/filter` }),
    optionSource: {
      key,
      type,
      resourcePath,
      filterEndpoint: `${options}/filter`,
      byIdsEndpoint: `${options}/by-ids`,
      dependsOn,
      requireDependencies,
      search: { enabled: search, minLength: minSearchLength },
      pageSize: Math.min(defaultPageSize, maxPageSize, maxSize),
    },
    ...(dependentField === undefined ? {} : { dependentField, resetOnDependentChange: true }),
  }
}
