/** What the catalogs say about resources. It is read once, until someone else signs in. */
import {
  type Field,
  type ResourceEntry,
  readShape,
  type ServiceDescription,
  type UntypedClient,
} from 'corollary/client'
import { dataOf, unsupported } from './http-error.js'

export class Catalog {
  readonly client: UntypedClient
  #reads = new Map<string, Promise<unknown>>()

  constructor(client: UntypedClient) {
    this.client = client
  }

  /** Forgets everything: another caller may see other fields. */
  clear(): void {
    this.#reads.clear()
  }

  /** @throws RefineError if the service has no such resource */
  async entry(resource: string): Promise<ResourceEntry> {
    const { resources } = await this.#once('resources', () => dataOf(this.client.resources()))
    const found = resources.find(({ resourceKey }) => resourceKey === resource)
    if (found) return found
    const keys = resources.map(({ resourceKey }) => resourceKey).join(', ')
    throw unsupported(`The service has no resource '${resource}'. Resources: ${keys}.`)
  }

  filterFields(resource: string): Promise<readonly Field[]> {
    return this.#once(`filter ${resource}`, async () => {
      const schema = await dataOf(this.client.resource(resource).schema('filter'))
      return readShape(schema).fields
    })
  }

  /** The field of the version of records; undefined if they have none, or if it is hidden. */
  async versionField(resource: string): Promise<string | undefined> {
    const { versioned } = await this.entry(resource)
    if (!versioned) return undefined
    return this.#once(`version ${resource}`, async () => {
      const schema = await dataOf(this.client.resource(resource).schema('detail'))
      // The schema for detail views hides nothing but versions.
      return readShape(schema).fields.find(({ formHidden }) => formHidden)?.name
    })
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
