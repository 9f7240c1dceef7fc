import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isOutdated } from './data-versions.js'
import type { ResourceEntry } from './discovery.js'
import { actAs } from './identity.js'
import { countAsContract, countRecords, readStats } from './records.js'

interface Sent {
  readonly path: string
  readonly body: { readonly queries?: readonly { readonly name: string }[] }
  readonly signal: AbortSignal | undefined
  readonly prefer: string | null
}

const sent: Sent[] = []
/** The limits in the description of the service; undefined for a service without a description. */
let limits: object | undefined
/** Results of queries by their names, instead of the usual ones. */
const results = new Map<string, unknown>()

const page = { status: 'success', data: { content: [], totalElements: 7 } }
const statistic = { status: 'success', data: { buckets: [] } }
const failure = { status: 'failure', errors: [{ code: 'QUERY_TIMEOUT', message: 'Too slow.' }] }

const bodyOf = (path: string): unknown => (path.endsWith('/filter') ? page : statistic)

const respond = (path: string, body: Sent['body'] | undefined): Response => {
  if (path === '/schemas/service') {
    return limits ? Response.json({ limits }) : Response.json({}, { status: 404 })
  }
  if (path !== '/queries') return Response.json(bodyOf(path))
  const queries = body!.queries as readonly { name: string; path: string }[]
  return Response.json({
    snapshot: '2026-03-20T15:45:00.000Z',
    results: Object.fromEntries(
      queries.map(({ name, path: inner }) => [
        name,
        results.get(name) ?? { status: 200, body: bodyOf(inner), dataVersion: 'v2' },
      ]),
    ),
  })
}

let callers = 0
beforeEach(() => {
  sent.length = 0
  results.clear()
  limits = { queries: 3 }
  // The description of a service is read once for a caller.
  actAs(`caller ${callers++}`)
  vi.stubGlobal('fetch', async (url: string, init: RequestInit & { body?: string }) => {
    const path = url.split('?')[0]!
    const body = init.body === undefined ? undefined : JSON.parse(init.body)
    if (path !== '/schemas/service') {
      const prefer = new Headers(init.headers).get('prefer')
      sent.push({ path, body, signal: init.signal ?? undefined, prefer })
    }
    return respond(path, body)
  })
})
afterEach(() => actAs(undefined))

const orders = { resourcePath: '/api/orders' } as ResourceEntry

const readAll = (count: number, signals: readonly AbortSignal[] = []) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      readStats(orders, 'group-by', { field: `f${index}` }, signals[index]),
    ),
  )

const paths = () => sent.map(({ path, body }) => [path, body.queries?.length])

test('requests of one moment are sent as one', async () => {
  const [count, stats] = await Promise.all([countRecords(orders, {}), readAll(2)])
  expect(paths()).toEqual([['/queries', 3]])
  expect(count).toMatchObject({ ok: true, data: 7, dataVersion: 'v2' })
  expect(stats).toMatchObject([{ ok: true }, { ok: true }])
})

test('counts of the kind that the contract chose are sent apart from exact ones', async () => {
  await Promise.all([
    countAsContract(orders, {}),
    countRecords(orders, {}),
    readAll(1),
    countAsContract(orders, { q: 'a' }),
  ])
  expect(sent.map(({ path, prefer }) => [path, prefer])).toEqual([
    ['/queries', 'count=exact'],
    ['/queries', null],
  ])
})

test('more requests than the service allows are sent in parts', async () => {
  await readAll(7)
  expect(sent.map(({ body }) => body.queries?.length ?? 1).toSorted()).toEqual([1, 3, 3])
})

test('a single request is sent by itself', async () => {
  expect(await readAll(1)).toMatchObject([{ ok: true }])
  expect(paths()).toEqual([['/api/orders/stats/group-by', undefined]])
})

test.each([
  ['without a limit of queries', {}],
  ['without a description', undefined],
])('a service %s gets each request by itself', async (_, described) => {
  limits = described
  expect(await readAll(2)).toMatchObject([{ ok: true }, { ok: true }])
  expect(paths()).toEqual(Array(2).fill(['/api/orders/stats/group-by', undefined]))
})

test('a query that fails has its error, and the others their data', async () => {
  results.set('query2', { status: 504, body: failure })
  expect(await readAll(3)).toMatchObject([
    { ok: true },
    { ok: false, error: { code: 'QUERY_TIMEOUT', status: 504 } },
    { ok: true },
  ])
})

test('the request is aborted when nothing waits for any of its queries', async () => {
  const controllers = [new AbortController(), new AbortController()]
  const reading = readAll(
    2,
    controllers.map(({ signal }) => signal),
  )
  await expect.poll(() => sent.length).toBe(1)
  const isAborted = () => sent[0]!.signal!.aborted
  controllers[0]!.abort()
  expect(isAborted()).toBe(false)
  controllers[1]!.abort()
  expect(isAborted()).toBe(true)
  await reading
})

test('the versions of results say which other data is older', async () => {
  expect(isOutdated(orders, 'v1')).toBe(false)
  await readAll(2)
  expect(isOutdated(orders, 'v1')).toBe(true)
  expect(isOutdated(orders, 'v2')).toBe(false)
})
