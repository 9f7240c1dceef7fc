/**
 * Statistics with `materialized`: a stored result is the current one of its version, as old as the
 * contract allows at most, and computed once for all nodes.
 */
import { category, defineEntity, defineSchema, EQUAL, integer, text } from 'corollary'
import { createTestService } from 'corollary/testing'
import { describe, expect, test } from 'vitest'
import { platformDatabase } from '../../support/database.js'
import { randomsFrom, seed } from '../../support/effort.js'
import { type Asked, byRegion, type Reply, statistics, useSales, valuesOf } from './use-sales.js'

const sales = useSales()
const { ask, age, run } = sales

const sale = `insert into sales (region, area_id, amount, day) values ('R1', 1, 7, '2026-02-01')`
/** Statements that computed a statistic since the last call, on all nodes. */
const computed = (): number =>
  sales.statements.flatMap((of) => of.splice(0)).filter((text) => text.includes('from "sales"'))
    .length
const stored = async (): Promise<number> =>
  Number(
    (await run('select count(*) from corollary.statistic where result is not null'))[0]!['count'],
  )
/** What is stored is of the present version, and new. */
const renewAll = async (): Promise<void> => {
  await run('truncate corollary.statistic')
  for (const statistic of statistics) await ask(statistic)
  computed()
}
/** Waits until all are so young that no request computes one, nor one that has begun to. */
const settled = () =>
  expect
    .poll(async () => {
      for (const statistic of statistics) await ask(statistic)
      return run(`select key from corollary.statistic
        where as_of < clock_timestamp() - interval '20 s' or claimed_until > clock_timestamp()`)
    })
    .toEqual([])
const current = (statistic: Asked): Promise<Reply> => ask(statistic, { resource: 'current' })

