/**
 * Which records the values of a field are ids of: a client that shows a key can show its label
 * instead, and lead to the record.
 */
import { memoize } from '../../foundation/functions/memoize.js'
import type { EntityModel } from '../../model/types/entity-model.js'
import type { OptionRows } from '../../model/types/option-source-model.js'
import { isSamePlace, type Place, referredBy } from '../../model/types/path.js'
import type { Model, ResourceModel } from '../../model/types/resource-model.js'

/** A member of `x-ui`. */
interface Reference {
  readonly resourceKey: string
  readonly resourcePath: string
  /** The field of the same shape that shows the label of the record. */
  readonly labelField: string | null
}

/** A resource that a field can refer to. The first one that the caller may read is published. */
export interface ReferenceTarget {
  readonly resource: ResourceModel
  readonly reference: Reference
}

export interface ReferenceContext {
  readonly model: Model
  readonly contextPath: string
}

/** The fields of a shape that show columns, with their paths from the rows of the shape. */
export interface Shown {
  readonly fields: readonly (Place & { readonly name: string })[]
  /** Labels that the contract declares for keys. */
  readonly labels?: readonly KeyLabel[]
}

interface KeyLabel {
  readonly key: Place
  readonly label: Place
}

/** The resources whose records are rows of an entity, in the order of their declaration. */
export const resourcesOf = (model: Model, entity: EntityModel): readonly ResourceModel[] =>
  resourcesByEntity(model).get(entity) ?? []

const resourcesByEntity = memoize(({ resources }: Model) => {
  const found = new Map<EntityModel, ResourceModel[]>()
  for (const resource of resources) {
    const others = found.get(resource.entity)
    if (others) others.push(resource)
    else found.set(resource.entity, [resource])
  }
  return found
})

export const referenceTargets = (
  place: Place,
  shown: Shown,
  { model, contextPath }: ReferenceContext,
): readonly ReferenceTarget[] => {
  const entity = referredBy(place)
  return (entity ? resourcesOf(model, entity) : []).map((resource) => ({
    resource,
    reference: {
      resourceKey: resource.key,
      resourcePath: `${contextPath}${resource.path}`,
      labelField: labelBeside(place, resource, shown) ?? null,
    },
  }))
}

/**
 * Name of the field that shows the label of the record that the value at `place` refers to: the
 * label of the resource's options, or one that the contract declares.
 */
export const labelBeside = (
  place: Place,
  { response, optionLabel = '' }: ResourceModel,
  { fields, labels = [] }: Shown,
): string | undefined => {
  const label = response.get(optionLabel)
  const wanted = [
    ...(label?.type === 'column' ? [belowRecord(place, label.target)] : []),
    ...labels.filter(({ key }) => isSamePlace(key, place)).map((declared) => declared.label),
  ].filter((each) => !isSamePlace(each, place))
  return fields.find((field) => wanted.some((each) => isSamePlace(field, each)))?.name
}

/** A place below the record that a key refers to. */
const belowRecord = ({ hops, column }: Place, below: Place): Place => ({
  hops: [...hops, ...(column.references ? [column.references] : []), ...below.hops],
  column: below.column,
})

/** Statistics and option sources declare labels of keys. */
export const shownBy = ({ response, stats, optionSources }: ResourceModel): Shown => ({
  fields: [...response.values()].flatMap((field) =>
    field.type === 'column' ? [{ name: field.name, ...field.target }] : [],
  ),
  labels: [
    ...[...stats.fields.values()].flatMap(({ target, labelTarget }) =>
      labelTarget ? [{ key: target, label: labelTarget }] : [],
    ),
    ...[...optionSources.values()].flatMap(({ rows }) => labelOfRows(rows) ?? []),
  ],
})

const labelOfRows = (rows: OptionRows): KeyLabel | undefined => {
  if (rows.from === 'list') return undefined
  if (rows.from === 'paths') return { key: rows.id, label: rows.label }
  const key = rows.referred?.by
  return key && { key, label: belowRecord(key, rows.label) }
}
