/** Removes what a caller may not see from a resource, and so from everything derived from it. */
import { withBatchGuard } from '../model/batch-guard.js'
import type { Operation } from '../model/operation-table.js'
import { readsOf } from '../model/types/computed.js'
import {
  type ColumnModel,
  type EntityModel,
  isReference,
  type RelationModel,
} from '../model/types/entity-model.js'
import {
  type FilterFieldModel,
  type FilterMember,
  type FilterShapeModel,
  filterFieldsOf,
  isRelated,
  type RelatedFilterModel,
} from '../model/types/filter-model.js'
import { type OptionSourceModel, requiredFields } from '../model/types/option-source-model.js'
import type { Target } from '../model/types/path.js'
import type { Model, ResourceModel } from '../model/types/resource-model.js'
import type { ResponseField } from '../model/types/response-field.js'
import type { RuleModel } from '../model/types/rule-model.js'
import type { StatsFieldModel, StatsModel } from '../model/types/stats-model.js'
import type {
  ItemShapes,
  OwnedMember,
  WriteField,
  WriteShapeModel,
} from '../model/types/write-model.js'
import { withVisibleHints } from './visible-hints.js'
import { hiddenNames, visibleTexts } from './visible-texts.js'

type Authorities = readonly string[] | undefined
/** Whether a caller has one of these authorities; undefined requires none. */
export type HasOne = (authorities: Authorities) => boolean

const sees = (target: Target, has: HasOne): boolean =>
  target.hops.every(({ visibleTo }) => has(visibleTo)) &&
  (target.type === 'column' ? seesColumn(target.column, has) : has(target.relation.visibleTo))

/** A computed field is visible with everything that it reads, unless it says who sees it. */
const seesColumn = ({ visibleTo, computed }: ColumnModel, has: HasOne): boolean =>
  visibleTo || !computed ? has(visibleTo) : readsOf(computed).every((target) => sees(target, has))

const writes = (field: WriteField, has: HasOne): boolean =>
  authoritiesOf(field).every((authorities) => has(authorities))

/** An intent whose fields are all hidden would reveal by its name that they exist. */
const hiddenIntents = ({ intents }: ResourceModel, has: HasOne): ReadonlySet<string> =>
  new Set(
    [...intents.values()].flatMap(({ id, shape: { fields } }) => {
      const isHidden = [...fields.values()].every((field) => !has(visibilityOf(field)))
      return fields.size > 0 && isHidden ? [id] : []
    }),
  )

const visibilityOf = (field: WriteField): Authorities =>
  field.type === 'column' ? field.column.visibleTo : field.relation.visibleTo

const filterMap = <K, V>(map: ReadonlyMap<K, V>, keep: (value: V) => boolean): Map<K, V> =>
  new Map([...map].filter(([, value]) => keep(value)))

/**
 * Authorities on which the visibility of fields depends, and which rules apply. Callers who differ
 * only in other authorities see the same.
 */
export const fieldAuthorities = ({ entities, resources }: Model): readonly string[] => {
  const ofEntity = ({ columns, computed, relations }: EntityModel) => [
    ...[...columns.values(), ...computed.values()].flatMap(
      ({ visibleTo = [], editableBy = [] }) => [...visibleTo, ...editableBy],
    ),
    ...[...relations.values()].flatMap(ofRelation),
  ]
  const ofStats = ({ stats }: ResourceModel) =>
    [...stats.fields.values()].flatMap(({ authorities, minimumGroupSize }) => [
      ...authorities,
      ...(minimumGroupSize?.unless ?? []),
    ])
  const ofFilter = ({ filter }: ResourceModel) =>
    filterFieldsOf(filter).flatMap(({ target, onlyDeleted }) =>
      onlyDeleted && target.type === 'column' ? (target.column.visibleTo ?? []) : [],
    )
  const ofRules = ({ rules }: ResourceModel) => rules.flatMap(({ unlessCaller }) => unlessCaller)
  const ofResource = (resource: ResourceModel) => [
    ...ofStats(resource),
    ...ofFilter(resource),
    ...ofRules(resource),
  ]
  return [...new Set([...entities.flatMap(ofEntity), ...resources.flatMap(ofResource)])].sort()
}

const ofRelation = (relation: RelationModel): readonly string[] => [
  ...(relation.visibleTo ?? []),
  ...(isReference(relation) ? (relation.key.editableBy ?? []) : []),
]

export const withoutHiddenFields = (model: Model, has: HasOne): Model => ({
  ...model,
  resources: model.resources.map((resource) => visibleResource(resource, has)),
})

