/** The resources of a service by the names that react-admin knows them by. */
import {
  type ActionCatalog,
  type ResourceEntry,
  readShape,
  type ServiceDescription,
  type UntypedClient,
  type UntypedResource,
} from 'corollary/client'
import { HttpError } from 'ra-core'
import { nameOf } from '../../shared/src/pages.js'
import { versionFieldOf } from '../../shared/src/records.js'
import { unwrapped } from './http-error.js'

type Selection = NonNullable<ActionCatalog['actions'][number]['execution']['selection']>

export interface NamedResource {
  readonly name: string
  readonly entry: ResourceEntry
  readonly client: UntypedResource
  /** The field that has the version; undefined if records have none, or if it is hidden. */
  versionField(): Promise<string | undefined>
  /**
   * The fields that show whether a record has changed since it was read: the version, or those that
   * an update writes if records have no version.
   */
  lockFields(): Promise<readonly string[]>
  /** How a bulk action names its records. */
  selection(action: string): Promise<Selection>
  /** The criterion that selects the records whose field refers to a record. */
  criterion(field: string, id: string | number): Promise<Readonly<Record<string, unknown>>>
}

export interface NamedResources {
  /** @throws HttpError if the service has no such resource */
  find(name: string): Promise<NamedResource>
  limits(): Promise<ServiceDescription['limits']>
  /** Forgets everything: another caller may see other fields. */
  changeCaller(isSignedIn: boolean): void
  /** The listener gets false when nobody is signed in any more. */
  onCallerChange(listener: (isSignedIn: boolean) => void): void
}

/** Providers of one client share what they have read, so that a change of caller concerns all. */
const shared = new WeakMap<UntypedClient, NamedResources>()

/** Resources are found by their key, or by its last part if no other key ends with it. */
export const namedResources = (client: UntypedClient): NamedResources => {
  const resources = shared.get(client) ?? readResources(client)
  shared.set(client, resources)
  return resources
}

const readResources = (client: UntypedClient): NamedResources => {
  const catalog = remembered(async () => {
    const { resources } = await unwrapped(client.resources())
    const keys = resources.map(({ resourceKey }) => resourceKey)
    return new Map(
      resources.flatMap((entry) => {
        const { resourceKey: key } = entry
        const name = nameOf(key, keys)
        const named = namedResource(client, entry, name)
        return [[key, named] as const, [name, named] as const]
      }),
    )
  })
  const service = remembered(() => unwrapped(client.service()))
  const listeners: ((isSignedIn: boolean) => void)[] = []
  return {
    find: async (name) => {
      const resources = await catalog.read()
      const found = resources.get(name)
      if (found) return found
      const names = [...new Set([...resources.values()].map((each) => each.name))].join(', ')
      throw new HttpError(`The service has no resource '${name}'. Resources: ${names}.`, 404)
    },
    limits: async () => (await service.read()).limits,
    changeCaller: (isSignedIn) => {
      catalog.clear()
      service.clear()
      for (const listener of listeners) listener(isSignedIn)
    },
    onCallerChange: (listener) => void listeners.push(listener),
  }
}

const namedResource = (
  catalogs: UntypedClient,
  entry: ResourceEntry,
  name: string,
): NamedResource => {
  const client = catalogs.resource(entry.resourceKey)
  const fieldsOf = (shape: 'detail' | 'filter' | 'update') =>
    remembered(async () => readShape(await unwrapped(client.schema(shape))).fields)
  const [detail, filter, update] = [fieldsOf('detail'), fieldsOf('filter'), fieldsOf('update')]
  const versionField = async (): Promise<string | undefined> => {
    if (!entry.versioned) return undefined
    return versionFieldOf(await detail.read())
  }
  return {
    ...{ name, entry, client, versionField },
    lockFields: async () => {
      const version = await versionField()
      if (version !== undefined) return [version]
      return entry.schemas.update === null ? [] : (await update.read()).map((field) => field.name)
    },
    selection: async (action) => {
      const { actions } = await unwrapped(catalogs.actions(entry.resourceKey))
      const found = actions.find(({ id }) => id === action)?.execution.selection
      if (found) return found
      throw new HttpError(`'${name}' has no bulk action '${action}'.`, 404)
    },
    criterion: async (field, id) => {
      const references = (await filter.read()).filter(
        ({ reference, filterOperation: operation }) =>
          reference && (operation === 'EQUAL' || operation === 'IN'),
      )
      const found =
        references.find((each) => each.name === field) ??
        references.find((each) => each.filterTarget === field)
      if (found) return { [found.name]: found.filterOperation === 'IN' ? [id] : id }
      const names = references.map((each) => each.name).join(', ') || 'none'
      throw new HttpError(
        `'${name}' cannot be filtered by '${field}'. Filter fields that refer to records: ${names}.`,
        400,
      )
    },
  }
}

/** Reads once, until it is cleared; a failure is not kept. */
const remembered = <T>(read: () => Promise<T>) => {
  let reading: Promise<T> | undefined
  return {
    read: (): Promise<T> => {
      if (reading) return reading
      const started = read()
      reading = started
      started.catch(() => {
        if (reading === started) reading = undefined
      })
      return started
    },
    clear: (): void => {
      reading = undefined
    },
  }
}
