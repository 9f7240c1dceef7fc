/** Creates clients that are typed by the contracts of a service. */
import type { ActionCatalog } from '../wire/catalogs/actions.js'
import type { ResourceCatalog } from '../wire/catalogs/resources.js'
import type { ServiceDescription } from '../wire/catalogs/service.js'
import type { SurfaceCatalog } from '../wire/catalogs/surfaces.js'
import { forms } from './forms.js'
import type { CallOptions } from './options.js'
import { type Queries, type QueryResults, sendQueries } from './queries.js'
import { ResourceClient } from './resource-client.js'
import type { Result } from './result.js'
import type { ByKey, PathOptions, Resources, Shapes, ShapesOf } from './shapes.js'
import { createTransport, type Transport, type TransportOptions } from './transport.js'

export type ClientOptions<R extends Resources> = TransportOptions & PathOptions<R>

/** Names of the methods that the contract does not declare. */
export type MissingMethods<T extends Shapes> =
  | ([keyof T['create']] extends [never] ? 'create' : never)
  | ([keyof T['create'] | keyof T['update']] extends [never] ? 'check' : never)
  | ([keyof T['update']] extends [never] ? 'update' : never)
  | (T['delete'] extends true ? never : 'delete' | 'deleteBatch' | 'restore')
  | (T['batch'] extends true
      ? [keyof T['create'] | keyof T['update']] extends [never]
        ? 'batch'
        : never
      : 'batch')
  | (T['import'] extends true ? never : 'import')
  | ([keyof T['intents']] extends [never] ? 'intent' : never)
export type ClientOf<T extends Shapes> = Omit<ResourceClient<T>, MissingMethods<T>>

type ClientsOf<R extends Resources> = {
  readonly [K in keyof ByKey<R>]: ClientOf<ShapesOf<ByKey<R>[K]>>
}

export interface ResourceClients<R extends Resources> {
  /** The client of a resource, by its key, for example `human-resources.employees`. */
  resource<K extends keyof ClientsOf<R> & string>(key: K): ClientsOf<R>[K]
}

export interface Catalogs {
  /** The service: its versions and limits, and who the caller is. */
  service(options?: CallOptions): Promise<Result<ServiceDescription>>
  /** The resources that the service publishes, with what each supports. */
  resources(options?: CallOptions): Promise<Result<ResourceCatalog>>
  /** All surfaces of a resource, by its key: those of records too. */
  surfaces(resource: string, options?: CallOptions): Promise<Result<SurfaceCatalog>>
  /**
   * All workflow actions of a resource, by its key: those of records too. A resource without
   * workflow has no catalog (`CATALOG_NOT_FOUND`).
   */
  actions(resource: string, options?: CallOptions): Promise<Result<ActionCatalog>>
}

export interface Client<R extends Resources> extends ResourceClients<R>, Catalogs {
  /**
   * Sends several requests that read as one, which the service answers from one snapshot of the
   * database. Each function sends one request with the client that it gets.
   *
   * @example
   * const dashboard = await client.queries({
   *   open: (read) => read.resource('sales.orders').filter({ state: 'OPEN' }),
   *   byState: (read) => read.resource('sales.orders').stats.groupBy({ field: 'state' }),
   * })
   */
  queries<Q extends Queries<ResourceClients<R>>>(
    queries: Q,
    options?: CallOptions,
  ): Promise<Result<QueryResults<Q>>>
}

/**
 * Creates a client. `resources` is an array or a record of what `schema.resource(…)` returned; only
 * its type is used.
 *
 * @example
 * import type { resources } from './resources.js'
 * const client = createClient<typeof resources>({ baseUrl: 'http://127.0.0.1:8080' })
 */
export const createClient = <R extends Resources>(options: ClientOptions<R>): Client<R> => {
  const transport = createTransport(options)
  const paths: Readonly<Record<string, string | undefined>> = options.paths ?? {}
  const clientsOf = (sender: Transport): ResourceClients<R> => ({
    resource: (key) => {
      const path = paths[key] ?? `/api/${key.replaceAll('.', '/')}`
      // Only the types know which methods the contract leaves out.
      return new ResourceClient(sender, path) as never
    },
  })
  const read = <D>(name: string, options?: CallOptions, resource?: string): Promise<Result<D>> =>
    transport.send(
      { method: 'GET', path: `/schemas/${name}`, query: { resource }, options },
      forms.document,
    )
  return {
    ...clientsOf(transport),
    service: (callOptions) => read('service', callOptions),
    resources: (callOptions) => read('resources', callOptions),
    surfaces: (resource, callOptions) => read('surfaces', callOptions, resource),
    actions: (resource, callOptions) => read('actions', callOptions, resource),
    queries: (queries, callOptions) => sendQueries(transport, clientsOf, queries, callOptions),
  }
}