const visibleStats = ({ stats }: ResourceModel, has: HasOne): StatsModel['fields'] => {
  const visible = [...stats.fields].filter(
    ([, { target, labelTarget, authorities }]) =>
      sees(target, has) &&
      (!labelTarget || sees(labelTarget, has)) &&
      has(authorities.length === 0 ? undefined : authorities),
  )
  return new Map(visible.map(([name, field]) => [name, withGroupsFor(field, has)]))
}

/** Without the minimum size of groups, if it does not apply to the caller. */
const withGroupsFor = (field: StatsFieldModel, has: HasOne): StatsFieldModel => {
  const { minimumGroupSize, ...unrestricted } = field
  const { unless = [] } = minimumGroupSize ?? {}
  return unless.length > 0 && has(unless) ? unrestricted : field
}

const visibleResource = (resource: ResourceModel, has: HasOne): ResourceModel => {
  const { optionLabel, create, update, ...rest } = resource
  const response = visibleResponse(resource, has)
  const filter = visibleFilter(resource.filter, has)
  const sortable = filterMap(resource.sortable, ({ name, target }) =>
    target.type === 'rank' ? filter.has(name) : sees(target, has),
  )
  const withoutIntents = hiddenIntents(resource, has)
  const shapes = {
    ...(create ? { create: visibleShape(create, has) } : {}),
    ...(update ? { update: visibleShape(update, has) } : {}),
  }
  const visible: ResourceModel = {
    ...rest,
    ...shapes,
    response,
    filter,
    sortable,
    defaultSort: resource.defaultSort.filter(({ name }) => sortable.has(name)),
    ...(optionLabel !== undefined && response.has(optionLabel) ? { optionLabel } : {}),
    operations: resource.operations.filter(
      ({ intent }) => intent === undefined || !withoutIntents.has(intent),
    ),
    intents: new Map(
      [...resource.intents]
        .filter(([id]) => !withoutIntents.has(id))
        .map(([id, intent]) => [id, { ...intent, shape: visibleShape(intent.shape, has) }]),
    ),
    optionSources: visibleSources(resource, filter, has),
    rules: visibleRules(resource, has),
    stats: {
      ...resource.stats,
      fields: visibleStats(resource, has),
    },
  }
  return {
    ...visible,
    ...hintedShapes(visible, resource),
    ...visibleTexts(visible, resource),
    guards: guardsOf(visible, resource),
    hidden: hiddenFields(resource, has),
    hiddenIntents: withoutIntents,
  }
}

/**
 * Criteria over related rows are hidden with their relation, and with the last of their fields. A
 * search reads what the caller sees of its texts.
 */
const visibleFilter = (filter: FilterShapeModel, has: HasOne): FilterShapeModel => {
  const visible = new Map<string, FilterMember>()
  for (const [name, member] of filter) {
    const shown = isRelated(member) ? visibleRelated(member, has) : visibleField(member, has)
    if (shown) visible.set(name, shown)
  }
  return visible
}

const visibleRelated = (
  related: RelatedFilterModel,
  has: HasOne,
): RelatedFilterModel | undefined => {
  const filter = sees(related.target, has) ? visibleFilter(related.filter, has) : undefined
  return filter?.size ? { ...related, filter } : undefined
}

const visibleField = (field: FilterFieldModel, has: HasOne): FilterFieldModel | undefined => {
  const { target } = field
  if (target.type !== 'search') return sees(target, has) ? field : undefined
  const targets = target.targets.filter((text) => sees(text, has))
  return targets.length === 0 ? undefined : { ...field, target: { ...target, targets } }
}

/** Hints that name a field would reveal that it exists. */
const hintedShapes = (
  visible: ResourceModel,
  resource: ResourceModel,
): Pick<ResourceModel, 'response' | 'filter' | 'create' | 'update' | 'intents'> => {
  const { response, filter, create, update, intents } = visible
  const hidden = new Set(hiddenNames(visible, resource))
  const hinted = (shape: WriteShapeModel): WriteShapeModel => ({
    ...shape,
    fields: withVisibleHints(shape.fields, hidden),
  })
  return {
    response: withVisibleHints(response, hidden),
    filter: withVisibleHints(filter, hidden),
    ...(create ? { create: hinted(create) } : {}),
    ...(update ? { update: hinted(update) } : {}),
    intents: new Map(
      [...intents].map(([id, intent]) => [id, { ...intent, shape: hinted(intent.shape) }]),
    ),
  }
}

/**
 * Requires, for an operation that the caller could never perform, the authorities of the member
 * that prevents it: a required member that the caller may not write, or the last writable one.
 */
