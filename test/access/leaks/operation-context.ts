/** The parts of requests for an operation: URL, ids, filters and sort terms. */
import type { Operation } from '../../../src/model/operation-table.js'
import type { ResourceModel } from '../../../src/model/types/resource-model.js'
import { effort } from '../../support/effort.js'
import { filterPayloads } from './filter-payloads.js'
import type { TestRequest } from './twins.js'
import { inTurn, type World } from './world.js'

export interface OperationContext {
  readonly resource: ResourceModel
  readonly operation: Operation
  readonly world: World
  /** A number that no other call returns. */
  readonly unique: () => number
}

/** Requests of one operation of one resource, at most. */
export const leakRequests = effort(7, 48)

/** The requests that reveal most come first: those beyond the limit of a run are cut. */
export type Generator = (context: OperationContext) => readonly TestRequest[]

export const urlOf = ({ resource, operation }: OperationContext, id: unknown = ''): string =>
  `${resource.path}${operation.path.replace('{id}', encodeURIComponent(String(id)))}`

/** Ids from every group, of the resource's own entity. */
export const idsOf = ({ resource, world }: OperationContext): readonly unknown[] => {
  const pots = world.ids(resource.entity)
  return inTurn(pots.other, pots.hidden, pots.visible, pots.unknown)
}

/** Lists of ids: single ones, mixed with visible ones, all together. */
export const idLists = (context: OperationContext): readonly (readonly unknown[])[] => {
  const ids = idsOf(context)
  const { visible } = context.world.ids(context.resource.entity)
  return [ids, ...ids.map((id) => [id]), ...ids.map((id) => [visible[0], id, visible[1]])]
}

/** Filter payloads; each operation starts with another field. */
export const filtersOf = ({ resource, operation, world }: OperationContext) =>
  filterPayloads(resource, world, resource.operations.indexOf(operation) * 5)

export const sortsOf = ({ resource }: OperationContext): readonly string[] => {
  const names = [...resource.sortable.keys()]
  return [...names.map((name) => `${name},desc`), ...names]
}