describe('a stored statistic', () => {
  test('is the current result of its version, after each of many writes', async () => {
    await renewAll()
    const values = new Map<string, object>()
    const next = randomsFrom(seed)
    const writes: readonly (() => string)[] = [
      () => sale,
      () => `update sales set amount = amount + ${next(9)} where id % 7 = ${next(7)}`,
      () => `update sales set region = 'R${next(6)}' where id % 5 = ${next(5)}`,
      () => `delete from sales where id % 50 = ${next(50)}`,
      () => `update areas set name = name || '${next(9)}' where id = ${1 + next(3)}`,
    ]
    let aged = 0
    for (let round = 0; round < 40; round++) {
      const [index, write] = [next(statistics.length), writes[next(writes.length)]!]
      const statistic = statistics[index]!
      for (const each of statistics) {
        const reply = await current(each)
        values.set(`${statistics.indexOf(each)} ${reply.version}`, valuesOf(reply))
      }
      const reply = await ask(statistic, { node: sales.nodes[round % 2]! })
      expect(valuesOf(reply), `round ${round}`).toEqual(values.get(`${index} ${reply.version}`))
      if (reply.age === undefined) expect(reply.version).toBe((await current(statistic)).version)
      else aged++
      if (round % 3 === 0) await age(`${next(40)} s`)
      if (round % 2 === 0) await run(write())
    }
    await settled()
    expect(aged).toBeGreaterThan(5)
  })

  test('is served without computing, and marked when the data has changed', async () => {
    await renewAll()
    const before = await ask(byRegion)
    expect(before.age).toBeUndefined()
    expect(before.data).not.toHaveProperty('asOf')
    await run(sale)
    await age('10 s')
    const after = await ask(byRegion, { node: sales.nodes[1]! })
    expect(valuesOf(after)).toEqual(valuesOf(before))
    expect(after.version).toBe(before.version)
    expect(after.age).toBeGreaterThanOrEqual(10)
    expect(after.age).toBeLessThanOrEqual(60)
    const isOld = `timestamptz '${after.data['asOf']}' < now() - interval '9 s'`
    expect(await run(`select ${isOld} as "isOld"`)).toEqual([{ isOld: true }])
    expect(computed()).toBe(0)
  })

  test('is never older than the contract says', async () => {
    await renewAll()
    await run(sale)
    await age('61 s')
    const reply = await ask(byRegion)
    expect(reply.age).toBeUndefined()
    expect(valuesOf(reply)).toEqual(valuesOf(await current(byRegion)))
  })

  test('of a time to come, after the clock was set back, is computed again', async () => {
    await renewAll()
    await run(sale)
    await age('-1 hour')
    const reply = await ask(byRegion)
    expect(reply.age).toBeUndefined()
    expect(valuesOf(reply)).toEqual(valuesOf(await current(byRegion)))
  })

  test('is current at any age while the data does not change', async () => {
    await renewAll()
    await age('1 day')
    expect((await ask(byRegion)).age).toBeUndefined()
    await settled()
    computed()
    // It was confirmed, so a change does not make it a day old.
    await run(sale)
    expect((await ask(byRegion)).age).toBeLessThan(60)
    expect(computed()).toBe(0)
  })

  test('is renewed behind the response after half of its age', async () => {
    await renewAll()
    await run(sale)
    await age('5 s')
    expect((await ask(byRegion)).age).toBeDefined()
    expect(computed()).toBe(0)
    await age('35 s')
    const aged = await ask(byRegion)
    expect(aged.age).toBeGreaterThanOrEqual(40)
    await expect.poll(async () => (await ask(byRegion)).age).toBeUndefined()
    expect(computed()).toBe(1)
  })

  test.for(['no-cache', 'max-age=0', 'max-age=5', 'no-transform, No-Cache'])(
    'is computed for a request with Cache-Control: %s',
    async (cacheControl) => {
      await renewAll()
      await run(sale)
      await age('10 s')
      const reply = await ask(byRegion, { cacheControl })
      expect(reply.age).toBeUndefined()
      expect(valuesOf(reply)).toEqual(valuesOf(await current(byRegion)))
      expect((await ask(byRegion, { cacheControl: 'max-age=30' })).age).toBeDefined()
    },
  )

  test('is not what a filter, a row rule or a field without it gets', async () => {
    await renewAll()
    const cases: readonly (() => Promise<Reply>)[] = [
      () => ask(byRegion, { filter: { region: 'R1' } }),
      () => ask(byRegion, { caller: 'clerk' }),
      () => ask(['group-by', { field: 'weekday' }]),
      () => current(byRegion),
    ]
    const before = await Promise.all(cases.map((send) => send()))
    await run(sale)
    for (const [index, send] of cases.entries()) {
      const reply = await send()
      expect(reply.age).toBeUndefined()
      expect(valuesOf(reply)).not.toEqual(valuesOf(before[index]!))
    }
    expect(await stored()).toBe(statistics.length)
  })

  test('has one entry for each body that means something else', async () => {
    await run('truncate corollary.statistic')
    const bodies = [
      { field: 'region' },
      { field: 'region', orderBy: 'value_desc' },
      { field: 'region', orderBy: 'KEY_ASC' },
      { field: 'region', metrics: [{ operation: 'COUNT', alias: 'n' }] },
      { field: 'region', limit: 2 },
      { field: 'area' },
    ]
    for (const body of bodies) await ask(['group-by', body])
    // An alias changes the names in the response, not the result.
    expect(await stored()).toBe(bodies.length - 2)
  })

  test('has the names of each request, and one entry for all of them', async () => {
    await run('truncate corollary.statistic')
    // Labels that look like names in the stored result.
    const odd = ['"m0":', ',"alias":"m1"', 'm0', '\\"m1":']
    for (const [at, region] of odd.entries()) {
      await run(`insert into sales (region, area_id, amount, day)
        values ('${region}', 1, ${at}, '2026-02-01')`)
    }
    const count = { operation: 'COUNT' }
    const sum = { operation: 'SUM', field: 'amount' }
    const requests = [
      [count, sum],
      [{ ...count, alias: 'm1' }, sum],
      [
        { ...count, alias: 'm1' },
        { ...sum, alias: 'm0' },
      ],
      [count, { ...sum, alias: '"m0":' }],
      ...Array.from({ length: 30 }, (_, n) => [count, { ...sum, alias: `a${n}` }]),
    ]
    for (const metrics of requests) {
      for (const endpoint of ['group-by', 'timeseries'] as const) {
        const body =
          endpoint === 'group-by'
            ? { field: 'region', metrics, totals: true }
            : { field: 'day', granularity: 'MONTH', metrics }
        const [reply, expected] = [await ask([endpoint, body]), await current([endpoint, body])]
        expect(valuesOf(reply)).toEqual(valuesOf(expected))
      }
    }
    expect(await stored()).toBe(2)
    await run(`delete from sales where region not like 'R%'`)
  })
})

