/** Reads pages and cursors of a resource, and checks on the way what every page promises. */
import type { Resource } from './catalog.js'
import { items, type Json, members } from './json.js'
import { type Exchange, type Service, withStatus } from './service.js'
import { Deviation, demand, demandEqual } from './verdicts.js'

export type Row = Json

export interface Page {
  readonly rows: readonly Row[]
  readonly total: number
  readonly body: Json
  readonly exchange: Exchange
}

export interface Query {
  readonly page?: number
  readonly size?: number
  readonly sort?: string | undefined
  readonly [name: string]: string | number | undefined
}

export const queryText = (query: Query): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.append(name, String(value))
  }
  return parameters.size === 0 ? '' : `?${parameters}`
}

export interface Reader {
  readonly service: Service
  readonly resource: Resource
}

export const idOf = ({ idField }: Pick<Resource, 'idField'>, row: Row): string => {
  const id = row[idField]
  if (typeof id === 'string' || typeof id === 'number') return String(id)
  throw new Deviation(`A row has no '${idField}'.`)
}

/** The page in the body, whose members agree with each other and with the request. */
export const checkedPage = (exchange: Exchange, body: Json, { page = 0, size }: Query): Page => {
  const rows = items(body['content']).map(members)
  const total = Number(body['totalElements'])
  demand(Number.isInteger(total) && total >= 0, `totalElements must be a count; got ${total}.`)
  if (size !== undefined) {
    demandEqual('size', body['size'], size)
    demandEqual('totalPages', body['totalPages'], Math.ceil(total / size))
    demandEqual('last', body['last'], page >= Math.ceil(total / size) - 1)
    const offset = page * size
    demandEqual('pageable', body['pageable'], {
      ...{ pageNumber: page, pageSize: size, offset },
      ...{ paged: true, unpaged: false },
    })
    const expected = Math.max(0, Math.min(size, total - offset))
    demandEqual(`The number of rows on page ${page} of ${total} rows`, rows.length, expected)
  }
  demandEqual('number', body['number'], page)
  demandEqual('numberOfElements', body['numberOfElements'], rows.length)
  demandEqual('first', body['first'], page === 0)
  demandEqual('empty', body['empty'], rows.length === 0)
  return { rows, total, body, exchange }
}

export const readPage = async (
  { service, resource }: Reader,
  filter: Json,
  query: Query = {},
): Promise<Page> => {
  const path = `${resource.path}/filter${queryText(query)}`
  const exchange = withStatus(await service.send('POST', path, { body: filter }), 200)
  return checkedPage(exchange, members(members(exchange.json)['data']), query)
}

/** Joins all pages; `read` returns one of them. */
export const joinPages = async (
  read: (page: number) => Promise<Page>,
  { maxRows }: { readonly maxRows: number },
): Promise<Page> => {
  const first = await read(0)
  const rows = [...first.rows]
  for (let page = 1; rows.length < Math.min(first.total, maxRows); page++) {
    const next = await read(page)
    demandEqual(`totalElements of page ${page}`, next.total, first.total)
    if (next.rows.length === 0) break
    rows.push(...next.rows)
  }
  return { ...first, rows }
}

/** All rows that a filter selects, page by page. */
export const readAll = (
  reader: Reader & { readonly maxRows: number },
  filter: Json,
  sort?: string,
): Promise<Page> => {
  const size = reader.resource.maxPageSize
  return joinPages((page) => readPage(reader, filter, { page, size, sort }), reader)
}

export interface CursorPage {
  readonly rows: readonly Row[]
  readonly next: string | null
  readonly prev: string | null
}

export const readCursor = async (
  { service, resource }: Reader,
  filter: Json,
  query: Query,
): Promise<CursorPage> => {
  const path = `${resource.path}/filter/cursor${queryText(query)}`
  const { json } = withStatus(await service.send('POST', path, { body: filter }), 200)
  const { content, next, prev } = members(members(json)['data'])
  const link = (name: string, value: unknown): string | null => {
    demand(value === null || typeof value === 'string', `'${name}' must be a text or null.`)
    return value as string | null
  }
  return {
    rows: items(content).map(members),
    next: link('next', next),
    prev: link('prev', prev),
  }
}
