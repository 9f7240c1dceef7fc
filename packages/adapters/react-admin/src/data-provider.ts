/** The data provider: every method of react-admin over the typed client. */
import { type Client, type Resources, untyped } from 'corollary/client'
import type {
  DataProvider,
  GetListParams,
  GetListResult,
  QueryFunctionContext,
  RaRecord,
} from 'ra-core'
import type { Members } from '../../shared/src/records.js'
import { partsOf } from '../../shared/src/sending.js'
import { cursorPages } from './cursor-pages.js'
import { success, unwrapped } from './http-error.js'
import { liveUpdates, type Subscriptions } from './live-updates.js'
import { toRecord } from './records.js'
import { type NamedResource, namedResources } from './resources.js'
import { type Writes, writesOf } from './writes.js'

export interface DataProviderOptions {
  /**
   * Names of resources whose lists are read by cursor: sets of any size, from page to page, without
   * a total. `meta: { cursor: true }` does the same for one list.
   */
  readonly cursor?: readonly string[]
  /**
   * False: creates and actions are sent without an `Idempotency-Key`, which a service without
   * platform tables refuses. Default: true.
   */
  readonly idempotencyKeys?: boolean
}

/** What the service can do beside the methods of react-admin. */
export type CorollaryDataProvider = DataProvider & Pick<Writes, CustomWrite> & Subscriptions

type CustomWrite = 'act' | 'perform' | 'intent' | 'restore'

/**
 * Creates a data provider for `<Admin dataProvider>`. Resources are named by their key, or by its
 * last part if no other key ends with it: `orders` is `sales.orders`.
 *
 * @example
 * const client = createClient<typeof resources>({ baseUrl: 'https://api.example.com' })
 * const dataProvider = createDataProvider(client)
 */
export const createDataProvider = <R extends Resources>(
  client: Client<R>,
  options: DataProviderOptions = {},
): CorollaryDataProvider => {
  const resources = namedResources(untyped(client))
  const pageAt = cursorPages()

  const getList = async <T extends RaRecord>(
    resource: NamedResource,
    params: GetListParams & QueryFunctionContext,
  ): Promise<GetListResult<T>> => {
    const { pagination = { page: 1, perPage: 25 }, sort, filter = {}, meta, signal } = params
    const { page, perPage: size } = pagination
    const { name, client: records, entry } = resource
    const rowsOf = (content: readonly Members[]) =>
      content.map((record) => toRecord<T>(record, entry.idField))
    const call = {
      ...{ size, signal },
      ...(sort ? { sort: `${sort.field},${sort.order === 'DESC' ? 'desc' : 'asc'}` } : {}),
    }
    if (meta?.cursor ?? options.cursor?.includes(name)) {
      const key = JSON.stringify([filter, sort, size])
      const { content, next } = await pageAt(name, key, page, async (after) =>
        unwrapped(records.cursor(filter, { ...call, ...(after === undefined ? {} : { after }) })),
      )
      return {
        data: rowsOf(content),
        pageInfo: { hasNextPage: next !== null, hasPreviousPage: page > 1 },
      }
    }
    // An export of react-admin requests more records at once than a page may have.
    const pageSize = Math.min(size, (await resources.limits()).pageSize)
    const first = Math.floor(((page - 1) * size) / pageSize)
    const start = (page - 1) * size - first * pageSize
    const rows: T[] = []
    for (let part = first; ; part++) {
      const read = await unwrapped(records.filter(filter, { ...call, size: pageSize, page: part }))
      rows.push(...rowsOf(read.content))
      if (!read.last && rows.length < start + size) continue
      const data = rows.slice(start, start + size)
      const hasNextPage = !read.last || rows.length > start + size
      // An estimate is not a total: react-admin would count the pages with it.
      return read.totalElements !== null && (!('count' in read) || read.count === 'exact')
        ? { data, total: read.totalElements }
        : { data, pageInfo: { hasNextPage, hasPreviousPage: page > 1 } }
    }
  }

  return {
    supportAbortSignal: true,
    getList: async (name, params) => getList(await resources.find(name), params),
    getOne: async (name, { id, signal }) => {
      const { client: records, entry } = await resources.find(name)
      const { data, links } = success(await records.get(id, { signal }))
      return { data: toRecord(data, entry.idField, links) }
    },
    getMany: async (name, { ids, signal }) => {
      const { client: records, entry } = await resources.find(name)
      const { ids: size } = await resources.limits()
      const parts = partsOf(ids, size).map((part) => unwrapped(records.byIds(part, { signal })))
      const content = (await Promise.all(parts)).flat()
      return { data: content.map((record) => toRecord(record, entry.idField)) }
    },
    getManyReference: async (name, { target, id, filter, ...params }) => {
      const resource = await resources.find(name)
      const criterion = await resource.criterion(target, id)
      return getList(resource, { ...params, filter: { ...filter, ...criterion } })
    },
    ...writesOf(resources, options),
    ...liveUpdates(resources),
  }
}
