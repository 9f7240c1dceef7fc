/** Clients for programs that learn the resources of a service at run time, such as adapters. */
import type { Catalogs, Client } from './create-client.js'
import type { CreateOptions, WriteOptions } from './options.js'
import type { ResourceClient } from './resource-client.js'
import type { Result } from './result.js'
import type { Id, RecordFacts, Resources, Shapes } from './shapes.js'

type Members = Readonly<Record<string, unknown>>

interface UntypedShapes extends Shapes {
  readonly record: Members & RecordFacts
  readonly create: Members
  readonly update: Members
  readonly delete: true
  readonly batch: true
  readonly import: true
  /** A page may count in each way. */
  readonly exact: false
  readonly intents: Readonly<Record<string, Members>>
  readonly filter: Members
  readonly id: Id
  readonly optionSources: Readonly<Record<string, string>>
}

/**
 * A resource with every method, also those that its contract does not declare: the service refuses
 * them.
 */
export interface UntypedResource extends Omit<ResourceClient<UntypedShapes>, 'act' | 'perform'> {
  act(
    id: Id,
    action: string,
    body: Members,
    options?: WriteOptions & CreateOptions,
  ): Promise<Result<Members | null>>
  perform(action: string, body: Members, options?: CreateOptions): Promise<Result<Members | null>>
}

export interface UntypedClient extends Catalogs {
  resource(key: string): UntypedResource
}

/** Returns the same client without the types of contracts. */
export const untyped = <R extends Resources>(client: Client<R>): UntypedClient =>
  client as unknown as UntypedClient
