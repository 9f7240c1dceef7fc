/** What the catalogs say about resources. It is read once, until someone else signs in. */
import type { BaseRecord } from '@refinedev/core'
import {
  type Field,
  type ResourceEntry,
  readShape,
  type ServiceDescription,
  type Success,
  type UntypedClient,
  type UntypedResource,
} from 'corollary/client'
import { type Members, recordBody, versionFieldOf } from '../../shared/src/records.js'
import { dataOf, unsupported } from './http-error.js'
import { recordOf } from './records.js'

/** A resource of the service, and its records as Refine has them. */
export interface Resource {
  readonly key: string
  readonly entry: ResourceEntry
  readonly records: UntypedResource
  toRecord<T extends BaseRecord>(record: Members): T
  /** Of a record that was read or written alone: with its entity tag. */
  toCurrent<T extends BaseRecord>(result: Success<Members>): T
  toBody(values: unknown): Members
}

export class Catalog {
  readonly client: UntypedClient
  #reads = new Map<string, Promise<unknown>>()
  readonly #callerListeners: ((isSignedIn: boolean) => void)[] = []

  constructor(client: UntypedClient) {
    this.client = client
  }

  /** The listener gets false when nobody is signed in any more. */
  onCallerChange(listener: (isSignedIn: boolean) => void): void {
    this.#callerListeners.push(listener)
  }

  /** Forgets everything: another caller may see other fields. */
  changeCaller(isSignedIn: boolean): void {
    this.#reads.clear()
    for (const listener of this.#callerListeners) listener(isSignedIn)
  }

  /** @throws RefineError if the service has no such resource */
  async find(key: string): Promise<Resource> {
    const { resources } = await this.#once('resources', () => dataOf(this.client.resources()))
    const entry = resources.find(({ resourceKey }) => resourceKey === key)
    if (!entry) {
      const keys = resources.map(({ resourceKey }) => resourceKey).join(', ')
      throw unsupported(`The service has no resource '${key}'. Resources: ${keys}.`)
    }
    const { idField } = entry
    return {
      ...{ key, entry, records: this.client.resource(key) },
      toRecord: (record) => recordOf(record, idField),
      toCurrent: ({ data, etag }) => recordOf(data, idField, etag),
      toBody: (values) => recordBody(values as Members, idField),
    }
  }

  filterFields({ key, records }: Resource): Promise<readonly Field[]> {
    return this.#once(`filter ${key}`, async () => {
      return readShape(await dataOf(records.schema('filter'))).fields
    })
  }

  /** The field of the version of records; undefined if they have none, or if it is hidden. */
  async versionField({ key, entry, records }: Resource): Promise<string | undefined> {
    if (!entry.versioned) return undefined
    return this.#once(`version ${key}`, async () =>
      versionFieldOf(readShape(await dataOf(records.schema('detail'))).fields),
    )
  }

  async limits(): Promise<ServiceDescription['limits']> {
    return (await this.#once('service', () => dataOf(this.client.service()))).limits
  }

  /** A failure is not kept. */
  #once<T>(name: string, read: () => Promise<T>): Promise<T> {
    const reading = (this.#reads.get(name) as Promise<T> | undefined) ?? read()
    this.#reads.set(name, reading)
    reading.catch(() => this.#reads.delete(name))
    return reading
  }
}
