/** Tells search fields which function of the database removes accents. */
import type { Model, ResourceModel } from '../../model/types/resource-model.js'
import type { Catalog } from './catalog.js'

export const bindSearches = (model: Model, { unaccent }: Pick<Catalog, 'unaccent'>): Model => {
  if (!unaccent) return model
  const bound = (filter: ResourceModel['filter']): ResourceModel['filter'] =>
    new Map(
      [...filter].map(([name, field]) => [
        name,
        field.search?.unaccent ? { ...field, search: { ...field.search, unaccent } } : field,
      ]),
    )
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
