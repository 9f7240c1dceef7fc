/**
 * A comparison: a request to an introspected service, and hand-written SQL that returns the same
 * rows. Only the columns of the SQL are compared, in the order of its rows; `film_id` is `filmId`.
 */
import type { Resource } from 'corollary'
import type { TestService } from 'corollary/testing'
import { filterOperations } from '../../../src/contract/filter/table.js'
import type { Json } from '../../http/use-people.js'

/** Returns the rows of a response, after as many requests as it takes. */
export interface Fetch {
  readonly resource: string
  /** Payloads whose fields the contract must have. */
  readonly filters: readonly Filter[]
  readonly run: (send: Send) => Promise<readonly Json[]>
}

export type Comparison = readonly [says: string, fetch: Fetch, sql: string]

/**
 * A field is a name of the contract, or a path and an operation: `{ 'language.name LIKE': 'ng' }`.
 * The contract gets a field for each of the latter.
 */
export type Filter = Readonly<Record<string, unknown>>

/** Sends a request to the resource and returns the body, which must be a success. */
export type Send = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Json>

const fieldName = (key: string): string => key.replaceAll(/[. ]/g, '_')
const payloadOf = (filter: Filter): Filter =>
  Object.fromEntries(Object.entries(filter).map(([key, operand]) => [fieldName(key), operand]))

