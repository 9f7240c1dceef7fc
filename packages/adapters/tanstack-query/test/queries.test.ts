/** Queries, mutations and invalidation with a real QueryClient and a real service. */
import {
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  QueryObserver,
} from '@tanstack/query-core'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { type CorollaryError, createClient, type Fetch } from 'corollary/client'
import { afterEach, beforeEach, describe, expect, expectTypeOf, test } from 'vitest'
import { newEmployee, type resources, useClient } from '../../../../test/client/use-client.js'
import { queriesOf, type Read, type ReadQuery } from '../src/index.js'

const people = useClient()
let cache: QueryClient
/** Ends what a test has started. */
let ending: AbortController
/** Requests of the test: method, path and status. */
let sent: string[]
/** Statuses that the next requests get after the service has executed them; 0: none at all. */
let brokenStatuses: number[]

beforeEach(() => {
  cache = new QueryClient()
  ending = new AbortController()
  sent = []
  brokenStatuses = []
})
afterEach(() => {
  ending.abort()
  cache.clear()
})

const recordingFetch: Fetch = async (url, init) => {
  const response = await fetch(url, init)
  const status = brokenStatuses.shift() ?? response.status
  sent.push(
    `${init.method} ${new URL(url).pathname.replace('/api/human-resources/', '')} ${status}`,
  )
  if (status === 0) throw new TypeError('The connection broke.')
  return status === response.status ? response : new Response('', { status })
}
const clientOf = () =>
  createClient<typeof resources>({ baseUrl: people.baseUrl, fetch: recordingFetch })
const employeesOf = () => queriesOf(clientOf(), 'human-resources.employees')
const departmentsOf = () => queriesOf(clientOf(), 'human-resources.departments')

/** Keeps a query on the screen until the end of the test. */
const show = <D>(query: ReadQuery<D>) => {
  const observer = new QueryObserver<Read<D>, CorollaryError>(cache, query)
  ending.signal.addEventListener(
    'abort',
    observer.subscribe(() => undefined),
  )
  return observer
}

describe('keys', () => {
  test('keys of a resource are hierarchical, and those of equal requests are equal', () => {
    const employees = employeesOf()
    expect(employees.get(7).queryKey).toEqual([
      ...['corollary', 'human-resources.employees', 'record', 7, 'get'],
    ])
    expect(employees.capabilities(7).queryKey.slice(0, 4)).toEqual(employees.recordKey(7))
    expect(employees.filter().queryKey).toEqual(employees.filter({}, {}).queryKey)
    const another = queriesOf(clientOf(), 'human-resources.employees', { prefix: ['tenant', 'a'] })
    expect(another.key).toEqual(['tenant', 'a', 'human-resources.employees'])
  })

  test('data of a key has the type of its query', async () => {
    const employees = employeesOf()
    const query = employees.get(1)
    const { data, etag } = await cache.fetchQuery(query)
    expectTypeOf(data.fullName).toEqualTypeOf<string>()
    const cached = cache.getQueryData(query.queryKey)
    expectTypeOf(cached!.data).toEqualTypeOf<typeof data>()
    expect(cached).toMatchObject({ data: { id: 1 }, etag })
  })

  test('React hooks take the options as they are', () => {
    const Screen = () => {
      const employees = employeesOf()
      const page = useQuery({ ...employees.filter(), select: ({ data }) => data.content })
      expectTypeOf(page.data![0]!.id).toEqualTypeOf<number>()
      expectTypeOf(page.error).toEqualTypeOf<CorollaryError | null>()
      const rows = useInfiniteQuery(employees.cursor())
      expectTypeOf(rows.data!.pages[0]!.data.content[0]!.id).toEqualTypeOf<number>()
      const raise = useMutation(employees.intent('compensation'))
      expectTypeOf(raise.variables!.body.salary).toExtend<unknown>()
      // @ts-expect-error Monthly costs are read-only.
      queriesOf(clientOf(), 'payroll.monthly-costs').create()
    }
    expect(Screen).toBeTypeOf('function')
  })
})

