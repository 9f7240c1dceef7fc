/** Facts about the fields of a shape that their schema does not have; `x-ui` is built from them. */

import type { ExpressionName } from '../../contract/filter/expressions.js'
import type { RelatedMatch } from '../../contract/filter/related.js'
import type { FieldHints } from '../../contract/hints.js'
import { defined } from '../../foundation/json/defined.js'
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import type { Translator } from '../../foundation/text/messages.js'
import { idsField } from '../../model/compile/compile-actions.js'
import type { ItemType } from '../../model/kinds/kind-definition.js'
import { isEnum } from '../../model/kinds/kinds.js'
import { enumLabel, fieldLabel } from '../../model/labels.js'
import type { ColumnModel } from '../../model/types/entity-model.js'
import { behind, type Place } from '../../model/types/path.js'
import {
  type ActionShapeModel,
  type FilterFieldModel,
  isRelated,
  type RelatedFilterModel,
  type ResourceModel,
  type ResponseField,
  type StructureMember,
  type WriteField,
  type WriteShapeModel,
} from '../../model/types/resource-model.js'
import { fieldBehind } from '../../model/types/search.js'
import { componentName } from './components.js'
import {
  type Choice,
  type ChoiceContext,
  filterChoice,
  recordChoice,
  referenceChoice,
} from './field-choice.js'
import {
  filterTargetOf,
  isFilterable,
  placeOf,
  placeOfIds,
  placeOfWritten,
  searchFieldsOf,
} from './field-places.js'
import {
  labelBeside,
  type ReferenceTarget,
  referenceTargets,
  resourcesOf,
  type Shown,
  shownBy,
} from './field-reference.js'
import {
  actionComponents,
  actionShape,
  type FilterComponent,
  filterComponents,
  itemComponents,
  structureName,
  writeField,
  writeShapes,
} from './resource-shapes.js'
import { type MemberRules, memberRules } from './rule-logic.js'

export interface FieldInfo {
  readonly label: string
  readonly description?: string
  readonly hints?: FieldHints
  readonly column?: ColumnModel
  readonly filter?: FilterFieldModel
  readonly choice?: Choice
  /** Resources whose ids the values are; the first is preferred. */
  readonly references?: readonly ReferenceTarget[]
  /** The response field that shows what a filter field filters by. */
  readonly filterTarget?: string
  /** The response fields that show what a search field searches. */
  readonly searchFields?: readonly string[]
  /** Label of an enum value. */
  readonly optionLabel?: (value: string) => string
  /** What rules across fields say about it in a write shape. */
  readonly rules?: MemberRules
  readonly response?: ResponseInfo
  /** Of criteria over related rows: how many of them must meet the criteria. */
  readonly match?: RelatedMatch
  /**
   * Of a list of owned rows, and of criteria over related rows: the component that an item is, and
   * its fields.
   */
  readonly items?: {
    readonly component: string
    readonly infos: FieldInfos
    /** The service keeps their order. */
    readonly ordered: boolean
  }
}

/** Facts about a field of a response. */
export interface ResponseInfo {
  /**
   * The field in the create shape, else in the update shape: forms are built from responses too.
   */
  readonly written?: { readonly schema: JsonSchema; readonly required: boolean }
  /** No form and no view shows it, such as a version. */
  readonly isTechnical: boolean
  /** The service fills it, such as a generated id: only views of one record show it. */
  readonly isFilled: boolean
  readonly tableHidden: boolean
  readonly sortable: boolean
  readonly filterable: boolean
}

export type FieldInfos = ReadonlyMap<string, FieldInfo>

/** Labels by field name, for forms and grids. */
export const labelsOf = (infos: FieldInfos, translate: Translator): ReadonlyMap<string, string> =>
  new Map([...infos].map(([name, { hints, label }]) => [name, translate(hints?.label ?? label)]))

