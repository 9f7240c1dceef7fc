/** Facts about the members of filters, and of criteria over related rows. */
import type { ExpressionName } from '../../contract/filter/expressions.js'
import { defined } from '../../foundation/json/defined.js'
import {
  type FilterFieldModel,
  isRelated,
  type RelatedFilterModel,
} from '../../model/types/filter-model.js'
import { behind } from '../../model/types/path.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import { targetBehind } from '../../model/types/search.js'
import { componentName } from './components.js'
import { type ChoiceContext, filterChoice } from './field-choice.js'
import {
  type FieldInfo,
  type FieldInfos,
  nameOf,
  ofColumn,
  withChoice,
  withReferences,
} from './field-info.js'
import { filterTargetOf, placeOfIds, searchFieldsOf } from './field-places.js'
import { type FilterComponent, filterComponents } from './filter-shapes.js'

export const filterInfos = (
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
      : criterionInfo(
          resource,
          { ...member, name: from, target: targetBehind(hops, member.target) },
          context,
        )
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
  const { name, hints, target } = field
  const column = target.type === 'column' ? target.column : undefined
  return {
    ...ofColumn(name, column, hints),
    filter: field,
    ...withChoice(filterChoice(resource, field, context)),
    ...withReferences(placeOfIds(field), context),
    ...defined({
      filterTarget: filterTargetOf(resource, field),
      searchFields: searchFieldsOf(resource, field),
    }),
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
    ...defined({ filterTarget: filterTargetOf(resource, related) }),
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