describe('queries', () => {
  test('every read of the client is a query', async () => {
    const employees = employeesOf()
    const filter = { departmentId: 1 }
    const [first] = (await cache.fetchQuery(employees.filter(filter, { size: 2 }))).data.content
    const id = first!.id
    const reads = await Promise.all([
      cache.fetchQuery(employees.byIds([id])),
      cache.fetchQuery(employees.locate(id, filter)),
      cache.fetchQuery(employees.options(filter, { search: 'a' })),
      cache.fetchQuery(employees.optionsByIds([id])),
      cache.fetchQuery(employees.optionSource('departments', { search: 'e' })),
      cache.fetchQuery(employees.optionSourceByIds('departments', [1])),
      cache.fetchQuery(employees.groupBy({ field: 'status', filter })),
      cache.fetchQuery(employees.timeSeries({ field: 'hiredOn', granularity: 'MONTH', filter })),
      cache.fetchQuery(employees.distribution({ field: 'status', mode: 'TERMS' })),
      cache.fetchQuery(employees.capabilities(id)),
      cache.fetchQuery(departmentsOf().all()),
    ])
    expect(reads[0].data[0]!.id).toBe(id)
    expect(reads[1].data).toEqual({ position: 0, page: 0 })
    expect(reads[3].data[0]!.label).toBe(first!.fullName)
    expect(reads[6].data.buckets.length).toBeGreaterThan(0)
    expect(reads[9].data.resourceId).toBe(id)
  })

  test('a refetch of a record that did not change transfers no data', async () => {
    const query = employeesOf().get(2)
    const first = await cache.fetchQuery(query)
    expect(await cache.fetchQuery(query)).toEqual(first)
    expect(sent).toEqual(['GET employees/2 200', 'GET employees/2 304'])
  })

  test('an infinite query reads a set by cursors', async () => {
    const query = {
      ...employeesOf().cursor({ departmentId: 1 }, { size: 5, sort: 'id' }),
      pages: 3,
    }
    const { pages } = await cache.fetchInfiniteQuery(query)
    const ids = pages.flatMap(({ data }) => data.content.map(({ id }) => id))
    expect(new Set(ids).size).toBe(15)
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
    const observer = new InfiniteQueryObserver(cache, {
      ...query,
      staleTime: Number.POSITIVE_INFINITY,
    })
    ending.signal.addEventListener(
      'abort',
      observer.subscribe(() => undefined),
    )
    const { data } = await observer.fetchNextPage()
    expect(data!.pages).toHaveLength(4)
    expect(data!.pages[3]!.data.content[0]!.id).toBeGreaterThan(ids[14]!)
  })

  test('errors that every attempt would have are not retried, temporary ones are', async () => {
    const employees = employeesOf()
    await expect(
      cache.fetchQuery({ ...employees.get(0), retry: employees.get(0).retry }),
    ).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' })
    expect(sent).toEqual(['GET employees/0 404'])
    brokenStatuses = [503]
    const { retry } = employees.get(1)
    await cache.fetchQuery({ ...employees.get(1), retry, retryDelay: 0 })
    expect(sent.slice(1)).toEqual(['GET employees/1 503', 'GET employees/1 200'])
  })
})

