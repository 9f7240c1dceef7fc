/** The rows that a record owns, as the caller may write them. */
import type { EntityModel } from '../../model/types/entity-model.js'
import { prepareResource } from '../../query/statements/prepared-resource.js'
import { onResource, type Work } from '../work/work.js'
import { withDeleted } from './deletion-mark.js'

/**
 * The work on rows of an entity that another one owns. They are written as a resource of theirs
 * says, if there is one: its hook runs, its guards decide, and changes are recorded under its key.
 */
export const onItems = (work: Work, entity: EntityModel): Work => {
  const { resource, view } = work.call
  const ofEntity = view.model.resources.filter((other) => other.entity === entity)
  const chosen = ofEntity.find(({ readOnly }) => !readOnly) ?? ofEntity[0]
  const items = chosen ? onResource(work, chosen.key) : itemsOf(work, entity)
  return resource.showsDeleted ? { ...items, call: withDeleted(items.call) } : items
}

/** A resource of rows that have none: they are changes of the owner's resource. */
const itemsOf = (work: Work, entity: EntityModel): Work => {
  const { beforeWrite: _, create: __, update: ___, ...owner } = work.call.resource
  const resource = prepareResource({
    ...owner,
    entity,
    response: new Map(),
    intents: new Map(),
    ownedLinks: [],
    rules: [],
    operations: [],
  })
  return { ...work, call: { ...work.call, resource } }
}
