/** What queries of one request read while others write, wait or fail. */
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Json, newEmployee, paths, usePeople } from '../use-people.js'
import { beforeStatement } from './before-statement.js'

const people = usePeople({
  'platform.database.statement-timeout-ms': 300,
  'platform.rate-limit.mode': 'memory',
  // A day, so that nothing becomes available again meanwhile.
  'platform.rate-limit.window-seconds': 86_400,
})
const { employees, skills } = paths

const ask = async (...queries: readonly object[]): Promise<Json> => {
  const answer = await people.send('POST', '/queries', { queries })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

afterEach(() => vi.restoreAllMocks())

const byStatus = (name: string) => ({
  name,
  path: `${employees}/stats/group-by`,
  body: { filter: {}, field: 'status' },
})
const list = { name: 'list', path: `${employees}/filter`, query: { size: 1 }, body: {} }

const rowsOf = ({ body }: Json): number =>
  body.data.totalElements ??
  body.data.buckets.reduce((sum: number, { count }: Json) => sum + count, 0)

describe('one snapshot', () => {
  test('a record that is written between two queries is in none of them', async () => {
    const { length: before } = await people.rows('select id from employees')
    beforeStatement(2, () => people.create(employees, newEmployee()))
    const { results, snapshot } = await ask(list, byStatus('first'), byStatus('second'))
    vi.restoreAllMocks()
    expect(Object.values(results).map(rowsOf)).toEqual([before, before, before])
    const later = await ask(byStatus('later'))
    expect(rowsOf(later.results.later)).toBe(before + 1)
    expect(later.snapshot > snapshot).toBe(true)
  })

  test('a cached result is used only if it is of the snapshot', async () => {
    const [stale] = [rowsOf((await ask(byStatus('stale'))).results.stale)]
    // The cache learns the newer result between the queries, which must not use it.
    beforeStatement(2, async () => {
      vi.restoreAllMocks()
      await people.create(employees, newEmployee())
      await people.send('POST', `${employees}/stats/group-by`, { filter: {}, field: 'status' })
    })
    const { results } = await ask(list, byStatus('counts'))
    expect(rowsOf(results.counts)).toBe(stale)
    expect(rowsOf(results.list)).toBe(stale)
  })

  test('a statement over its time limit fails alone', async () => {
    const blocker = new pg.Client(people.service.database.connection)
    await blocker.connect()
    try {
      await blocker.query('begin; lock table skills in access exclusive mode')
      const { results } = await ask(
        { name: 'blocked', path: `${skills}/filter`, body: {} },
        byStatus('counts'),
      )
      expect(results.blocked.status).toBe(504)
      expect(results.blocked.body.errors[0].code).toBe('QUERY_TIMEOUT')
      expect(results.counts.status).toBe(200)
    } finally {
      await blocker.end()
    }
  })

  test('each query costs what its route costs, and the request costs a document', async () => {
    const remaining = async (work: () => Promise<Json>): Promise<number> => {
      const { headers } = await work()
      return Number(/r=(\d+)/.exec(headers.ratelimit)?.[1])
    }
    const document = () => people.get('/schemas/service')
    const before = await remaining(document)
    const after = await remaining(() =>
      people.send('POST', '/queries', { queries: [list, byStatus('counts')] }),
    )
    // A document costs 1, a read 1, statistics 5.
    expect(before - after).toBe(1 + 1 + 5)
  })
})

describe('with one connection and a quota in the database', () => {
  const busy = usePeople({
    'platform.database.pool-size': 1,
    'platform.database.acquire-timeout-ms': 300,
    'platform.rate-limit.mode': 'database',
    'platform.rate-limit.fails-open': false,
    // Each statistic costs more than what a process leases at once.
    'platform.rate-limit.quota': 17,
    'platform.rate-limit.window-seconds': 86_400,
  })

  test('queries are charged, each for itself, although the snapshot has the connection', async () => {
    const queries = ['first', 'second', 'third', 'fourth'].map(byStatus)
    const answer = await busy.send('POST', '/queries', { queries })
    const { results } = answer.json()
    expect(Object.values<Json>(results).map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(results.fourth.body.errors[0].code).toBe('RATE_LIMITED')
    expect(answer.headers['ratelimit']).toMatch(/^"default";r=1;/)
  })
})
