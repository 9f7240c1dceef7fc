/** What the command line says of a cluster, until nothing is missing. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createTables } from '../../examples/bureau/database/seed.js'
import { endEverything, runNode } from '../server/nodes.js'
import { emptyClusterDatabase, hasCluster } from '../support/cluster.js'
import { databaseUrl, type FreshDatabase } from '../support/database.js'

describe.runIf(hasCluster)('commands on a cluster', () => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await emptyClusterDatabase()
    await createTables(database.client)
    await database.client.query('set citus.shard_count = 2')
  })
  afterAll(async () => {
    await endEverything()
    await database?.close()
  })

  const run = (...args: readonly string[]) =>
    runNode([...args, '--app', join(inject('builtPackage'), 'examples/bureau/app.js')], {
      DATABASE_URL: databaseUrl(database.connection),
    })

  /** Runs what `migrate` prints, without the migrations. */
  const runPrinted = async (): Promise<readonly string[]> => {
    const { code, stdout, stderr } = await run('migrate', '--print')
    expect([code, stderr]).toEqual([0, ''])
    const at = stdout.indexOf('-- For the nodes')
    const statements = at === -1 ? [] : stdout.slice(at).trim().split('\n')
    for (const statement of statements) await database.client.query(statement)
    return statements
  }

  test('migrate prints what a cluster needs, in two steps', async () => {
    expect(await runPrinted()).toContain("SELECT create_reference_table('public.currencies');")
    expect(
      (await runNode(['migrate'], { DATABASE_URL: databaseUrl(database.connection) })).code,
    ).toBe(0)
    expect(await runPrinted()).toContain(
      "select create_distributed_table('corollary.tenant_outbox', 'tenant', colocate_with => 'public.departments');",
    )
    expect((await run('migrate', '--print')).stdout).toBe('-- nothing to do\n')
  })

  test('check names the lock timeout that nodes do not know', async () => {
    const { user, database: name } = database.connection
    const sql = `ALTER ROLE ${user} IN DATABASE ${name} SET lock_timeout = '5000ms';`
    expect((await run('check')).stdout).toContain(sql)
    await database.client.query(sql)
    expect((await run('check')).stdout).not.toContain('ALTER ROLE')
  })
})
