/** Facts about the fields of responses, and of the lists in them. */
import { fieldLabel } from '../../model/labels.js'
import type { Place } from '../../model/types/path.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import type { ResponseField } from '../../model/types/response-field.js'
import { itemsOf } from './body-info.js'
import { componentName } from './components.js'
import { type ChoiceContext, referenceChoice } from './field-choice.js'
import {
  type FieldInfo,
  type FieldInfos,
  ofColumn,
  type ResponseInfo,
  withChoice,
  withReferences,
  withRules,
} from './field-info.js'
import { isFilterable, placeOf } from './field-places.js'
import { labelBeside, resourcesOf, type Shown, shownBy } from './field-reference.js'
import { memberRules } from './rule-logic.js'
import { writeField } from './write-shapes.js'

export const responseInfos = (resource: ResourceModel, context: ChoiceContext): FieldInfos => {
  const infos = new Map<string, FieldInfo>()
  const shown = shownBy(resource)
  const { create, update, rules } = resource
  const form = create ?? update
  const said = form && memberRules(rules, form)
  for (const field of resource.response.values()) {
    const { name, hints } = field
    const column = field.type === 'column' ? field.target.column : undefined
    const place = placeOf(field)
    infos.set(name, {
      ...ofColumn(name, column, hints),
      ...(field.type === 'ids' && !hints?.label
        ? { label: fieldLabel(field.target.relation.field) }
        : {}),
      ...withChoice(place && referenceChoice(resource, place, context)),
      ...withReferences(place, context, shown),
      ...itemsInfo(resource, name, context),
      ...withRules(said?.get(name)),
      response: {
        ...writtenBy(resource, name),
        isTechnical: column?.kind === 'version',
        isFilled: field.type === 'column' && isFilled(field.target),
        tableHidden: isTableHidden(field, shown, context),
        sortable: resource.sortable.has(name),
        filterable: isFilterable(resource, field),
      },
    })
  }
  if (resource.dataset) {
    const unused = { tableHidden: true, sortable: false, filterable: false }
    infos.set('datasetVersion', {
      label: fieldLabel('datasetVersion'),
      response: { isTechnical: true, isFilled: true, ...unused },
    })
  }
  return infos
}

const timeStamps: ReadonlySet<string> = new Set(['instant', 'localDateTime'])

/** A generated id of the record itself, or what the service writes, such as a time stamp. */
const isFilled = ({ hops, column }: Place): boolean => {
  if (hops.length > 0) return false
  if (column === column.entity.primaryKey) return column.generated
  if (column.filledBy) return true
  return timeStamps.has(column.kind) && (column.generated || column.touchedOnUpdate)
}

const writtenBy = (resource: ResourceModel, name: string): Pick<ResponseInfo, 'written'> => {
  const written = writtenIn(resource, name)
  if (!written) return {}
  const { at, shape, field } = written
  const schema = writeField(resource, at, field, shape)
  return { written: { schema, required: field.required } }
}

const writtenIn = ({ create, update }: ResourceModel, name: string) => {
  for (const [at, shape] of [['Create', create] as const, ['Update', update] as const]) {
    const field = shape?.fields.get(name)
    if (field) return { at, shape: shape!, field }
  }
  return undefined
}

/** The items of a list that a response shows and a body writes. */
const itemsInfo = (
  resource: ResourceModel,
  name: string,
  context: ChoiceContext,
): Pick<FieldInfo, 'items'> => {
  const written = writtenIn(resource, name)
  return written ? itemsOf(resource, written.at, written.field, context) : {}
}

/** Grids hide structures, and keys of records whose label is a column too. */
const isTableHidden = (field: ResponseField, shown: Shown, { model }: ChoiceContext): boolean => {
  if (field.type !== 'column') return field.type === 'list'
  const { column } = field.target
  if (column.kind === 'json') return true
  const [referred] = column.references ? resourcesOf(model, column.references.target) : []
  return referred !== undefined && labelBeside(field.target, referred, shown) !== undefined
}

export const listInfos = (
  resource: ResourceModel,
  context: ChoiceContext,
): readonly (readonly [string, FieldInfos])[] =>
  [...resource.response.values()].flatMap((field) => {
    if (field.type !== 'list') return []
    const { target: row, owned } = field.target.relation
    const ofPlace = owned && [row.primaryKey, owned.position]
    const shown = { fields: field.members.map(({ name, target }) => ({ name, ...target })) }
    const infos = field.members.map(({ name, target }): readonly [string, FieldInfo] => [
      name,
      {
        ...ofColumn(name, target.column, undefined),
        ...withReferences(target, context, shown),
        response: {
          ...{ isTechnical: target.column.kind === 'version', isFilled: isFilled(target) },
          tableHidden: target.column.kind === 'json' || ofPlace?.includes(target.column) === true,
          ...{ sortable: false, filterable: false },
        },
      },
    ])
    return [[componentName(resource, 'Response', field.name), new Map(infos)] as const]
  })
