/** Statistics of one large table, which a cluster computes on its shards at the same time. */
import type pg from 'pg'
import { emptyClusterDatabase } from '../../test/support/cluster.js'
import { showProgress } from '../progress.js'
import { compareStatistics, filteredCalls } from './statistics.js'
import { openTarget, plainDatabase, type Target } from './targets.js'

export interface LargeOptions {
  readonly rows: number
  readonly shards: readonly number[]
  /** Number of requests of each call. */
  readonly requests: number
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

export const measureLarge = async (options: LargeOptions): Promise<void> => {
  const targets = await openTargets(options)
  try {
    await compareStatistics(targets, filteredCalls, options.requests)
  } finally {
    for (const target of targets) await target.close()
  }
}