describe('computing', () => {
  test('happens once for requests that arrive together on two nodes', async () => {
    await run('truncate corollary.statistic')
    computed()
    const replies = await sales.whileLocked(
      () => Promise.all([0, 1, 0, 1].map((node) => ask(byRegion, { node: sales.nodes[node]! }))),
      (waiting) => expect.poll(waiting).toBe(1),
    )
    expect(computed()).toBe(1)
    const expected = valuesOf(await current(byRegion))
    for (const reply of replies) expect(valuesOf(reply)).toEqual(expected)
  })

  test('goes on after the request that began it has timed out', async () => {
    const node = await sales.open({ 'platform.database.statement-timeout-ms': 100 })
    await run('truncate corollary.statistic')
    let reply: Promise<Reply>
    await sales.whileLocked(
      () => {
        reply = ask(byRegion, { node })
        return reply
      },
      async () => expect((await reply).status).toBe(504),
    )
    await expect.poll(stored).toBe(1)
  })

  test('waits for a node that has claimed it, and follows one that was killed', async () => {
    await renewAll()
    await run(sale)
    await age('61 s')
    await run(
      `update corollary.statistic set claimed_until = clock_timestamp() + interval '1 hour'`,
    )
    const waits = ask(byRegion)
    // The claim of a killed node ends by itself.
    await run(`update corollary.statistic set claimed_until = clock_timestamp()`)
    expect(valuesOf(await waits)).toEqual(valuesOf(await current(byRegion)))
    expect((await waits).age).toBeUndefined()
  })

  test('is left to requests where a node computes two statistics already', async () => {
    await run('truncate corollary.statistic')
    const requested = statistics.slice(0, 4)
    const replies = await sales.whileLocked(
      () => Promise.all(requested.map((each) => ask(each))),
      (waiting) => expect.poll(waiting).toBe(requested.length),
    )
    for (const [index, each] of requested.entries()) {
      expect(valuesOf(replies[index]!)).toEqual(valuesOf(await current(each)))
    }
    expect(await stored()).toBe(2)
  })

  test('keeps as many results as the setting allows, and those that were used last', async () => {
    const node = await sales.open({ 'platform.stats.materialized.max-results': 3 })
    await run('truncate corollary.statistic')
    for (const statistic of statistics) await ask(statistic, { node })
    expect(await stored()).toBe(3)
    expect((await ask(statistics.at(-1)!, { node })).age).toBeUndefined()
  })

  test('a service without stored results returns current ones', async () => {
    const node = await sales.open({ 'platform.stats.materialized.max-results': 0 })
    await renewAll()
    await run(sale)
    expect(valuesOf(await ask(byRegion, { node }))).toEqual(valuesOf(await current(byRegion)))
    expect((await ask(byRegion)).age).toBeDefined()
  })
})

test('a service that starts again finds what was stored', async () => {
  await renewAll()
  await run(sale)
  const node = await sales.open({})
  expect((await ask(byRegion, { node })).age).toBeDefined()
  expect(computed()).toBe(0)
})

test('a rule of rows within a tenant gets current results', async () => {
  const fresh = await platformDatabase()
  await fresh.client.query(`create table visits (id integer, firm text, kind text not null, primary key (firm, id));
    insert into visits select i, 'a', 'short' from generate_series(1, 3) i;
    insert into visits select i, 'b', 'short' from generate_series(1, 5) i`)
  const visits = defineEntity(
    'visits',
    { id: integer({ primaryKey: true }), firm: text(), kind: text() },
    {
      tenant: 'firm',
      rowAccess: {
        filter: { kind: EQUAL() },
        visibleTo: (caller) => (caller.has('visits:all') ? 'all' : { kind: 'short' }),
      },
    },
  )
  const service = await createTestService({
    resources: [
      defineSchema({ visits }).resource('visits', {
        ...{ key: 'tests.visits', response: { id: '.' }, filter: {}, defaultSort: ['id'] },
        stats: { kind: category({ materialized: { every: '24 h' } }) },
      }),
    ],
    callers: {
      ann: { tenant: 'a', authorities: ['visits:all'] },
      bob: { tenant: 'b', authorities: ['visits:all'] },
      clerk: { tenant: 'a' },
    },
    connection: fresh.connection,
  })
  const count = async (caller: string) => {
    const response = await service.app.inject({
      method: 'POST',
      url: '/api/tests/visits/stats/group-by',
      headers: { authorization: `Bearer ${caller}` },
      payload: { filter: {}, field: 'kind' },
    })
    return response.json().data.buckets[0].count
  }
  try {
    const counts = async () => [await count('ann'), await count('bob'), await count('clerk')]
    expect(await counts()).toEqual([3, 5, 3])
    await fresh.client.query(`delete from visits where id = 1`)
    expect(await counts()).toEqual([3, 5, 2])
  } finally {
    await service.close()
    await fresh.close()
  }
})