const guardsOf = (visible: ResourceModel, resource: ResourceModel): ResourceModel['guards'] =>
  withBatchGuard(
    new Map(
      [...resource.guards].map(([operation, guard]) => {
        const before = shapeOf(resource, operation)
        const after = shapeOf(visible, operation)
        const lost = [...(before?.fields.values() ?? [])].filter(
          ({ name }) => !after?.fields.has(name),
        )
        const missing = lost.filter(({ required }) => required && operation.name === 'create')
        const decisive = missing.length > 0 ? missing : (after?.fields.size ?? 0) === 0 ? lost : []
        const needed = decisive.flatMap(authoritiesOf)
        return [operation, { ...guard, authorities: [...guard.authorities, ...needed] }]
      }),
    ),
  )

const shapeOf = (
  { create, update, intents }: ResourceModel,
  { name, intent }: Operation,
): WriteShapeModel | undefined => {
  if (intent !== undefined) return intents.get(intent)?.shape
  return name === 'create' ? create : name === 'update' ? update : undefined
}

/** What a caller needs to write a member: one authority of each list. */
const authoritiesOf = (field: WriteField): readonly (readonly string[])[] => {
  const needed = [
    visibilityOf(field),
    field.type === 'column' ? field.column.editableBy : undefined,
  ].filter((authorities) => authorities !== undefined)
  return field.type === 'owned' ? [...needed, ...ofRequiredMembers(field)] : needed
}

/** Without them the caller could not add an item. */
const ofRequiredMembers = ({ items }: OwnedMember): readonly (readonly string[])[] =>
  [...items.create.fields.values()].filter(({ required }) => required).flatMap(authoritiesOf)

const visibleResponse = (
  { response }: ResourceModel,
  has: HasOne,
): ReadonlyMap<string, ResponseField> => {
  const fields = new Map<string, ResponseField>()
  for (const field of response.values()) {
    if (!sees(field.target, has)) continue
    const isList = field.type === 'list'
    const members = isList ? field.members.filter(({ target }) => sees(target, has)) : []
    if (isList && members.length === 0) continue
    fields.set(field.name, isList ? { ...field, members } : field)
  }
  return fields
}

const visibleShape = (shape: WriteShapeModel, has: HasOne): WriteShapeModel => ({
  ...shape,
  fields: new Map(
    [...shape.fields]
      .filter(([, field]) => writes(field, has))
      .map(([name, field]) => [
        name,
        field.type === 'owned' ? { ...field, items: visibleItems(field.items, has) } : field,
      ]),
  ),
})

const visibleItems = ({ create, update, change }: ItemShapes, has: HasOne): ItemShapes => ({
  create: visibleShape(create, has),
  ...(update ? { update: visibleShape(update, has) } : {}),
  ...(change ? { change: visibleShape(change, has) } : {}),
})

/**
 * A hidden sort key hides only itself, and so does a filter field that only narrows the options; a
 * source needs its values, its labels and the fields that it requires.
 */
const visibleSources = (
  { optionSources }: ResourceModel,
  filter: ResourceModel['filter'],
  has: HasOne,
): ReadonlyMap<string, OptionSourceModel> => {
  const visible = filterMap(
    optionSources,
    (source) => seesSource(source, has) && requiredFields(source).every((name) => filter.has(name)),
  )
  for (const [key, source] of visible) {
    visible.set(key, {
      ...source,
      dependsOn: source.dependsOn.filter((name) => filter.has(name)),
      sorts: filterMap(source.sorts, ({ target }) => sees(target, has)),
    })
  }
  return visible
}

/**
 * The rules that apply to the caller. One that reads a hidden field is still checked, and says
 * nothing about the field.
 */
const visibleRules = ({ rules }: ResourceModel, has: HasOne): readonly RuleModel[] =>
  rules.flatMap((rule) => {
    if (rule.unlessCaller.length > 0 && has(rule.unlessCaller)) return []
    const reads = rule.reads.filter(({ target }) => sees(target, has))
    return reads.length === rule.reads.length ? rule : { ...rule, reads, isConcealed: true }
  })

const seesSource = ({ rows }: OptionSourceModel, has: HasOne): boolean => {
  const by = rows.from === 'entity' ? rows.referred?.by : undefined
  const hops = by ? [...by.hops, by.relation] : []
  const shown = rows.from === 'list' ? (rows.of ? [rows.of] : []) : [rows.id, rows.label]
  return hops.every((hop) => has(hop.visibleTo)) && shown.every((target) => sees(target, has))
}

const hiddenFields = ({ entity }: ResourceModel, has: HasOne): ReadonlySet<string> =>
  new Set(
    [
      ...[...entity.columns, ...entity.computed].filter(([, column]) => !seesColumn(column, has)),
      ...[...entity.relations].filter(([, { visibleTo }]) => !has(visibleTo)),
    ].map(([name]) => name),
  )
