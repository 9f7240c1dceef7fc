/**
 * Statistics of one large tenant, whose rows are on one shard: with others on the shard, and after
 * it was isolated; each without and with parallel workers on the node.
 */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { clusterDatabase } from '../../test/support/cluster.js'
import type { FreshDatabase } from '../../test/support/database.js'
import { showProgress } from '../progress.js'
import { largeTenant, salesOfTenants } from '../servers/sales-contract.js'
import { compareStatistics, filteredCalls, storedCall } from './statistics.js'
import { openTarget, plainDatabase, type Target } from './targets.js'

export interface LargeTenantOptions {
  /** Number of rows of the large tenant. A hundred other tenants have as many together. */
  readonly rows: number
  /** Number of requests of each call. */
  readonly requests: number
}

const table = `create table sales (firm text not null, id bigint not null,
  region varchar(20) not null, amount numeric(12,2) not null, sold_on date not null,
  primary key (firm, id))`

const fill = (rows: number) => async (client: pg.Client) => {
  await client.query(table)
  await client.query(
    `insert into sales select case when i % 2 = 0 then '${largeTenant}' else 'firm ' || i % 200 end, i,
       'region ' || i / 2 % 20, (i * 7919 % 1000000) / 100.0, date '2020-01-01' + (i % 2000)::integer
     from generate_series(1, 2 * $1::bigint) as i`,
    [rows],
  )
}

/** A write of the tenant. */
const write = `update sales set region = region where firm = '${largeTenant}' and id = 2`

/** Citus takes settings of a role to its nodes, but not those of a session. */
const openWithRoles = async (
  name: string,
  database: FreshDatabase,
  isCluster: boolean,
): Promise<readonly Target[]> => {
  const { client, connection, close } = database
  await client.query('vacuum analyze')
  const targets: Target[] = []
  const roles: string[] = []
  for (const parallel of [0, 2]) {
    const user = `bench_${randomBytes(6).toString('hex')}`
    await client.query(`create role ${user} superuser login password '${connection.password}'`)
    await client.query(`alter role ${user} set max_parallel_workers_per_gather = ${parallel}`)
    roles.push(user)
    const closeAll = async () => {
      if (parallel !== 0) return
      for (const role of roles)
        await client.query(`drop owned by ${role} cascade; drop role ${role}`)
      await close()
    }
    const tenantDatabase = { client, connection: { ...connection, user }, close: closeAll }
    const title = `${name}, ${parallel} parallel workers`
    targets.push(await openTarget(title, 'tenant-sales', tenantDatabase, isCluster))
  }
  return targets
}

const isolate = `select isolate_tenant_to_new_shard('sales', '${largeTenant}', 'CASCADE', shard_transfer_mode => 'block_writes')`
/** As `corollary check` proposes it for larger rows. */
const cover = 'create index on sales (firm, amount) include (region, sold_on)'

const layouts: Readonly<Record<string, readonly string[]>> = {
  'a shard with others': [],
  'a shard of its own': [isolate],
  'a shard of its own with a covering index': [isolate, cover],
}

const openTargets = async ({ rows }: LargeTenantOptions): Promise<readonly Target[]> => {
  showProgress('rows of a plain database')
  const plain = await plainDatabase()
  await fill(rows)(plain.client)
  const targets = [...(await openWithRoles('PostgreSQL', plain, false))]
  for (const [name, steps] of Object.entries(layouts)) {
    showProgress(`rows of a cluster: ${name}`)
    const database = await clusterDatabase([salesOfTenants], fill(rows), 4)
    for (const step of steps) await database.client.query(step)
    targets.push(...(await openWithRoles(`Citus, ${name}`, database, true)))
  }
  return targets
}

export const measureLargeTenant = async (options: LargeTenantOptions): Promise<void> => {
  const targets = await openTargets(options)
  try {
    const calls = {
      ...filteredCalls,
      'stored group-by, after each of many writes': storedCall(write),
    }
    await compareStatistics(targets, calls, options.requests)
  } finally {
    // A database is closed with the first of its targets.
    for (const target of targets.toReversed()) await target.close()
  }
}