/** Field infos of every shape of a resource, by component name. */
export const fieldInfosOf = (
  resource: ResourceModel,
  context: ChoiceContext,
): ReadonlyMap<string, FieldInfos> => {
  return new Map<string, FieldInfos>([
    [componentName(resource, 'Response'), responseInfos(resource, context)],
    ...filterComponents(resource).map(
      (component) => [component.name, filterInfos(resource, component, context)] as const,
    ),
    ...actionComponents(resource).map(
      ({ name, shape }) =>
        [componentName(resource, name), actionInfos(resource, name, shape, context)] as const,
    ),
    ...writeShapes(resource).flatMap(({ name, shape }) =>
      [{ name, shape }, ...itemComponents(resource, name, shape)].map(
        (each) =>
          [
            componentName(resource, each.name),
            writeInfos(resource, each.name, each.shape, context),
          ] as const,
      ),
    ),
    ...listInfos(resource, context),
    ...bulkInfos(resource, context),
  ])
}

/** The request of a bulk action has the ids of its records beside its members. */
const bulkInfos = (resource: ResourceModel, context: ChoiceContext) =>
  [...resource.actions.values()].flatMap(({ id, kind, request }) => {
    if (kind !== 'BULK') return []
    const ids: FieldInfo = {
      label: resource.title ?? fieldLabel(resource.name),
      ...withChoice(recordChoice(resource.entity, context)),
    }
    const name = componentName(resource, actionShape(id, 'request'))
    return [
      [
        name,
        new Map([
          [idsField, ids],
          ...actionInfos(resource, actionShape(id, 'request'), request, context),
        ]),
      ] as const,
    ]
  })

const withChoice = (choice: Choice | undefined) => (choice ? { choice } : {})

const withFilterTarget = (filterTarget: string | undefined) =>
  filterTarget === undefined ? {} : { filterTarget }

const withReferences = (
  place: Place | undefined,
  context: ChoiceContext,
  shown: Shown = { fields: [] },
) => {
  const references = place ? referenceTargets(place, shown, context) : []
  return references.length > 0 ? { references } : {}
}

/** The label of a reference is that of its target: `departmentId` is "Department". */
const nameOf = (name: string, column: ColumnModel | undefined): string =>
  fieldLabel(column?.references && /Ids?$/.test(name) ? column.references.field : name)

const ofColumn = (name: string, column: ColumnModel | undefined, hints: FieldHints | undefined) => {
  const description = hints?.description ?? column?.description
  return {
    label: hints?.label ?? column?.label ?? nameOf(name, column),
    ...(description === undefined ? {} : { description }),
    ...(hints ? { hints } : {}),
    ...(column ? { column } : {}),
    ...optionLabelOf(column?.item ?? column),
  }
}

/** Of an enum, or of an array of one. */
const optionLabelOf = (type: ItemType | ColumnModel | undefined) =>
  type && isEnum(type) ? { optionLabel: (value: string) => enumLabel(type, value) } : {}

