/** Describes the pages of an admin, from the catalogs: what generators write as code. */
import {
  type ActionCatalog,
  type Field,
  type ResourceEntry,
  readShape,
  type UntypedClient,
  type UntypedResource,
  unwrap,
} from 'corollary/client'

/** All pages of a resource. A page that the caller cannot have is undefined. */
export interface ResourcePages {
  readonly key: string
  /** A short name, for addresses and files: `orders` for `sales.orders`. */
  readonly name: string
  readonly title: string
  /** With the context path of the service. */
  readonly path: string
  readonly idField: string
  readonly labelField: string | null
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' } | undefined
  readonly columns: readonly Field[]
  readonly filters: readonly Field[]
  readonly details: readonly Field[]
  readonly create: readonly Field[] | undefined
  readonly edit: readonly Field[] | undefined
  readonly canDelete: boolean
  readonly canExport: boolean
  readonly hasChanges: boolean
  readonly actions: readonly ActionPage[]
  /** Records of other resources that belong to a record of this one. */
  readonly related: readonly RelatedList[]
}

/** A workflow action with the fields of its form. */
export type ActionPage = ActionCatalog['actions'][number] & { readonly inputs: readonly Field[] }

export interface RelatedList {
  readonly title: string
  /** Name of the other resource. */
  readonly name: string
  /** The filter field of the other resource. */
  readonly filterField: string
  /** The field of the record whose value the filter field takes. */
  readonly valueField: string
}

/** @throws CorollaryError */
export const readPages = async (client: UntypedClient): Promise<readonly ResourcePages[]> => {
  const { resources } = unwrap(await client.resources()).data
  return Promise.all(resources.map((entry) => readResourcePages(client, entry, resources)))
}

/** The last part of a key, unless several keys end with it. */
export const nameOf = (key: string, keys: readonly string[]): string => {
  const end = lastPart(key)
  const isUnique = keys.every((other) => other === key || lastPart(other) !== end)
  return isUnique ? end : key.replaceAll('.', '-')
}

const lastPart = (key: string): string => key.slice(key.lastIndexOf('.') + 1)

const readResourcePages = async (
  client: UntypedClient,
  entry: ResourceEntry,
  entries: readonly ResourceEntry[],
): Promise<ResourcePages> => {
  const { resourceKey: key, canonicalOperations: can, schemas } = entry
  const keys = entries.map(({ resourceKey }) => resourceKey)
  const read = async (of: Parameters<UntypedResource['schema']>[0]): Promise<readonly Field[]> =>
    readShape(unwrap(await client.resource(key).schema(of)).data).fields
  const fieldsOf = async (schema: keyof typeof schemas): Promise<readonly Field[] | undefined> =>
    schemas[schema] === null ? undefined : (await read(schema)).filter(({ hidden }) => !hidden)
  const inputsOf = async (schema: 'filter' | 'create' | 'update') =>
    (await fieldsOf(schema))?.filter(({ formHidden, readOnly }) => !formHidden && !readOnly)
  const actionsOf = async (): Promise<readonly ActionPage[]> => {
    const catalog = unwrap(await client.actions(key)).data
    const pages = catalog.actions.map(async (action) => {
      const path = action.path.slice(entry.resourcePath.length)
      const fields = await read(['post', path, 'request'])
      const idsField = action.execution.selection?.idsField
      return {
        ...action,
        inputs: fields.filter(({ name, hidden }) => !hidden && name !== idsField),
      }
    })
    return Promise.all(pages)
  }
  const [list, detail, filters, create, edit, surfaces, actions] = await Promise.all([
    ...([fieldsOf('list'), fieldsOf('detail')] as const),
    ...([inputsOf('filter'), inputsOf('create'), inputsOf('update')] as const),
    client.surfaces(key),
    entry.actionsUrl === null ? [] : actionsOf(),
  ])
  const [field, order] = entry.defaultSort[0]?.split(',') ?? []
  return {
    ...{ key, name: nameOf(key, keys), title: entry.title },
    ...{ path: entry.resourcePath, idField: entry.idField, labelField: entry.labelField },
    ...{ filters: filters ?? [] },
    ...{ create, edit, actions },
    sort: field === undefined ? undefined : { field, order: order === 'desc' ? 'DESC' : 'ASC' },
    columns: (list ?? []).filter(({ tableHidden }) => !tableHidden),
    details: (detail ?? []).filter(({ formHidden }) => !formHidden),
    canDelete: can['delete'] === true,
    canExport: can['export'] === true,
    hasChanges: can['changes'] === true,
    related: unwrap(surfaces).data.surfaces.flatMap(({ title, path, recordFilter }) => {
      const target = entries.find(({ resourcePath }) => path === `${resourcePath}/filter`)
      if (!recordFilter || !target) return []
      const { field: filterField, valueField } = recordFilter
      return [{ title, name: nameOf(target.resourceKey, keys), filterField, valueField }]
    }),
  }
}
