/** Plans the pages of records that belong to a record: the films of an actor. */
import type { EntityPlan, RelationPlan } from './application-plan.js'
import { claim, kebabCase, sentence } from './names.js'
import { referencesOf } from './plan-references.js'
import type { Printable } from './print-code.js'

/** @param keyOf returns the key of an entity's resource */
export const planSurfaces = (
  entity: EntityPlan,
  keyOf: (entity: EntityPlan) => string,
): Readonly<Record<string, Printable>> => {
  const taken = new Set<string>()
  return Object.fromEntries(
    entity.relations.flatMap((relation) => {
      const filterField = filterOf(entity, relation)
      if (filterField === undefined) return []
      const surface = {
        title: sentence(relation.name),
        resource: keyOf(relation.target),
        operation: 'filter',
        filterField,
      }
      return [[claim(taken, kebabCase(relation.name)), surface] as const]
    }),
  )
}

/** The filter field of the other resource that takes keys of this entity. */
const filterOf = (entity: EntityPlan, relation: RelationPlan): string | undefined => {
  // A surface leads to another resource.
  if (relation.target === entity || relation.references) return undefined
  const isOtherSide = (other: RelationPlan): boolean => {
    if (other.target !== entity || other.references) return false
    if (relation.type === 'hasMany') {
      return other.type === 'belongsTo' && String(other.columns) === String(relation.columns)
    }
    return (
      relation.type === 'manyToMany' &&
      other.type === 'manyToMany' &&
      other.through!.table === relation.through!.table &&
      other.through!.column === relation.columns[0]
    )
  }
  return referencesOf(relation.target).find((reference) => isOtherSide(reference.relation))?.filter
}
