/**
 * The paths of the fields of a shape, and which fields of a response and of a filter share one.
 */
import type { FilterOperation } from '../../contract/filter/table.js'
import {
  type FilterFieldModel,
  type FilterMember,
  isRelated,
} from '../../model/types/filter-model.js'
import { type CollectionTarget, isSamePlace, type Place } from '../../model/types/path.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import type { ResponseField } from '../../model/types/response-field.js'
import type { WriteField } from '../../model/types/write-model.js'

export const placeOf = (field: ResponseField): Place | undefined => {
  if (field.type === 'column') return field.target
  if (field.type !== 'ids') return undefined
  const { hops, relation } = field.target
  return { hops: [...hops, relation], column: relation.target.primaryKey }
}

export const placeOfWritten = (field: Exclude<WriteField, { readonly type: 'owned' }>): Place =>
  field.type === 'column'
    ? { hops: [], column: field.column }
    : { hops: [field.relation], column: field.relation.target.primaryKey }

const takesValues = new Set<FilterOperation>(['EQUAL', 'NOT_EQUAL', 'IN', 'NOT_IN'])

/** The place whose values, not parts or lengths of them, a filter field compares. */
export const placeOfIds = ({ operation, target }: FilterFieldModel): Place | undefined =>
  target.type === 'column' && takesValues.has(operation) ? target : undefined

/** Whether a filter field has the same values. */
export const isFilterable = ({ filter }: ResourceModel, { name, target }: ResponseField): boolean =>
  filter.has(name) ||
  [...filter.values()].some(
    (field) =>
      !isRelated(field) &&
      field.target.type === 'column' &&
      target.type === 'column' &&
      isSamePlace(field.target, target),
  )

/**
 * Name of the response field that shows what a filter field filters. A collection is shown by its
 * count, else by its ids or records.
 */
export const filterTargetOf = (
  { response }: ResourceModel,
  member: FilterMember,
): string | undefined => {
  const { target } = member
  if (target.type === 'search') return undefined
  const fields = [...response.values()]
  const shown =
    target.type === 'column'
      ? shownAt(response, target)
      : collectionFields
          .map((type) => fields.find((field) => field.type === type && isCollection(field, target)))
          .find((field) => field !== undefined)
  return shown?.name
}

const shownAt = (response: ResourceModel['response'], at: Place): ResponseField | undefined =>
  [...response.values()].find((field) => {
    const place = placeOf(field)
    return place !== undefined && isSamePlace(place, at)
  })

/** Names of the response fields that show the texts of a search. Undefined for other fields. */
export const searchFieldsOf = (
  { response }: ResourceModel,
  { target }: FilterFieldModel,
): readonly string[] | undefined =>
  target.type === 'search'
    ? target.targets.flatMap((text) => shownAt(response, text)?.name ?? [])
    : undefined

const collectionFields = ['count', 'ids', 'list'] as const

const isCollection = (field: ResponseField, { hops, relation }: CollectionTarget): boolean =>
  field.type !== 'column' &&
  field.target.relation === relation &&
  field.target.hops.length === hops.length &&
  field.target.hops.every((hop, index) => hop === hops[index])
