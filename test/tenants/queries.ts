/** Queries of one snapshot, sent by tenants. */
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { api, requests } from '../citus/requests.js'
import { beforeStatement } from '../http/queries/before-statement.js'
import type { Json } from '../http/use-people.js'
import { type OpenDatabase, type TenantCaller, useBureau } from './bureau.js'

const reading = /^(page|cursor|locate|option|group-by|time-series|histogram|terms)/
const queries = requests
  .filter(([name, { method }]) => method === 'POST' && reading.test(name))
  .map(([name, { url, body }]) => {
    const [path, parameters] = url.split('?')
    const query = Object.fromEntries(new URLSearchParams(parameters))
    return { name, path, query, body, url }
  })

const totalBy = (field: string) => ({
  ...{ name: field, path: `${api}/payslips/stats/group-by` },
  body: { filter: {}, field, metric: { operation: 'SUM', field: 'net' }, totals: true },
})

/** A body without its time, and without the random part of a cursor. */
const stable = ({ timestamp: _, ...body }: Json): Json =>
  body.data?.next ? { ...body, data: { ...body.data, next: 'a cursor' } } : body

export const describeQueries = (title: string, open?: OpenDatabase): void => {
  describe(title, () => {
    const settings = { 'platform.database.statement-timeout-ms': 2_000 }
    const bureau = useBureau({ open, settings })
    afterEach(() => vi.restoreAllMocks())

    const ask = async (caller: TenantCaller, ...sent: readonly object[]): Promise<Json> => {
      const request = { method: 'POST', url: '/queries', body: { queries: sent } } as const
      const answer = await bureau.send(request, caller)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json().results
    }

    test.each(['aurora', 'newcomer'] as const)(
      'each result is the response to the single request of %s',
      async (caller) => {
        const results = await ask(caller, ...queries.map(({ url: _, ...query }) => query))
        expect(queries.length).toBeGreaterThan(9)
        for (const { name, url, body } of queries) {
          const single = await bureau.send({ method: 'POST', url, body }, caller)
          const { status, body: found } = results[name]
          expect([status, stable(found)], name).toEqual([single.statusCode, stable(single.json())])
        }
      },
    )

    test('what is written between two queries is in none of them', async () => {
      const totals = async (): Promise<readonly number[]> =>
        Object.values<Json>(await ask('aurora', totalBy('state'), totalBy('department'))).map(
          ({ body }) => body.data.totals.value,
        )
      const [before, same] = await totals()
      expect(same).toBe(before)
      beforeStatement(2, () => {
        vi.restoreAllMocks()
        return bureau.rows("update payslips set net = net + 1 where tenant_id = 'aurora'")
      })
      expect(await totals()).toEqual([before, before])
      const [after] = await totals()
      expect(after).toBeGreaterThan(before!)
    })

    test('a statement over its time limit fails alone', async () => {
      const blocker = new pg.Client(bureau.database.connection)
      await blocker.connect()
      try {
        await blocker.query('begin')
        await blocker.query('lock table employees in access exclusive mode')
        const blocked = { name: 'blocked', path: `${api}/employees/filter`, body: {} }
        const results = await ask('aurora', totalBy('state'), blocked, {
          ...totalBy('state'),
          name: 'later',
        })
        expect([results.blocked.status, results.blocked.body.errors[0].code]).toEqual([
          ...[504, 'QUERY_TIMEOUT'],
        ])
        expect(results.later.body.data).toEqual(results.state.body.data)
      } finally {
        await blocker.end()
      }
    })
  })
}
