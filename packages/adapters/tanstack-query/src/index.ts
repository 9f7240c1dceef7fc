/** Queries, mutations and invalidation for TanStack Query over the typed client of Corollary. */
import type { QueryKey } from '@tanstack/query-core'
import type {
  ByKey,
  Client,
  MissingMethods,
  ResourceClient,
  Resources,
  Shapes,
  ShapesOf,
} from 'corollary/client'
import { ResourceQueries } from './resource-queries.js'

export type { FollowOptions } from './follow-changes.js'
export type { InfiniteReadQuery, PageStart, Read, ReadQuery } from './reads.js'
export type { ResourceQueries, WriteSending } from './resource-queries.js'
export type { Write, WriteSettings } from './writes.js'

/** Without the mutations of what the contract does not declare. */
export type QueriesOf<T extends Shapes> = Omit<ResourceQueries<T>, MissingMethods<T>>

export interface QuerySettings {
  /**
   * First parts of all keys. Clients of different services or callers that share a cache need
   * different ones. Default: `['corollary']`.
   */
  readonly prefix?: QueryKey
  /**
   * False: creates, actions and batches are sent without an `Idempotency-Key`, which a service
   * without platform tables refuses. Default: true.
   */
  readonly idempotencyKeys?: boolean
}

/**
 * The queries of a resource.
 *
 * @example
 * const orders = queriesOf(client, 'sales.orders')
 * const { data } = useQuery(orders.filter({ status: ['DRAFT'] }, { size: 50 }))
 */
export const queriesOf = <R extends Resources, K extends keyof ByKey<R> & string>(
  client: Client<R>,
  resource: K,
  { prefix = ['corollary'], idempotencyKeys = true }: QuerySettings = {},
): QueriesOf<ShapesOf<ByKey<R>[K]>> => {
  // Only the types know which methods the contract leaves out.
  const resourceClient = client.resource(resource) as unknown as ResourceClient<
    ShapesOf<ByKey<R>[K]>
  >
  return new ResourceQueries(resourceClient, [...prefix, resource], idempotencyKeys)
}
