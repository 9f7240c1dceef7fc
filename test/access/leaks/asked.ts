/** What requests for an operation are made of: its address, ids, filters and orders. */
import type { Operation } from '../../../src/model/operation-table.js'
import type { ResourceModel } from '../../../src/model/types/resource-model.js'
import { filterPayloads } from './filter-payloads.js'
import type { Ask } from './twins.js'
import { inTurn, type World } from './world.js'

export interface Asked {
  readonly resource: ResourceModel
  readonly operation: Operation
  readonly world: World
  /** A number that no other call gets. */
  readonly unique: () => number
}

/** The most telling first: what is over the limit of a run is cut from the end. */
export type Generator = (asked: Asked) => readonly Ask[]

export const urlOf = ({ resource, operation }: Asked, id: unknown = ''): string =>
  `${resource.path}${operation.path.replace('{id}', encodeURIComponent(String(id)))}`

/** Ids of every sort, of the resource's own entity. */
export const idsOf = ({ resource, world }: Asked): readonly unknown[] => {
  const pots = world.ids(resource.entity)
  return inTurn(pots.other, pots.hidden, pots.visible, pots.unknown)
}

/** Lists of ids: alone, with visible ones, all together. */
export const idLists = (asked: Asked): readonly (readonly unknown[])[] => {
  const ids = idsOf(asked)
  const { visible } = asked.world.ids(asked.resource.entity)
  return [ids, ...ids.map((id) => [id]), ...ids.map((id) => [visible[0], id, visible[1]])]
}

/** Filter payloads, for each operation from another field on. */
export const filtersOf = ({ resource, operation, world }: Asked) =>
  filterPayloads(resource, world, resource.operations.indexOf(operation) * 5)

export const sortsOf = ({ resource }: Asked): readonly string[] => {
  const names = [...resource.sortable.keys()]
  return [...names.map((name) => `${name},desc`), ...names]
}
