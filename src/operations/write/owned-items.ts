/** The rows that a record owns, as the caller may write them. */
import type { EntityModel } from '../../model/types/entity-model.js'
import { type PreparedResource, prepareResource } from '../../query/statements/prepared-resource.js'
import type { Work } from '../work/work.js'

/**
 * The work on rows of an entity that another one owns. They are written as a resource of theirs
 * says, if there is one: its hook runs, its guards decide, and changes are recorded under its key.
 */
export const onItems = (work: Work, entity: EntityModel): Work => {
  const { resource, view } = work.call
  const ofEntity = view.model.resources.filter((other) => other.entity === entity)
  const chosen = ofEntity.find(({ readOnly }) => !readOnly) ?? ofEntity[0]
  const items = chosen ? view.resource(chosen.key) : itemsOf(resource, entity)
  const shown = resource.showsDeleted ? items.prepared.withDeleted() : items
  return { ...work, call: { ...work.call, resource: shown } }
}

/** A resource of rows that have none: they are changes of the owner's resource. */
const itemsOf = (resource: PreparedResource, entity: EntityModel): PreparedResource => {
  const { beforeWrite: _, create: __, update: ___, ...owner } = resource
  return prepareResource({
    ...owner,
    entity,
    response: new Map(),
    intents: new Map(),
    ownedLinks: [],
    rules: [],
    operations: [],
  })
}