describe('mutations', () => {
  test('a write makes the queries of its resource stale, and others that it names', async () => {
    const [employees, departments] = [employeesOf(), departmentsOf()]
    const queries = [
      employees.filter(),
      employees.groupBy({ field: 'status' }),
      departments.all(),
    ] as const
    await cache.prefetchQuery(queries[0])
    await cache.prefetchQuery(queries[1])
    await cache.prefetchQuery(queries[2])
    const staleOnes = () =>
      queries.map(({ queryKey }) => cache.getQueryState(queryKey)!.isInvalidated)
    const check = new MutationObserver(cache, employees.create())
    await check.mutate({ body: newEmployee(), dryRun: true })
    expect(staleOnes()).toEqual([false, false, false])
    const { data, status } = await check.mutate({ body: newEmployee() })
    expect([status, data.departmentId]).toEqual([201, 2])
    expect(staleOnes()).toEqual([true, true, false])
    const settings = { invalidates: [departments.key] }
    const remove = new MutationObserver(cache, employees.intent('compensation', settings))
    await remove.mutate({ id: data.id, body: { salary: '1234.00' } })
    expect(staleOnes()).toEqual([true, true, true])
  })

  test('a conflict is an error, and makes what is shown stale', async () => {
    const employees = employeesOf()
    const query = employees.get(3)
    const { etag } = await cache.fetchQuery(query)
    const raise = new MutationObserver(cache, employees.intent('compensation'))
    await raise.mutate({ id: 3, body: { salary: '2000.00' }, ifMatch: etag })
    await cache.fetchQuery(query)
    const stale = raise.mutate({ id: 3, body: { salary: '2100.00' }, ifMatch: etag })
    await expect(stale).rejects.toMatchObject({ code: 'STALE_RESOURCE_VERSION' })
    expect(cache.getQueryState(query.queryKey)!.isInvalidated).toBe(true)
  })

  test('a write that may have been executed although it failed makes what is shown stale', async () => {
    const employees = employeesOf()
    const query = employees.get(4)
    const isStale = () => cache.getQueryState(query.queryKey)!.isInvalidated
    const write = async (salary: string, statuses: number[], settings = {}) => {
      await cache.fetchQuery(query)
      brokenStatuses = statuses
      const raise = new MutationObserver(cache, {
        ...employees.intent('compensation'),
        retry: false,
      })
      return raise.mutate({ id: 4, body: { salary }, ...settings }).then(
        () => 'written',
        ({ code }: CorollaryError) => [code, isStale()],
      )
    }
    expect(await write('2300.00', [0])).toEqual(['NETWORK_ERROR', true])
    expect(await write('2301.00', [0], { dryRun: true })).toEqual(['NETWORK_ERROR', false])
    expect(await write('2302.00', [504])).toEqual(['INVALID_RESPONSE', true])
    expect((await cache.fetchQuery(query)).data.salary).toBe(2302)
    expect(await write('-1', [])).toEqual(['VALIDATION_FAILED', false])
  })

  test('a create whose response was lost is retried with the same idempotency key', async () => {
    const employees = employeesOf()
    const body = newEmployee()
    const create = new MutationObserver(cache, { ...employees.create(), retryDelay: 0 })
    brokenStatuses = [503]
    const { isReplay } = await create.mutate({ body })
    expect(isReplay).toBe(true)
    expect(sent).toEqual(['POST employees 503', 'POST employees 201'])
    const { data } = await cache.fetchQuery(employees.filter({ code: body.code }))
    expect(data.totalElements).toBe(1)
    await expect(create.mutate({ body })).rejects.toMatchObject({ status: 409 })
  })
})

describe('invalidation', () => {
  test('a response with another dataset version makes older queries refetch, once', async () => {
    const employees = employeesOf()
    ending.signal.addEventListener('abort', employees.followVersions(cache))
    const list = show(employees.filter({}, { size: 1 }))
    const counts = show(employees.groupBy({ field: 'status' }))
    await expect.poll(() => counts.getCurrentResult().isSuccess).toBe(true)
    await expect.poll(() => list.getCurrentResult().isSuccess).toBe(true)
    await people.client.resource('human-resources.employees').create(newEmployee())
    sent = []
    const { dataVersion } = await cache.fetchQuery(employees.get(5))
    const versions = () =>
      [list, counts].map((observer) => observer.getCurrentResult().data!.dataVersion)
    await expect.poll(versions).toEqual([dataVersion, dataVersion])
    expect(sent.sort()).toEqual([
      'GET employees/5 200',
      'POST employees/filter 200',
      'POST employees/stats/group-by 200',
    ])
    await employees.invalidateOtherVersions(cache, dataVersion!)
    expect(sent).toHaveLength(3)
    await employees.invalidateOtherVersions(cache, 'another')
    expect(sent).toHaveLength(5)
  })

  test('the stream of changes refetches lists, and the records that changed', async () => {
    const employees = employeesOf()
    const notices: string[] = []
    const list = show(employees.filter({ code: 'E-00001' }))
    const [changed, other] = [show(employees.get(1)), show(employees.get(2))]
    const results = () => [list, changed, other].map((observer) => observer.getCurrentResult())
    await expect.poll(() => results().every(({ isSuccess }) => isSuccess)).toBe(true)
    const following = employees.followChanges(cache, {
      signal: ending.signal,
      intervalMs: 1,
      onNotice: ({ type }) => notices.push(type),
    })
    await expect.poll(() => notices).toEqual(['ready'])
    await expect.poll(() => sent.filter((request) => request.endsWith('2 304'))).toHaveLength(1)
    const client = people.client.resource('human-resources.employees')
    await client.intent(1, 'compensation', { salary: '3210.00' })
    await expect.poll(() => changed.getCurrentResult().data!.data).toMatchObject({ salary: 3210 })
    expect(notices).toEqual(['ready', 'change'])
    expect(sent.filter((request) => request.startsWith('GET employees/2'))).toHaveLength(2)
    expect(sent.filter((request) => request.startsWith('POST')).length).toBeGreaterThan(2)
    ending.abort()
    await following
  })
})