const responseInfos = (resource: ResourceModel, context: ChoiceContext): FieldInfos => {
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

const itemsOf = (
  resource: ResourceModel,
  at: string,
  field: WriteField,
  context: ChoiceContext,
): Pick<FieldInfo, 'items'> => {
  if (field.type !== 'owned') return {}
  const name = `${at}-${field.name}`
  const shape = field.items.update ?? field.items.create
  return {
    items: {
      component: componentName(resource, name),
      infos: writeInfos(resource, name, shape, context),
      ordered: field.relation.owned.position !== undefined,
    },
  }
}

/** Grids hide structures, and keys of records whose label is a column too. */
const isTableHidden = (field: ResponseField, shown: Shown, { model }: ChoiceContext): boolean => {
  if (field.type !== 'column') return field.type === 'list'
  const { column } = field.target
  if (column.kind === 'json') return true
  const [referred] = column.references ? resourcesOf(model, column.references.target) : []
  return referred !== undefined && labelBeside(field.target, referred, shown) !== undefined
}

const writeInfos = (
  resource: ResourceModel,
  at: string,
  shape: WriteShapeModel,
  context: ChoiceContext,
): FieldInfos => {
  const said = memberRules(resource.rules, shape)
  return new Map(
    [...shape.fields.values()].map((field) => {
      const { name, hints } = field
      const column = field.type === 'column' ? field.column : undefined
      return [
        name,
        {
          ...ofColumn(name, column, hints),
          ...(field.type !== 'column' && !hints?.label
            ? { label: fieldLabel(field.relation.field) }
            : {}),
          ...(field.type === 'owned'
            ? itemsOf(resource, at, field, context)
            : {
                ...withChoice(referenceChoice(resource, placeOfWritten(field), context)),
                ...withReferences(placeOfWritten(field), context),
              }),
          ...withRules(said.get(name)),
        },
      ]
    }),
  )
}

/** Members of an action: values are like those of a write shape, structures have items. */
const actionInfos = (
  resource: ResourceModel,
  at: string,
  { members, values }: ActionShapeModel,
  context: ChoiceContext,
): FieldInfos => {
  const infos = writeInfos(resource, at, values, context)
  return new Map(
    [...members.values()].map((member) => {
      const { name } = member
      if (member.type === 'structure') return [name, structureInfo(resource, at, member, context)]
      const choice = member.refersTo && recordChoice(member.refersTo, context)
      return [name, { ...infos.get(name)!, ...withChoice(choice) }]
    }),
  )
}

const structureInfo = (
  resource: ResourceModel,
  at: string,
  member: StructureMember,
  context: ChoiceContext,
): FieldInfo => {
  const name = structureName(at, member)
  const { label = fieldLabel(member.name), description, shape } = member
  return {
    ...defined({ label, description }),
    items: {
      component: componentName(resource, name),
      infos: actionInfos(resource, name, shape, context),
      ordered: false,
    },
  }
}

const withRules = (rules: MemberRules | undefined) => (rules ? { rules } : {})

const filterInfos = (
  resource: ResourceModel,
  { filter, path, hops, part }: FilterComponent,
  context: ChoiceContext,
): FieldInfos => {
  const infos = new Map<string, FieldInfo>()
  for (const member of filter.values()) {
    const { name, hints, label, description } = member
    // As the record reaches it: no option source is declared for a name within a group.
    const from = [...path, name].join('.')
    const info = isRelated(member)
      ? relatedInfo(
          resource,
          { ...member, name: from, target: behind(hops, member.target) },
          context,
        )
      : criterionInfo(resource, { ...fieldBehind(hops, member), name: from }, context)
    infos.set(name, {
      ...info,
      label: hints?.label ?? label ?? nameOf(name, info.column),
      ...defined({ description }),
    })
  }
  return part === undefined ? infos : new Map([...infos, ...expressionInfos])
}

const criterionInfo = (
  resource: ResourceModel,
  field: FilterFieldModel,
  context: ChoiceContext,
): FieldInfo => {
  const { name, hints, target, search } = field
  const column = target.type === 'column' && !search ? target.column : undefined
  return {
    ...ofColumn(name, column, hints),
    filter: field,
    ...withChoice(filterChoice(resource, field, context)),
    ...withReferences(placeOfIds(field), context),
    ...withFilterTarget(filterTargetOf(resource, field)),
    ...defined({ searchFields: searchFieldsOf(resource, field) }),
  }
}

const relatedInfo = (
  resource: ResourceModel,
  related: RelatedFilterModel,
  context: ChoiceContext,
): FieldInfo => {
  const { name, hints, match } = related
  const component = componentName(resource, 'Filter', ...name.split('.'))
  const items = filterComponents(resource).find((each) => each.name === component)!
  return {
    ...ofColumn(name, undefined, hints),
    match,
    items: { component, infos: filterInfos(resource, items, context), ordered: false },
    ...withFilterTarget(filterTargetOf(resource, related)),
  }
}

/** Forms draw them by the criteria that they combine, not as fields. */
const expression = { controlType: 'expression', formHidden: true } as const
const expressionInfos: FieldInfos = new Map(
  Object.entries({
    $or: { label: 'At least one of', hints: expression },
    $and: { label: 'All of', hints: expression },
    $not: { label: 'Not', hints: expression },
  } satisfies Readonly<Record<ExpressionName, FieldInfo>>),
)

const listInfos = (
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
