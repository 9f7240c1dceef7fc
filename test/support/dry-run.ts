/** Compares a dry run with the request made afterwards, and the database before and after it. */
import { expect } from 'vitest'
import type { Answer, Headers, Json, Method } from '../http/use-people.js'

export interface DryRequest {
  readonly caller: string
  readonly method: Method
  readonly url: string
  readonly body?: unknown
  readonly headers?: Headers
  /** The request may write what is stored already, and so change nothing. */
  readonly mayRepeat?: boolean
}

/** Sends requests to a service, and reads its database without it. */
export interface Tried {
  send(
    caller: string,
    method: Method,
    url: string,
    body?: unknown,
    headers?: Headers,
  ): Promise<Answer>
  rows(sql: string): Promise<readonly Json[]>
}

/** The service sums up changes at any time; their sum is the dataset version. */
const summedUp = ['dataset', 'dataset_change', 'tenant_dataset_change', 'shared_dataset_change']

/** All rows of all tables, also those of the platform, with the transaction that wrote each. */
export const databaseOf = async ({ rows }: Pick<Tried, 'rows'>): Promise<Json> => {
  const tables = await rows(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname !~ '^(pg_|information_schema)' and tablename <> all ('{${summedUp}}') order by 1`,
  )
  const queries = tables.map(
    ({ name }) => `select '${name}' as name, t.xmin::text || ' ' || t::text as row from ${name} t`,
  )
  return (await rows(`${queries.join(' union all ')} order by 1, 2`)).map(
    ({ name, row }) => `${name} ${row}`,
  )
}

/** Instants, generated ids and versions of datasets differ from one request to the next. */
const alike = (text: string, isNew: boolean): string => {
  const timeless = text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')
    .replaceAll(/"(traceId|datasetVersion)":"[^"]*"/g, '"$1":"…"')
    .replaceAll(/"id":\d+/g, '"id":0')
  return isNew ? timeless.replaceAll(/\/\d+(?=["/])/g, '/0') : timeless
}
const ownHeaders = [
  'date',
  'x-request-id',
  'x-dry-run',
  'location',
  'x-data-version',
  'content-length',
]
const responseOf = ({ statusCode, headers, body }: Answer, isNew: boolean) => ({
  status: statusCode,
  headers: Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !ownHeaders.includes(name))
      // The version of the record, without the digest behind it.
      .map(([name, value]) => [name, name === 'etag' ? String(value).split('.')[0] : value]),
  ),
  body: alike(body, isNew),
})

const dryUrl = (url: string): string => `${url}${url.includes('?') ? '&' : '?'}dryRun=true`

/**
 * Makes a dry run and then the request itself. The dry run must change nothing, and have the same
 * response. Returns the response to the request.
 */
export const sendTwice = async (service: Tried, request: DryRequest): Promise<Answer> => {
  const { caller, method, url, body, headers, mayRepeat = false } = request
  const before = await databaseOf(service)
  const dry = await service.send(caller, method, dryUrl(url), body, headers)
  expect(await databaseOf(service)).toEqual(before)
  const real = await service.send(caller, method, url, body, headers)
  const isNew = method === 'POST'
  expect(responseOf(dry, isNew)).toEqual(responseOf(real, isNew))
  expect(dry.headers).toMatchObject({ 'x-dry-run': 'true' })
  expect(dry.headers).not.toHaveProperty('location')
  expect(real.headers).not.toHaveProperty('x-dry-run')
  if (real.statusCode < 300 && !mayRepeat) {
    expect(await databaseOf(service)).not.toEqual(before)
  }
  return real
}
