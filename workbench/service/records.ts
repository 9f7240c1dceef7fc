/**
 * The operations on the records of a resource. They are untyped, because fields are known at run
 * time only.
 */

import { idsParameter } from '../../src/client/ids.js'
import type { HistoryEntry } from '../../src/wire/history.js'
import type { Option } from '../../src/wire/options.js'
import type { CountedPage, CursorPage, Page, Position } from '../../src/wire/page.js'
import { download, forms, send } from './connection.js'
import { type Id, type ResourceEntry, recordPath } from './discovery.js'
import { sendQuery } from './queries.js'

export type Row = Readonly<Record<string, unknown>>
export type Filter = Readonly<Record<string, unknown>>

export interface PageQuery {
  readonly page?: number
  readonly size?: number
  readonly sort?: readonly string[]
  readonly includeIds?: readonly Id[]
}

type Signal = AbortSignal | undefined

const post = (path: string, body: unknown, signal?: Signal) =>
  ({ method: 'POST', path, body, options: { signal } }) as const

/** Page numbers and 'select all' need the total, whatever the contract's default is. */
const exactCount = { Prefer: 'count=exact' }

const pageRequest = (
  { resourcePath }: ResourceEntry,
  filter: Filter,
  query: PageQuery,
  signal: Signal,
) => ({
  ...post(`${resourcePath}/filter`, filter, signal),
  ...{ query: { ...query }, headers: exactCount },
})

export const readPage = (
  resource: ResourceEntry,
  filter: Filter,
  query: PageQuery,
  signal?: Signal,
) => send<Page<Row>>(pageRequest(resource, filter, query, signal), forms.page)

/** Reads the first records of a set, in one request with those of others. */
export const readFirstPage = (
  resource: ResourceEntry,
  filter: Filter,
  query: Pick<PageQuery, 'size' | 'sort'>,
  signal?: Signal,
) => sendQuery<Page<Row>>(pageRequest(resource, filter, query, signal), forms.page)

/** Counts the records of a filtered set. */
export const countRecords = async (resource: ResourceEntry, filter: Filter, signal?: Signal) => {
  const result = await readFirstPage(resource, filter, { size: 1 }, signal)
  return result.ok ? { ...result, data: result.data.totalElements } : result
}

/**
 * Counts the records of a filtered set as the contract counts pages: not at all, or by an estimate,
 * where an exact count would take long.
 */
export const countAsContract = (resource: ResourceEntry, filter: Filter, signal?: Signal) =>
  sendQuery<Page<Row> | CountedPage<Row>>(
    { ...post(`${resource.resourcePath}/filter`, filter, signal), query: { size: 1 } },
    forms.page,
    { usesContractCount: true },
  )

export const readCursorPage = (
  resource: ResourceEntry,
  filter: Filter,
  query: { after?: string; before?: string; size?: number; sort?: readonly string[] },
  signal?: Signal,
) =>
  sendQuery<CursorPage<Row>>(
    { ...post(`${resource.resourcePath}/filter/cursor`, filter, signal), query },
    forms.page,
  )

export const locateRecord = (
  resource: ResourceEntry,
  id: Id,
  filter: Filter,
  query: { size?: number; sort?: readonly string[] },
  signal?: Signal,
) =>
  send<Position>(
    { ...post(`${resource.resourcePath}/locate`, filter, signal), query: { id, ...query } },
    forms.position,
  )

export const readRecord = (resource: ResourceEntry, id: Id, signal?: Signal) =>
  send<Row>({ method: 'GET', path: recordPath(resource, id), options: { signal } }, forms.record)

/** Reads the records that are visible to the caller. Others are left out. */
export const readRecordsByIds = (resource: ResourceEntry, ids: readonly Id[], signal?: Signal) =>
  send<readonly Row[]>(
    {
      method: 'GET',
      path: `${resource.resourcePath}/by-ids`,
      query: { ids: idsParameter(ids) },
      options: { signal },
    },
    forms.list,
  )

export type { HistoryEntry }

