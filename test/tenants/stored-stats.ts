/** Stored statistics of tenants: each has results of its own, in every shape of a request. */
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sender } from '../access/leaks/twins.js'
import { callers, type OpenDatabase, resources, type TenantCaller, useBureau } from './bureau.js'

/** The endpoint, and the body without its filter. */
type Asked = readonly [endpoint: string, body: object]

const otherOrders = ['VALUE_ASC', 'KEY_ASC', 'KEY_DESC', 'LABEL_ASC', 'LABEL_DESC']
const sum = { operation: 'SUM', field: 'net' }
const byDepartment: Asked = ['group-by', { field: 'department', metric: sum }]
const shapes: readonly Asked[] = [
  byDepartment,
  ['group-by', { field: 'department', metrics: [sum, { operation: 'MAX', field: 'gross' }] }],
  ['group-by', { field: 'department', limit: 1, totals: true }],
  ...otherOrders.map(
    (orderBy): Asked => ['group-by', { field: 'department', metric: sum, orderBy }],
  ),
  ...['DAY', 'WEEK', 'MONTH'].map(
    (granularity): Asked => ['timeseries', { field: 'period', granularity, metric: sum }],
  ),
  ['timeseries', { field: 'period', granularity: 'MONTH', from: '2025-01-01', to: '2026-12-31' }],
  ['timeseries', { field: 'period', granularity: 'MONTH', fillGaps: true }],
  ['distribution', { field: 'department', mode: 'TERMS' }],
  ['distribution', { field: 'net', mode: 'HISTOGRAM', bucketCount: 4 }],
  ['distribution', { field: 'gross', mode: 'HISTOGRAM', bucketSize: 5_000, bucketCount: 3 }],
  ['distribution', { field: 'period', mode: 'HISTOGRAM' }],
]

/** Other values and other labels of the same ids. */
const otherValues = `
  update payslips set net = net * 3, gross = gross * 3, period = period - 400
    where tenant_id = 'borealis';
  update departments set name = 'Kanarie ' || id where tenant_id = 'borealis';`

const inTenants = [
  ['aurora', 'aurora'],
  ['borealis', 'borealis'],
  ['newcomer', 'newcomer'],
  ['operator', 'aurora'],
  ['operator', 'borealis'],
  ['operator', 'cielo'],
] as const satisfies readonly (readonly [TenantCaller, string])[]
const tenants = new Set(inTenants.map(([, tenant]) => tenant))

interface Reply {
  readonly data: Record<string, unknown>
  readonly text: string
  /** Seconds; undefined: it is current. */
  readonly age: number | undefined
}

export interface StoredStatsOptions {
  readonly open?: OpenDatabase
  /** Whether writes of one tenant leave the versions of others as they are. */
  readonly hasVersionOfTenant: boolean
}

export const describeStoredStats = (name: string, options: StoredStatsOptions): void => {
  describe(name, () => {
    const { hasVersionOfTenant } = options
    const bureau = useBureau({
      open: options.open,
      changes: otherValues,
      settings: { 'platform.cache.max-bytes': 0 },
    })
    let small: TestService | undefined
    beforeAll(async () => {
      const settings = {
        'platform.auth.any-tenant-authority': 'bureau:operate',
        'platform.stats.materialized.max-results': 5,
      }
      const { connection } = bureau.database
      small = await createTestService({ resources, callers, settings, connection })
    })
    afterAll(() => small?.close())

    const ask = async (
      [endpoint, body]: Asked,
      caller: TenantCaller,
      { filter = {}, headers = {}, send = bureau.send } = {},
    ): Promise<Reply> => {
      const url = `/api/bureau/payslips/stats/${endpoint}`
      const answer = await send({ method: 'POST', url, headers, body: { filter, ...body } }, caller)
      expect(answer.statusCode, answer.body).toBe(200)
      const age = answer.headers['age']
      const { data } = answer.json()
      return { data, text: answer.body, age: age === undefined ? undefined : Number(age) }
    }
    /** A filter that matches all rows: such statistics are not stored. */
    const current = (statistic: Asked, caller: TenantCaller, headers = {}) =>
      ask(statistic, caller, { filter: { netBetween: [0, null] }, headers })
    const stored = () =>
      bureau.rows(
        'select tenant, count(*)::int as results from corollary.statistic where result is not null group by 1 order by 1',
      )
    const forget = () => bureau.rows('truncate corollary.statistic')

    test('no tenant gets a result of another one', async () => {
      await forget()
      for (const [index, statistic] of shapes.entries()) {
        for (const [caller, tenant] of index % 2 ? inTenants.toReversed() : inTenants) {
          const headers = caller === 'operator' ? { 'x-tenant': tenant } : {}
          const reply = await ask(statistic, caller, { headers })
          const expected = await current(statistic, caller, headers)
          expect(reply.data, `${tenant} ${JSON.stringify(statistic)}`).toEqual(expected.data)
          expect(reply.age).toBeUndefined()
          expect(reply.text.includes('Kanarie')).toBe(
            tenant === 'borealis' && expected.text.includes('Kanarie'),
          )
        }
      }
      // An operator gets the results of the tenant.
      expect(await stored()).toEqual(
        [...tenants].sort().map((tenant) => ({ tenant, results: shapes.length })),
      )
    })

    test('a write makes the results of its tenant older', async () => {
      await forget()
      const before = new Map<TenantCaller, Reply>()
      for (const caller of ['aurora', 'borealis'] as const)
        before.set(caller, await ask(byDepartment, caller))
      await bureau.rows("update payslips set net = net + 1 where tenant_id = 'borealis' and id = 1")
      for (const [caller, { data }] of before) {
        const { age, data: after } = await ask(byDepartment, caller)
        const { asOf: _, ...values } = after
        expect(values).toEqual(data)
        expect(age === undefined).toBe(hasVersionOfTenant && caller === 'aurora')
        const now = await ask(byDepartment, caller, { headers: { 'cache-control': 'no-cache' } })
        expect(now.data).toEqual((await current(byDepartment, caller)).data)
        expect(now.age).toBeUndefined()
      }
    })

    test('a result that is too old is computed again, for its tenant', async () => {
      await forget()
      for (const caller of ['aurora', 'borealis'] as const) await ask(byDepartment, caller)
      await bureau.rows("update payslips set net = net + 1 where tenant_id = 'borealis' and id = 1")
      await bureau.rows("update corollary.statistic set as_of = as_of - interval '11 min'")
      for (const caller of ['aurora', 'borealis'] as const) {
        const reply = await ask(byDepartment, caller)
        expect(reply.age).toBeUndefined()
        expect(reply.data).toEqual((await current(byDepartment, caller)).data)
      }
    })

    test('the tenant with the most results loses one first', async () => {
      await forget()
      const send = sender(small!)
      await ask(byDepartment, 'aurora', { send })
      for (const statistic of shapes.slice(0, 8)) await ask(statistic, 'borealis', { send })
      expect(await stored()).toEqual([
        { tenant: 'aurora', results: 1 },
        { tenant: 'borealis', results: 4 },
      ])
      await ask(shapes[1]!, 'aurora', { send })
      expect(await stored()).toEqual([
        { tenant: 'aurora', results: 2 },
        { tenant: 'borealis', results: 3 },
      ])
    })
  })
}
