/** What is known of the fields of a shape beyond their schema: what `x-ui` is made of. */
import type { FieldHints } from '../contract/resource.js'
import { idsField } from '../model/compile-actions.js'
import type { ColumnModel, EntityModel } from '../model/entity-model.js'
import { enumLabel, fieldLabel } from '../model/labels.js'
import type {
  FilterFieldModel,
  Model,
  ResourceModel,
  ResponseField,
  WriteField,
  WriteShapeModel,
} from '../model/resource-model.js'
import { componentName } from './components.js'
import { actionShape, intentShape } from './resource-shapes.js'

/** Where the values of a reference are chosen. */
export interface Choice {
  readonly endpoint: string
  readonly optionSource?: string
}

export interface FieldInfo {
  readonly label: string
  readonly description?: string
  readonly hints?: FieldHints
  /** Limits, defaults and options are those of this column. */
  readonly column?: ColumnModel
  /** The shape that the field is written by, if any, and whether it must be sent there. */
  readonly write?: {
    readonly field: WriteField | { readonly type: 'ids'; readonly required: boolean }
    readonly mode: WriteShapeModel['mode']
  }
  readonly filter?: FilterFieldModel
  readonly choice?: Choice
  readonly sortable?: boolean
  readonly filterable?: boolean
  /** Text of an enum's value. */
  readonly optionLabel?: (value: string) => string
  readonly isResponse?: boolean
  readonly isBuiltIn?: boolean
}

export type FieldInfos = ReadonlyMap<string, FieldInfo>

/** Of every shape that has fields of a resource, by component name. */
export const fieldInfosOf = (model: Model): ReadonlyMap<string, FieldInfos> =>
  new Map(model.resources.flatMap((resource) => [...infosOfResource(resource, model)]))

const infosOfResource = (
  resource: ResourceModel,
  model: Model,
): ReadonlyMap<string, FieldInfos> => {
  const { create, update, intents, actions } = resource
  const writes = [
    ...(create ? [['Create', create] as const] : []),
    ...(update ? [['Update', update] as const] : []),
    ...[...intents.values()].map(({ id, shape }) => [intentShape(id), shape] as const),
    ...[...actions.values()].flatMap(({ id, request, response }) => [
      [actionShape(id, 'request'), request] as const,
      ...(response ? [[actionShape(id, 'response'), response] as const] : []),
    ]),
  ]
  return new Map<string, FieldInfos>([
    [componentName(resource, 'Response'), responseInfos(resource, model)],
    [componentName(resource, 'Filter'), filterInfos(resource, model)],
    ...writes.map(
      ([name, shape]) =>
        [componentName(resource, name), writeInfos(resource, shape, model)] as const,
    ),
    ...listInfos(resource),
    ...bulkInfos(resource, model),
  ])
}

/** A bulk action names its records beside its members. */
const bulkInfos = (resource: ResourceModel, model: Model) =>
  [...resource.actions.values()].flatMap(({ id, kind, request }) => {
    if (kind !== 'BULK') return []
    const ids: FieldInfo = {
      label: resource.title ?? fieldLabel(resource.name),
      write: { field: { type: 'ids', required: true }, mode: 'action' },
      ...choiceOf(resource, idsField, { entity: resource.entity }, model),
    }
    const name = componentName(resource, actionShape(id, 'request'))
    return [[name, new Map([[idsField, ids], ...writeInfos(resource, request, model)])] as const]
  })

/** A reference is called by what it leads to: `departmentId` reads "Department". */
const nameOf = (name: string, column: ColumnModel | undefined): string =>
  fieldLabel(column?.references && /Ids?$/.test(name) ? column.references.field : name)

const ofColumn = (name: string, column: ColumnModel | undefined, hints: FieldHints | undefined) => {
  const description = hints?.description ?? column?.description
  return {
    label: hints?.label ?? column?.label ?? nameOf(name, column),
    ...(description === undefined ? {} : { description }),
    ...(hints ? { hints } : {}),
    ...(column ? { column } : {}),
    ...(column?.kind === 'enum'
      ? { optionLabel: (value: string) => enumLabel(column, value) }
      : {}),
  }
}

/** Forms are built from the response too: what is written wins there, create before update. */
const writeOf = (resource: ResourceModel, name: string): FieldInfo['write'] => {
  for (const shape of [resource.create, resource.update]) {
    const field = shape?.fields.get(name)
    if (field) return { field, mode: shape!.mode }
  }
  return undefined
}