/** Reads the changes of a record, newest first. */
export const readHistory = (
  resource: ResourceEntry,
  id: Id,
  query: { after?: string; size?: number },
  signal?: Signal,
) =>
  send<CursorPage<HistoryEntry>>(
    { method: 'GET', path: `${recordPath(resource, id)}/history`, query, options: { signal } },
    forms.page,
  )

export interface Write {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  /** The version of the record that the user saw. */
  readonly ifMatch?: string | undefined
  /** Requests with the same key and body take effect once. */
  readonly idempotencyKey?: string | undefined
}

/** Sends the write that a surface or an action of the catalogs describes. */
export const write = <T = Row>(
  { method, path, body, ifMatch, idempotencyKey }: Write,
  form: (typeof forms)[keyof typeof forms] = forms.record,
) =>
  send<T>(
    {
      method,
      path,
      body,
      ...(method === 'POST' ? { creates: true as const } : {}),
      headers: { 'If-Match': ifMatch, 'Idempotency-Key': idempotencyKey },
    },
    form,
  )

interface Deletion {
  /** Destroys records of a resource whose deleted records can be restored. */
  readonly isPermanent?: boolean | undefined
  readonly ifMatch?: string | undefined
}

const permanently = (path: string, isPermanent = false): string =>
  isPermanent ? `${path}?permanent=true` : path

export const deleteRecord = (
  resource: ResourceEntry,
  id: Id,
  { isPermanent, ifMatch }: Deletion,
) => {
  const path = permanently(recordPath(resource, id), isPermanent)
  return write<undefined>({ method: 'DELETE', path, ifMatch }, forms.nothing)
}

export const deleteRecords = (
  resource: ResourceEntry,
  ids: readonly Id[],
  { isPermanent }: Deletion,
) => {
  const path = permanently(`${resource.resourcePath}/batch`, isPermanent)
  return write<undefined>({ method: 'DELETE', path, body: ids }, forms.nothing)
}

export const restoreRecord = (resource: ResourceEntry, id: Id) =>
  write({ method: 'PATCH', path: `${recordPath(resource, id)}/restore`, body: {} })

/** Returns true if deleted records can be restored. */
export const hasTrash = ({ canonicalOperations }: ResourceEntry): boolean =>
  canonicalOperations['restore'] === true

/** Reads a page of options from an `endpoint` of `x-ui`. */
export const readOptions = (
  endpoint: string,
  request: { search?: string; filter?: Filter; page?: number; size?: number },
  signal?: Signal,
) => {
  const { search, filter = {}, page, size } = request
  // Both kinds of endpoints read `search` from the query, and a bare filter from the body.
  return send<Page<Option<Id>>>(
    { ...post(endpoint, filter, signal), query: { search, page, size } },
    forms.optionPage,
  )
}

/**
 * Reads options by their ids from the `byIdsEndpoint` of an option source, or from
 * `/options/by-ids`.
 */
export const readOptionsByIds = (endpoint: string, ids: readonly Id[], signal?: Signal) =>
  send<readonly Option<Id>[]>(
    {
      method: 'GET',
      path: endpoint.replace(/\/filter$/, '/by-ids'),
      query: { ids: idsParameter(ids) },
      options: { signal },
    },
    forms.list,
  )

export const exportRecords = (resource: ResourceEntry, body: unknown, signal?: Signal) =>
  download({ ...post(`${resource.resourcePath}/export`, body, signal), headers: { Accept: '*/*' } })

export const readStats = async <T extends { readonly asOf?: string }>(
  resource: ResourceEntry,
  kind: 'group-by' | 'timeseries' | 'distribution',
  body: unknown,
  signal?: Signal,
) => {
  const request = post(`${resource.resourcePath}/stats/${kind}`, body, signal)
  const result = await sendQuery<T>(request, forms.statistics)
  // A stored result may be older than other data on the screen, and reading it again does not
  // change it.
  return result.ok && result.data.asOf !== undefined
    ? { ...result, dataVersion: undefined }
    : result
}
