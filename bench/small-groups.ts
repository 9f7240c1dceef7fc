/**
 * `npm run bench:small-groups -- --rows 300000`: groups of a statistic whose small groups are
 * withheld, beside the same groups for a caller who sees all of them, and beside SQL by hand with
 * the same rule. The three take turns; medians, and ratios to the SQL by hand.
 */
import { parseArgs } from 'node:util'
import { createTestService, startTestServer } from 'corollary/testing'
import pg from 'pg'
import { minimum, staffApi, staffCallers, staffTables } from '../test/support/small-groups.js'
import { median } from './measure.js'
import { print, showProgress } from './progress.js'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '300000' },
    rounds: { type: 'string', default: '40' },
  },
})

/** A few large groups, many of some hundred rows, and some of one or two. */
const fill = `insert into staff (batch, team, level, joined, pay)
  select i % 10, 'team ' || case when i <= 60 then 1000 + i / 2 when i % 3 = 0 then i % 7 else i % 900 end,
    i % 5, date '2020-01-01' + i % 1500, 2000 + i % 4001
  from generate_series(1, ${Number(values.rows)}) i;
analyze staff`

/** What an engineer would write: the groups, then those that are too small or hide another one. */
const byHand = (rule: boolean): string => `
with groups as (
  select team, count(*) as n, count(pay) as paid, avg(pay) as value from staff
  where batch = $1 group by team),
placed as (
  select *, row_number() over sizes as place, sum(n) over sizes - n as before,
    count(*) filter (where n < ${minimum}) over () as small
  from groups window sizes as (order by n, team rows unbounded preceding)),
decided as (
  select *, ${rule ? `n < ${minimum} or paid < ${minimum} or (small > 0 and (place <= 2 or before < ${minimum}))` : 'false'} as withheld
  from placed)
select team, case when not withheld then value end as value, case when not withheld then n end as n,
  withheld, count(*) over () as groups, sum(n) over () as total
from decided order by withheld, value desc nulls last, team limit 50`

const server = await startTestServer()
const client = new pg.Client(server.connection)
try {
  await client.connect()
  await client.query('set jit = off')
  showProgress('filling')
  await client.query(staffTables)
  await client.query(fill)
  const service = await createTestService({
    resources: [staffApi],
    connection: server.connection,
    callers: staffCallers,
    settings: { 'platform.cache.max-bytes': 0 },
  })
  try {
    const served = async (caller: string, batch: number): Promise<number> => {
      const response = await service.app.inject({
        ...{ method: 'POST', url: '/api/hr/staff/stats/group-by' },
        headers: { authorization: `Bearer ${caller}` },
        payload: {
          ...{ filter: { batch }, field: 'team', limit: 50 },
          metric: { operation: 'AVG', field: 'pay' },
        },
      })
      return response.json().data.buckets.length
    }
    const manual = async (rule: boolean, batch: number): Promise<number> =>
      (await client.query(byHand(rule), [batch])).rows.length
    const ways: Readonly<Record<string, (batch: number) => Promise<number>>> = {
      'by hand, withheld': (batch) => manual(true, batch),
      'service, withheld': (batch) => served('guest', batch),
      'by hand, all': (batch) => manual(false, batch),
      'service, all': (batch) => served('finance', batch),
    }
    const times = new Map(Object.keys(ways).map((name) => [name, [] as number[]]))
    const rounds = Number(values.rounds)
    for (let n = 0; n < rounds; n++) {
      for (const [name, run] of Object.entries(ways)) {
        const start = performance.now()
        if ((await run(n % 10)) !== 50) throw new Error(`${name}: not 50 groups`)
        if (n >= rounds / 5) times.get(name)!.push(performance.now() - start)
      }
    }
    const base = median(times.get('by hand, withheld')!)
    print(`| ${values.rows} rows, 50 of about 900 groups | ms | ratio |`)
    print('| --- | --: | --: |')
    for (const [name, all] of times) {
      print(`| ${name} | ${median(all).toFixed(1)} | ${(median(all) / base).toFixed(2)} |`)
    }
  } finally {
    await service.close()
  }
} finally {
  await client.end()
  await server.close()
}
