/** Reads pages and cursors of a resource, and checks on the way what every page promises. */
import type { Resource } from './catalog.js'
import { items, type Json, members } from './json.js'
import { type Exchange, type Service, withStatus } from './service.js'
import { Deviation, demand, demandEqual, shown } from './verdicts.js'

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

export const recordPath = ({ path }: Pick<Resource, 'path'>, id: string): string =>
  `${path}/${encodeURIComponent(id)}`

const pageOf = (exchange: Exchange, content: unknown): Page => {
  const body = members(content)
  const rows = items(body['content']).map(members)
  return { rows, total: body['totalElements'] as number, body, exchange }
}

/** A page without an envelope. */
export const barePage = (exchange: Exchange): Page => pageOf(exchange, exchange.json)

export const readPage = async (
  { service, resource }: Reader,
  filter: Json,
  query: Query = {},
): Promise<Page> => {
  const path = `${resource.path}/filter${queryText(query)}`
  const exchange = withStatus(await service.send('POST', path, { body: filter }), 200)
  const page = pageOf(exchange, members(exchange.json)['data'])
  demandTotal(page)
  return page
}

const demandTotal = ({ total, body }: Page): void =>
  demand(
    Number.isSafeInteger(total) && total >= 0,
    `totalElements must be a count; got ${shown(body['totalElements'])}.`,
  )

/** The page, whose members must agree with each other and with the request. */
export const checkPage = (checked: Page, query: Query): void => {
  const { rows, total, body } = checked
  const { page = 0, size } = query
  demandTotal(checked)
  if (size !== undefined) {
    const offset = page * size
    demandEqual('size', body['size'], size)
    demandEqual('totalPages', body['totalPages'], Math.ceil(total / size))
    demandEqual('last', body['last'], page >= Math.ceil(total / size) - 1)
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
}

/** A size of 0 would make every empty page a full one. */
const isFull = ({ rows }: Page, size: number): boolean => rows.length > 0 && rows.length === size

/**
 * Joins pages until one is not full, or until there are enough rows: a total that is wrong must not
 * hide rows. `read` returns one page.
 */
export const joinPages = async (
  read: (query: { readonly page: number; readonly size: number }) => Promise<Page>,
  { size, maxRows }: { readonly size: number; readonly maxRows: number },
): Promise<Page> => {
  const first = await read({ page: 0, size })
  const rows = [...first.rows]
  let last = first
  for (let page = 1; isFull(last, size) && rows.length < maxRows; page++) {
    last = await read({ page, size })
    rows.push(...last.rows)
  }
  return { ...first, rows }
}

/** All rows that a filter selects, page by page. */
export const readAll = (
  reader: Reader & { readonly maxRows: number },
  filter: Json,
  sort?: string,
): Promise<Page> => {
  const { resource, maxRows } = reader
  return joinPages((query) => readPage(reader, filter, { ...query, sort }), {
    size: resource.pageSize,
    maxRows,
  })
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