const responseInfos = (resource: ResourceModel, model: Model): FieldInfos => {
  const infos = new Map<string, FieldInfo>()
  for (const field of resource.response.values()) {
    const { name, hints } = field
    const column = field.type === 'column' ? field.target.column : undefined
    const write = writeOf(resource, name)
    infos.set(name, {
      ...ofColumn(name, column, hints),
      ...(field.type === 'ids' && !hints?.label
        ? { label: fieldLabel(field.target.relation.field) }
        : {}),
      isResponse: true,
      sortable: resource.sortable.has(name),
      filterable: isFilterable(resource, field),
      ...(write ? { write } : {}),
      ...choiceOf(resource, name, referredTo(field), model),
    })
  }
  if (resource.dataset) {
    const label = fieldLabel('datasetVersion')
    infos.set('datasetVersion', { label, isResponse: true, isBuiltIn: true })
  }
  return infos
}

/** Some filter is over the same values. */
const isFilterable = ({ filter }: ResourceModel, { name, target }: ResponseField): boolean =>
  filter.has(name) ||
  [...filter.values()].some(
    (one) =>
      one.target.type === 'column' &&
      target.type === 'column' &&
      one.target.column === target.column &&
      one.target.hops.length === target.hops.length &&
      one.target.hops.every((hop, index) => hop === target.hops[index]),
  )

/** The entity whose records a field names, and the column that does it. */
interface Referred {
  readonly entity: EntityModel
  readonly column?: ColumnModel
}

const referredTo = (field: ResponseField): Referred | undefined => {
  if (field.type === 'ids') return { entity: field.target.relation.target }
  return field.type === 'column' ? referredBy(field.target.column) : undefined
}

const referredBy = (column: ColumnModel): Referred | undefined =>
  column.references && { entity: column.references.target, column }

/** The options of the resource that shows the entity, and the source that is declared for the field. */
const choiceOf = (
  resource: ResourceModel,
  name: string,
  referred: Referred | undefined,
  model: Model,
): { readonly choice?: Choice } => {
  if (!referred) return {}
  const shown = model.resources.find((one) => one.entity === referred.entity)
  if (!shown) return {}
  const source = [...resource.optionSources.values()].find(({ filterField, rows }) => {
    if (filterField === name) return true
    const reference = rows.from === 'entity' ? rows.relation?.hops : undefined
    const key = rows.from === 'paths' ? rows.id.column : reference?.[0]?.key
    return key !== undefined && key === referred.column && (reference?.length ?? 1) === 1
  })
  const endpoint = `${shown.path}/options/filter`
  return { choice: { endpoint, ...(source ? { optionSource: source.key } : {}) } }
}

const writeInfos = (resource: ResourceModel, shape: WriteShapeModel, model: Model): FieldInfos =>
  new Map(
    [...shape.fields.values()].map((field) => {
      const { name, hints } = field
      const column = field.type === 'column' ? field.column : undefined
      const referred =
        field.type === 'links' ? { entity: field.relation.target } : referredBy(field.column)
      return [
        name,
        {
          ...ofColumn(name, column, hints),
          ...(field.type === 'links' && !hints?.label
            ? { label: fieldLabel(field.relation.field) }
            : {}),
          write: { field, mode: shape.mode },
          ...choiceOf(resource, name, referred, model),
        },
      ]
    }),
  )

const filterInfos = (resource: ResourceModel, model: Model): FieldInfos =>
  new Map(
    [...resource.filter.values()].map((field) => {
      const { name, hints, target, label, description } = field
      const column = target.type === 'column' ? target.column : undefined
      const own = ofColumn(name, column, hints)
      return [
        name,
        {
          ...own,
          label: hints?.label ?? label ?? nameOf(name, column),
          ...(description === undefined ? {} : { description }),
          filter: field,
          ...(isChosen(field) ? choiceOf(resource, name, column && referredBy(column), model) : {}),
        },
      ]
    }),
  )

/** A value of the field is sent, not a question about it. */
const isChosen = ({ form }: FilterFieldModel): boolean => form === 'value' || form === 'list'

const listInfos = (resource: ResourceModel): readonly (readonly [string, FieldInfos])[] =>
  [...resource.response.values()].flatMap((field) => {
    if (field.type !== 'list') return []
    const infos = field.members.map(
      ({ name, target }) =>
        [name, { ...ofColumn(name, target.column, undefined), isResponse: true }] as const,
    )
    return [[componentName(resource, 'Response', field.name), new Map(infos)] as const]
  })
