/** The methods of the data provider that read. */
import type { BaseRecord, DataProvider, GetListParams, GetListResponse } from '@refinedev/core'
import type { UntypedResource } from 'corollary/client'
import type { Members } from '../../shared/src/records.js'
import { partsOf } from '../../shared/src/sending.js'
import type { Catalog } from './catalog.js'
import { filterOf } from './filters.js'
import { dataOf, success } from './http-error.js'
import { signalOf } from './meta.js'

type Reads = Required<Pick<DataProvider, 'getList' | 'getOne' | 'getMany'>>

interface List {
  readonly records: UntypedResource
  readonly filter: Members
  readonly options: {
    readonly size: number
    readonly sort: readonly string[]
    readonly signal: AbortSignal | undefined
  }
}

interface Rows {
  readonly content: readonly Members[]
  readonly total: number
  readonly cursor?: { readonly next: string | undefined; readonly prev: string | undefined }
}

export const readsOf = (catalog: Catalog): Reads => ({
  getList: async <T extends BaseRecord>(params: GetListParams): Promise<GetListResponse<T>> => {
    const { resource: key, meta } = params
    const resource = await catalog.find(key)
    const fields = await catalog.filterFields(resource)
    const list: List = {
      records: resource.records,
      filter: filterOf(params.filters ?? [], { resource: key, fields }),
      options: {
        size: params.pagination?.pageSize ?? 10,
        sort: (params.sorters ?? []).map(({ field, order }) => `${field},${order}`),
        signal: signalOf(meta),
      },
    }
    const { content, ...facts } = await rowsOf(catalog, list, params)
    return { data: content.map((record) => resource.toRecord<T>(record)), ...facts }
  },
  getOne: async ({ resource: key, id, meta }) => {
    const { records, toCurrent } = await catalog.find(key)
    return { data: toCurrent(success(await records.get(id, { signal: signalOf(meta) }))) }
  },
  getMany: async ({ resource: key, ids, meta }) => {
    const { records, toRecord } = await catalog.find(key)
    const { ids: size } = await catalog.limits()
    const call = { signal: signalOf(meta) }
    const parts = partsOf(ids, size).map((part) => dataOf(records.byIds(part, call)))
    const content = (await Promise.all(parts)).flat()
    return { data: content.map((record) => toRecord(record)) }
  },
})

const rowsOf = async (
  catalog: Catalog,
  list: List,
  { pagination = {}, meta }: GetListParams,
): Promise<Rows> => {
  const { mode, currentPage = 1 } = pagination
  if (mode === 'off' || mode === 'client') return allRows(list, (await catalog.limits()).pageSize)
  if (meta?.['cursor'] || typeof currentPage === 'string') return cursorRows(list, currentPage)
  const { includeIds, count } = meta ?? {}
  const call = { ...list.options, page: currentPage - 1, includeIds, count }
  const page = await dataOf(list.records.filter(list.filter, call))
  const { content, totalElements, last } = page
  // A set that was not counted has at least one more record if it has another page.
  const atLeast = (currentPage - 1) * page.size + content.length + (last ? 0 : 1)
  return { content, total: totalElements ?? atLeast }
}

/** Refine sorts and pages by itself, or shows everything. */
const allRows = async ({ records, filter, options }: List, size: number): Promise<Rows> => {
  const content: Members[] = []
  for await (const { data } of records.pages(filter, { ...options, size })) {
    content.push(...data.content)
  }
  return { content, total: content.length }
}

/**
 * Refine sends the cursor of a page as its number. Cursors also carry the total, which is counted
 * for the first page only.
 */
const cursorRows = async (
  { records, filter, options }: List,
  currentPage: unknown,
): Promise<Rows> => {
  const start = typeof currentPage === 'string' ? readStart(currentPage) : undefined
  const [page, total] = await Promise.all([
    dataOf(records.cursor(filter, { ...options, ...start?.position })),
    start?.total ?? totalOf(records, filter, options.signal),
  ])
  const { content, next, prev } = page
  const cursor = {
    next: next === null ? undefined : `${total} after ${next}`,
    prev: prev === null ? undefined : `${total} before ${prev}`,
  }
  return { content, total, cursor }
}

const totalOf = async (
  records: UntypedResource,
  filter: Members,
  signal: AbortSignal | undefined,
): Promise<number> => {
  const count = await dataOf(records.filter(filter, { size: 1, signal }))
  return count.totalElements ?? 0
}

const readStart = (text: string) => {
  const [total, side, cursor = ''] = text.split(' ')
  const position = side === 'before' ? { before: cursor } : { after: cursor }
  return { total: Number(total), position }
}
