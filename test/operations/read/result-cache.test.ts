/**
 * Cached results: a service that caches responds as one that does not, whatever was written
 * before, and a response is never older than its request.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import people from '../../../examples/people/app.js'
import { messages } from '../../../examples/people/messages.js'
import { effort } from '../../support/effort.js'
import { type DatasetDatabase, datasetDatabase } from '../../versions/dataset-database.js'

let dataset: DatasetDatabase
let cached: TestService
let uncached: TestService
/** Statements of the service with the cache. */
const statements: string[] = []

beforeAll(async () => {
  dataset = await datasetDatabase()
  const { connection } = dataset.fresh
  const { resources } = people
  const now = () => new Date('2026-03-20T12:00:00.000Z')
  cached = await createTestService({
    resources,
    messages,
    connection,
    now,
    onStatement: ({ text }) => statements.push(text),
  })
  const settings = { 'platform.cache.max-bytes': 0, 'platform.pagination.total-cache.max-bytes': 0 }
  uncached = await createTestService({ resources, messages, connection, settings, now })
})
afterAll(async () => {
  await cached.close()
  await uncached.close()
  await dataset.close()
})

const url = '/api/human-resources/employees'
const run = (sql: string) => dataset.fresh.client.query(sql)
const ask = async ({ app }: TestService, [path, payload]: Request, language = 'en') => {
  const headers = { 'accept-language': language }
  const response = await app.inject({ method: 'POST', url: url + path, payload, headers })
  expect(response.statusCode, response.body).toBe(200)
  return { body: response.json(), version: response.headers['x-data-version'] }
}

type Request = readonly [path: string, payload: object]

const requests: readonly Request[] = [
  ['/filter?size=3&sort=salary,desc', { departmentName: 'e' }],
  ['/filter?size=2&page=1&includeIds=4', { skillCountOver: 2 }],
  ['/options/filter?size=3', { search: 'a' }],
  ['/option-sources/managers/options/filter', { filter: { departmentId: 2 } }],
  ['/option-sources/departments/options/filter?size=3', {}],
  ['/option-sources/ratings/options/filter', {}],
  ['/stats/group-by', { filter: {}, field: 'department', metric: { operation: 'COUNT' } }],
  [
    '/stats/timeseries',
    { filter: { remote: true }, field: 'hiredOn', granularity: 'MONTH', fillGaps: true },
  ],
  ['/stats/distribution', { filter: {}, field: 'salary', mode: 'HISTOGRAM', bucketCount: 7 }],
  ['/stats/distribution', { filter: {}, field: 'status', mode: 'TERMS' }],
]

const id = (round: number) => 1 + ((round * 37) % 100)
const writes: readonly ((round: number) => string)[] = [
  (round) => `update employees set salary = salary + 1 where id = ${id(round)}`,
  (round) => `update employees set remote = not remote where id = ${id(round)}`,
  (round) => `update employees set hired_on = hired_on + 1 where id = ${id(round)}`,
  (round) => `update employees set department_id = 1 + id % 4 where id = ${id(round)}`,
  (round) => `update departments set name = name || 'e' where id = ${1 + (round % 4)}`,
  (round) => `delete from employee_skills where employee_id = ${id(round)}`,
  () => `begin; update employees set salary = 0; rollback`,
]

describe('a service that caches results', () => {
  test('responds as one that does not, after each of many writes', async () => {
    for (let round = 0; round < effort(28, 120); round++) {
      if (round % 2 === 1) await run(writes[round % writes.length]!(round))
      if (round % 9 === 0) await dataset.fold()
      for (const request of requests) {
        const { body, version } = await ask(cached, request)
        const expected = await ask(uncached, request)
        const where = `round ${round}: ${request[0]}`
        expect({ ...body, timestamp: 0 }, where).toEqual({ ...expected.body, timestamp: 0 })
        expect(version, where).toBe(expected.version)
      }
    }
  })

  test.for(requests.filter(([path]) => !path.startsWith('/filter')))(
    'reads only the version for a repeated %s',
    async (request) => {
      // The first page counts, the second one uses the counted total.
      for (let time = 0; time < 2; time++) await ask(cached, request)
      statements.length = 0
      await ask(cached, request)
      expect(statements).toHaveLength(1)
      expect(statements[0]).toMatch(/^\s*select \(\s*select sum\(d\.weight/)
    },
  )

  test('reads a repeated page of records again', async () => {
    const request = requests[0]!
    await ask(cached, request)
    statements.length = 0
    await ask(cached, request)
    expect(statements).toHaveLength(1)
    expect(statements[0]).toContain('page.ordinal')
  })

  test('sends labels in the language of each request', async () => {
    const request: Request = ['/stats/distribution', { filter: {}, field: 'status', mode: 'TERMS' }]
    const labelsIn = async (language: string) =>
      (await ask(cached, request, language)).body.data.buckets.map(
        ({ label }: { label: string }) => label,
      )
    const english = await labelsIn('en')
    const portuguese = await labelsIn('pt')
    expect(english).toContain('Active')
    expect(portuguese).toContain('Ativo')
    expect([await labelsIn('en'), await labelsIn('pt')]).toEqual([english, portuguese])
  })

  test('runs equal concurrent requests once', async () => {
    const request: Request = ['/stats/group-by', { filter: { salaryAtLeast: 17 }, field: 'status' }]
    statements.length = 0
    const found = await Promise.all(Array.from({ length: 12 }, () => ask(cached, request)))
    expect(new Set(found.map(({ body }) => JSON.stringify(body.data))).size).toBe(1)
    const count = () => statements.filter((text) => text.includes('grouped')).length
    expect(count()).toBe(1)
    await run(`update employees set salary = salary + 1 where id = 1`)
    await Promise.all(Array.from({ length: 12 }, () => ask(cached, request)))
    expect(count(), 'after a write').toBe(2)
  })

  test('never responds with data older than the request, while others write', async () => {
    // Each committed write raises the sum; a reader must see at least what was committed before.
    const request: Request = [
      '/stats/group-by',
      {
        filter: { code: 'E000007' },
        field: 'status',
        metric: { operation: 'SUM', field: 'salary' },
      },
    ]
    await run(`update employees set salary = 1 where code = 'E000007'`)
    let committed = 1
    let reads = 0
    let isOver = false
    const writer = (async () => {
      for (let value = 2; !isOver; value++) {
        await run(`update employees set salary = ${value} where code = 'E000007'`)
        committed = value
        // Some versions live long enough for readers to share them.
        const enough = value % 5 === 0 ? reads + 8 : 0
        while (reads < enough && !isOver) await nextTurn()
      }
    })()
    const reader = async () => {
      for (let count = 0; count < 100; count++) {
        const before = committed
        const { body } = await ask(cached, request)
        reads++
        expect(body.data.buckets[0].value).toBeGreaterThanOrEqual(before)
      }
    }
    await Promise.all([reader(), reader(), reader(), reader()])
    isOver = true
    await writer
    expect(committed).toBeGreaterThan(10)
  })
})