/** The filter fields that comparisons use beyond those of the contract. */
const fieldsOf = (filters: readonly Filter[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    filters.flatMap((filter) =>
      Object.keys(filter).flatMap((key) => {
        const [path, operation] = key.split(' ')
        if (operation === undefined) return []
        if (!Object.hasOwn(filterOperations, operation)) throw new Error(`no operation: ${key}`)
        return [[fieldName(key), { operation, path }]]
      }),
    ),
  )

/** The introspected resources with the fields and histograms that the comparisons use. */
export const extended = (
  resources: readonly Resource[],
  comparisons: readonly Comparison[],
): readonly Resource[] =>
  resources.map((resource) => {
    const { key, filter, stats = {} } = resource.data
    const ownTotals = comparisons.flatMap(([, fetch]) =>
      key.endsWith(`.${fetch.resource}`) ? fetch.filters : [],
    )
    const data = {
      ...resource.data,
      filter: { ...filter, ...fieldsOf(ownTotals) },
      stats: Object.fromEntries(
        Object.entries(stats).map(([name, field]) => [name, withHistogram(field)]),
      ),
    }
    return { ...resource, data } as Resource
  })

const withHistogram = <F extends { readonly operations: readonly string[] }>(field: F): F =>
  field.operations.some((role) => role === 'METRIC_FIELD' || role === 'TIME_SERIES')
    ? { ...field, operations: [...field.operations, 'DISTRIBUTION_HISTOGRAM'] }
    : field

export const senderOf =
  ({ app }: TestService, group: string, resource: string): Send =>
  async (method, path, body) => {
    const url = `/api/${group}/${resource}${path}`
    const response = await app.inject({
      method,
      url,
      ...(body === undefined ? {} : { payload: body as object }),
    })
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.body}`)
    const isJson = String(response.headers['content-type']).includes('json')
    return isJson ? response.json() : response.body
  }

// ---------- requests ----------

const pageSize = 200

/** All pages of a filter; each has the same total, which is the number of rows. */
export const rows = (resource: string, filter: Filter = {}, query = ''): Fetch => ({
  resource,
  filters: [filter],
  run: async (send) => {
    const found: Json[] = []
    for (let page = 0; ; page++) {
      const path = `/filter?size=${pageSize}&page=${page}&${query}`
      const { data } = await send('POST', path, payloadOf(filter))
      found.push(...data.content)
      if (!data.last) continue
      if (data.totalElements !== found.length) {
        throw new Error(`${found.length} rows, but a total of ${data.totalElements}`)
      }
      return found
    }
  },
})

/** One page. */
export const page = (resource: string, filter: Filter, query: string): Fetch => ({
  resource,
  filters: [filter],
  run: async (send) => (await send('POST', `/filter?${query}`, payloadOf(filter))).data.content,
})

/** All pages of a cursor, forward; backward they have the same rows. */
export const walk = (resource: string, filter: Filter, query: string, size = 7): Fetch => ({
  resource,
  filters: [filter],
  run: async (send) => {
    const read = async (position: string) =>
      (await send('POST', `/filter/cursor?size=${size}&${query}${position}`, payloadOf(filter)))
        .data
    const forward: Json[] = []
    let data = await read('')
    for (;;) {
      forward.push(...data.content)
      if (data.next === null) break
      data = await read(`&after=${encodeURIComponent(data.next)}`)
    }
    const backward: Json[] = [...data.content]
    while (data.prev !== null) {
      data = await read(`&before=${encodeURIComponent(data.prev)}`)
      backward.unshift(...data.content)
    }
    if (JSON.stringify(backward) !== JSON.stringify(forward)) {
      throw new Error(`${forward.length} rows forward, ${backward.length} others backward`)
    }
    return forward
  },
})

/** The position of a record in a filtered, sorted set. */
export const located = (resource: string, filter: Filter, query: string, id: unknown): Fetch => ({
  resource,
  filters: [filter],
  run: async (send) => [await send('POST', `/locate?${query}&id=${id}`, payloadOf(filter))],
})

export const everything = (resource: string): Fetch => ({
  resource,
  filters: [],
  run: async (send) => (await send('GET', '/all')).data,
})

export const byIds = (resource: string, ...ids: readonly unknown[]): Fetch => ({
  resource,
  filters: [],
  run: (send) => send('GET', `/by-ids?ids=${ids.join(',')}`),
})

const optionPages = async (send: Send, path: string, body: unknown): Promise<readonly Json[]> => {
  const found: Json[] = []
  for (let page = 0; ; page++) {
    const data = await send('POST', `${path}?size=50&page=${page}`, body)
    found.push(...data.content)
    if (data.last) return found
  }
}

/** Options of the records, with `id` and `label`. */
export const options = (resource: string, filter: Filter = {}, search?: string): Fetch => ({
  resource,
  filters: [filter],
  run: (send) => optionPages(send, '/options/filter', { ...payloadOf(filter), search }),
})

/** Options of a source. */
export const source = (
  resource: string,
  key: string,
  filter: Filter = {},
  more: object = {},
): Fetch => ({
  resource,
  filters: [filter],
  run: (send) =>
    optionPages(send, `/option-sources/${key}/options/filter`, {
      filter: payloadOf(filter),
      ...more,
    }),
})

const stats =
  (path: string, members: 'buckets' | 'points') =>
  (resource: string, field: string, body: object, filter: Filter = {}): Fetch => ({
    resource,
    filters: [filter],
    run: async (send) =>
      (await send('POST', `/stats/${path}`, { filter: payloadOf(filter), field, ...body })).data[
        members
      ],
  })

/** Buckets with `key`, `label`, `count`, `value` and `values`. */
export const groups = stats('group-by', 'buckets')
/** Points with `start`, `end`, `count` and `value`. */
export const series = stats('timeseries', 'points')
/** Buckets with `key`, `label`, `count` and `value`. */
export const terms = (resource: string, field: string, body: object = {}, filter: Filter = {}) =>
  stats('distribution', 'buckets')(resource, field, { mode: 'TERMS', ...body }, filter)
/** Buckets with `from`, `to` and `count`. */
export const histogram = (resource: string, field: string, body: object, filter: Filter = {}) =>
  stats('distribution', 'buckets')(resource, field, { mode: 'HISTOGRAM', ...body }, filter)

/** The rows of a file: of CSV each is one `line`. */
export const exported = (
  resource: string,
  format: 'json' | 'csv',
  filters: Filter,
  body: object,
): Fetch => ({
  resource,
  filters: [filters],
  run: async (send) => {
    const file = await send('POST', '/export', { format, filters: payloadOf(filters), ...body })
    if (format === 'json') return file
    return (file as unknown as string)
      .split('\r\n')
      .slice(0, -1)
      .map((line) => ({ line }))
  },
})
