/** Several requests that read, sent as one. */
import { describe, expect, test } from 'vitest'
import { createClient } from '../../src/client.js'
import { type People, refused, type resources, succeeded, useClient } from './use-client.js'

const setup = useClient()
const key = 'human-resources.employees'
const list = (read: Pick<People, 'resource'>) => read.resource(key).filter({}, { size: 1 })

describe('queries', () => {
  test('each result is that of its method', async () => {
    const { client } = setup
    const { data } = succeeded(
      await client.queries({
        list: (read) => read.resource(key).filter({ departmentId: 1 }, { size: 2, sort: 'id' }),
        byStatus: (read) => read.resource(key).stats.groupBy({ field: 'status' }),
        position: (read) => read.resource(key).locate(2),
        options: (read) => read.resource(key).options({}, { size: 1 }),
      }),
    )
    const { list, byStatus, position, options } = data.results
    const employees = client.resource(key)
    const single = succeeded(await employees.filter({ departmentId: 1 }, { size: 2, sort: 'id' }))
    expect(succeeded(list).data).toEqual(single.data)
    expect(succeeded(list).dataVersion).toBe(single.dataVersion)
    expect(single.dataVersion).toBeDefined()
    expect(succeeded(byStatus).data).toEqual(
      succeeded(await employees.stats.groupBy({ field: 'status' })).data,
    )
    expect(succeeded(position).data).toEqual(succeeded(await employees.locate(2)).data)
    expect(succeeded(options).data.content).toHaveLength(1)
    expect(Number.isNaN(Date.parse(data.snapshot))).toBe(false)
  })

  test('a query that fails has its error, and the others their data', async () => {
    const { data } = succeeded(
      await setup.client.queries({
        wrong: (read) => read.resource(key).filter({}, { size: 100_000 }),
        right: (read) => read.resource(key).filter({}, { size: 1 }),
      }),
    )
    expect(refused(data.results.wrong)).toMatchObject({ code: 'LIMIT_EXCEEDED', status: 422 })
    expect(succeeded(data.results.right).data.content).toHaveLength(1)
  })

  test('a function that sends something else is refused before anything is sent', async () => {
    const byIds = setup.client.queries({
      list: (read) => read.resource(key).optionsByIds([1]) as never,
    })
    await expect(byIds).rejects.toThrow('A query must send one POST that reads')
  })

  const wrong: readonly (readonly [
    string,
    (read: Pick<People, 'resource'>) => Promise<unknown>,
  ])[] = [
    ['exports', (read) => read.resource(key).export()],
    ['sends two requests', (read) => Promise.all([list(read), list(read)])],
    [
      'sends a second request later',
      async (read) => {
        await list(read)
        return list(read)
      },
    ],
    ['throws', async () => Promise.reject(new TypeError('A query must exist'))],
    ['counts otherwise', (read) => read.resource(key).filter({}, { count: 'none' })],
    ['has headers', (read) => read.resource(key).locate(1, {}, { headers: { Prefer: 'a' } })],
    [
      'has a signal',
      (read) => read.resource(key).locate(1, {}, { signal: new AbortController().signal }),
    ],
  ]
  test.each(wrong)(
    'a function that %s rejects the call, and no other promise',
    async (_, query) => {
      const rejected: unknown[] = []
      const listen = (reason: unknown) => rejected.push(reason)
      process.on('unhandledRejection', listen)
      try {
        const queries = { query: query as never, list }
        await expect(setup.client.queries(queries)).rejects.toThrow('A query must')
        await new Promise((resolve) => setImmediate(resolve))
      } finally {
        process.off('unhandledRejection', listen)
      }
      expect(rejected).toEqual([])
    },
  )
})

describe('a response that is not complete', () => {
  const page = { status: 'success', data: { content: [] } }
  const malformed: readonly (readonly [string, unknown])[] = [
    ['no result', undefined],
    ['a result that is null', null],
    ['a result without a status', { body: page }],
    ['a status that no response has', { status: 7, body: page }],
  ]
  test.each(malformed)(
    '%s is an error of the query, and the others have their data',
    async (_, second) => {
      const results = { first: { status: 200, body: page }, second }
      const { data } = succeeded(
        await createClient<typeof resources>({
          baseUrl: 'http://127.0.0.1',
          fetch: async () => Response.json({ snapshot: '2026-03-20T15:45:00.000Z', results }),
        }).queries({ first: list, second: list }),
      )
      expect(succeeded(data.results.first).data.content).toEqual([])
      const error = refused(data.results.second)
      expect(error.code).toBe('INVALID_RESPONSE')
      expect(error.message).toContain("'second'")
    },
  )
})
