/** Statistics of one large table, which a cluster computes on its shards at the same time. */
import type pg from 'pg'
import { emptyClusterDatabase } from '../../test/support/cluster.js'
import { fetchOnce } from '../load.js'
import { median } from '../measure.js'
import { print, showProgress } from '../progress.js'
import { type Cpu, cpuEach, openTarget, plainDatabase, sumOf, type Target } from './targets.js'

export interface LargeOptions {
  readonly rows: number
  readonly shards: readonly number[]
  /** Of each call. */
  readonly requests: number
}

/** @param n another number for each request, so that no result is cached */
type Call = (n: number) => { readonly route: string; readonly body: object }

const filter = (n: number) => ({ amountBetween: [n / 100, null] })
const metric = { operation: 'SUM', field: 'amount' }
const calls: Readonly<Record<string, Call>> = {
  'group-by': (n) => ({
    route: 'group-by',
    body: { filter: filter(n), field: 'region', metric },
  }),
  'time series': (n) => ({
    route: 'timeseries',
    body: { filter: filter(n), field: 'soldOn', granularity: 'MONTH', metric },
  }),
  histogram: (n) => ({
    route: 'distribution',
    body: { filter: filter(n), mode: 'HISTOGRAM', field: 'amount', bucketCount: 20 },
  }),
}

const fill = async (client: pg.Client, rows: number): Promise<void> => {
  await client.query(`create table sales (id bigint primary key, region varchar(20) not null,
    amount numeric(12,2) not null, sold_on date not null)`)
  await client.query(
    `insert into sales select i, 'region ' || i % 20, (i * 7919 % 1000000) / 100.0,
       date '2020-01-01' + (i % 2000)::integer from generate_series(1, $1::bigint) as i`,
    [rows],
  )
}

const openTargets = async ({ rows, shards }: LargeOptions): Promise<readonly Target[]> => {
  const targets: Target[] = []
  for (const parallel of [0, 2]) {
    showProgress(`${rows} rows of a plain database`)
    const plain = await plainDatabase()
    const { database } = plain.connection
    await fill(plain.client, rows)
    await plain.client.query(
      `alter database ${database} set max_parallel_workers_per_gather = ${parallel}`,
    )
    await plain.client.query('vacuum analyze')
    const name = `PostgreSQL, ${parallel} parallel workers`
    targets.push(await openTarget(name, 'sales', plain, false))
  }
  for (const count of shards) {
    showProgress(`${rows} rows of ${count} shards`)
    const database = await emptyClusterDatabase()
    await fill(database.client, rows)
    await database.client.query(`set citus.shard_count = ${count}`)
    await database.client.query("select create_distributed_table('sales', 'id')")
    await database.client.query('vacuum analyze')
    targets.push(await openTarget(`Citus, ${count} shards`, 'sales', database, true))
  }
  return targets
}

interface Sample {
  readonly ms: number
  readonly data: string
  readonly cpu: Cpu
}

const measure = async (target: Target, call: Call, n: number): Promise<Sample> => {
  const { route, body } = call(n)
  const before = target.cpu()
  const start = performance.now()
  const { status, text } = await fetchOnce(target.service.url, {
    ...{ method: 'POST', path: `/api/bench/sales/stats/${route}`, body: JSON.stringify(body) },
  })
  const ms = performance.now() - start
  if (status !== 200) throw new Error(`${route} of ${target.name}: ${status} ${text}`)
  const { data } = JSON.parse(text) as { data: unknown }
  return { ms, data: JSON.stringify(data), cpu: cpuEach(before, target.cpu(), 1) }
}

export const measureLarge = async (options: LargeOptions): Promise<void> => {
  const targets = await openTargets(options)
  try {
    print('\n| statistic | database | ms | CPU ms | ratio |')
    print('| --- | --- | --: | --: | --: |')
    for (const [name, call] of Object.entries(calls)) {
      showProgress(name)
      const samples = new Map<Target, Sample[]>(targets.map((target) => [target, []]))
      for (const target of targets) await measure(target, call, 0)
      for (let round = 1; round <= options.requests; round++) {
        const found: Sample[] = []
        for (const target of targets) {
          const sample = await measure(target, call, round)
          samples.get(target)!.push(sample)
          found.push(sample)
        }
        if (new Set(found.map(({ data }) => data)).size > 1)
          throw new Error(`${name}: the databases returned other values.`)
      }
      const timeOf = (found: readonly Sample[]) => median(found.map(({ ms }) => ms))
      const base = timeOf(samples.get(targets[0]!)!)
      for (const [target, found] of samples) {
        const cpu = median(found.map((sample) => sumOf(sample.cpu)))
        const ms = timeOf(found)
        const cells = [ms.toFixed(0), cpu.toFixed(0), (ms / base).toFixed(2)]
        print(`| ${name} | ${target.name} | ${cells.join(' | ')} |`)
      }
    }
  } finally {
    for (const target of targets) await target.close()
  }
}
