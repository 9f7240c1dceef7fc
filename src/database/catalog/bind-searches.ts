/** Tells search fields which function of the database removes accents. */
import {
  type FilterMember,
  type FilterShapeModel,
  isRelated,
} from '../../model/types/filter-model.js'
import type { Model } from '../../model/types/resource-model.js'
import type { Catalog } from './catalog.js'

export const bindSearches = (model: Model, { unaccent }: Pick<Catalog, 'unaccent'>): Model => {
  if (!unaccent) return model
  const bound = (filter: FilterShapeModel): FilterShapeModel =>
    new Map([...filter].map(([name, member]) => [name, boundMember(member)]))
  const boundMember = (member: FilterMember): FilterMember => {
    if (isRelated(member)) return { ...member, filter: bound(member.filter) }
    const { target } = member
    const ignoresAccents = target.type === 'search' && target.unaccent !== undefined
    return ignoresAccents ? { ...member, target: { ...target, unaccent } } : member
  }
  return {
    ...model,
    resources: model.resources.map((resource) => ({ ...resource, filter: bound(resource.filter) })),
    rowRules: new Map(
      [...model.rowRules].map(([entity, rule]) => [
        entity,
        { ...rule, filter: bound(rule.filter) },
      ]),
    ),
  }
}
