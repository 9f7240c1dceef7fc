/**
 * Recorded changes on a cluster: each commits with its row on one node, and is moved to the table
 * of changes by who reads it. With CITUS_CRASHES=true processes of all nodes are killed meanwhile:
 * other databases of the cluster are disturbed.
 */
import { createTestService, type TestService } from 'corollary/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTables } from '../../examples/bureau/database/seed.js'
import { readClusterTables } from '../../src/database/engines/citus/platform-tables.js'
import type { Twin } from '../access/leaks/twins.js'
import { clusterDatabase, hasCluster, type Node, workersOf } from '../support/cluster.js'
import { callers, resources, startBureau, type TenantCaller } from '../tenants/bureau.js'
import { type Receiver, secretOf, startReceiver, until } from '../webhooks/receiver.js'
import { bureauOnCluster } from './bureau-on-cluster.js'
import { historyOf, raise, streamReader, type Written } from './changes.js'

const crashes = process.env['CITUS_CRASHES'] === 'true'
const minute = 60_000

describe.runIf(hasCluster)('changes on a cluster', () => {
  let receiver: Receiver
  let bureau: Twin
  let other: TestService
  let nodes: readonly Node[]
  const nodeOf = (turn: number) => (turn % 2 === 0 ? bureau.service : other)
  const tenants = ['aurora', 'borealis'] as const

  beforeAll(async () => {
    receiver = await startReceiver()
    const webhook = {
      ...{ name: 'crm', url: receiver.url, secrets: ['env:WEBHOOK_CITUS_SECRET'] },
      ...{ resources: ['bureau.employees'], authorities: ['payroll:audit'], tenant: 'aurora' },
    }
    const settings = {
      'platform.cursor.secret': 'k'.repeat(43),
      'platform.webhooks.endpoints': JSON.stringify([webhook]),
      'platform.webhooks.poll-ms': 100,
    }
    const environment = { WEBHOOK_CITUS_SECRET: secretOf('first') }
    bureau = await startBureau({ open: bureauOnCluster, environment, settings })
    const { connection, client } = bureau.database
    nodes = [{ host: connection.host!, port: connection.port! }, ...(await workersOf(client))]
    other = await createTestService({ resources, callers, settings, environment, connection })
    // A node that is killed takes its connections along.
    client.on('error', () => undefined)
    for (const { app } of [bureau.service, other]) await app.ready()
    await until(async () => (await bureau.rows('select from corollary.webhook')).length > 0)
  })
  afterAll(async () => {
    await other?.close()
    await bureau?.service.close()
    await bureau?.database.close()
    await receiver?.close()
  })

  const onNode = async <T>(node: Node, run: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ ...bureau.database.connection, ...node })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return await run(client)
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  const versionsOf = async (): Promise<ReadonlyMap<string, number>> => {
    const text = 'select tenant_id, id, version from employees'
    const { rows } = await onNode(nodes[0]!, (client) => client.query(text))
    return new Map(rows.map((row) => [`${row.tenant_id} ${row.id}`, Number(row.version)]))
  }

  /** Writers of all tenants and readers of their streams on both nodes of the service. */
  const race = async (isOver: (written: number) => boolean) => {
    const before = await versionsOf()
    const readers = tenants.map((tenant, at) => streamReader(nodeOf(at), tenant))
    for (const reader of readers) expect(await reader.read()).toBe(true)
    const written: Written[] = []
    let isWriting = true
    const reading = readers.map(async (reader) => {
      while (isWriting) await reader.read()
    })
    const writers = [0, 1, 2, 3].map(async (writer) => {
      for (let turn = 0; !isOver(written.length); turn++) {
        const caller = tenants[(writer + turn) % 2]!
        const made = await raise(nodeOf(turn + writer), caller, 1 + (turn % 3))
        if (made) written.push(made)
      }
    })
    await Promise.all(writers)
    isWriting = false
    await Promise.all(reading)
    for (const reader of readers) await until(() => reader.read())
    return { before, after: await versionsOf(), readers, written }
  }

  const isOf = (tenant: TenantCaller, id: number) => (each: Written) =>
    each.caller === tenant && each.id === id

  /** Each version of a record has its change, and no other change is there. */
  const expectAll = async ({
    before,
    after,
    readers,
    written,
  }: Awaited<ReturnType<typeof race>>) => {
    for (const [at, tenant] of tenants.entries()) {
      for (const id of [1, 2, 3]) {
        const made = after.get(`${tenant} ${id}`)! - before.get(`${tenant} ${id}`)!
        const history = (await historyOf(nodeOf(at), tenant, id)).slice(-made)
        expect(history).toHaveLength(made)
        expect(new Set(history).size).toBe(made)
        const first = before.get(`${tenant} ${id}`)! + 1
        for (const { version, trace } of written.filter(isOf(tenant, id)))
          expect(history[version - first]).toBe(trace)
        expect(readers[at]!.received.filter((event) => event.id === id)).toHaveLength(made)
        if (tenant !== 'aurora') continue
        const delivered = () =>
          receiver.received
            .map(({ body }) => body.data)
            .filter((data) => data.id === id && history.includes(data.traceId))
            .map(({ traceId }) => traceId)
        // A delivery whose end could not be written is free again after its lease, 40 seconds.
        await until(() => new Set(delivered()).size === made, 2 * minute)
        expect([...new Set(delivered())]).toEqual(history)
      }
    }
  }

  test('changes of several records are one row on the shard, and are moved in their order', async () => {
    const create = (code: string) => ({ operation: 'CREATE', data: { code, name: code } })
    const codes = ['BATCH-1', 'BATCH-2', 'BATCH-3']
    const answer = await bureau.send(
      {
        ...{ method: 'POST', url: '/api/bureau/departments/batch' },
        body: { atomicity: 'ATOMIC', items: codes.map(create) },
        headers: { 'x-request-id': 'batch' },
      },
      'borealis',
    )
    expect(answer.statusCode, answer.body).toBe(200)
    await historyOf(other, 'borealis', 1)
    const moved = await bureau.rows(
      `select d.code from corollary.change c join departments d on d.tenant_id = c.tenant and d.id::text = c.record
       where c.trace_id = 'batch' and c.source = 'departments' order by c.seq`,
    )
    expect(moved.map(({ code }) => code)).toEqual(codes)
    expect(
      await bureau.rows("select from corollary.tenant_outbox where trace_id = 'batch'"),
    ).toEqual([])
  })

  test(
    'history, streams and webhooks have all changes in order, while two nodes write and move them',
    async () => {
      await expectAll(await race((written) => written >= 160))
    },
    minute,
  )

  test('tables of one shard have no outbox, because Citus would not move its rows at once', async () => {
    const database = await clusterDatabase(resources, createTables, 1)
    const cluster = await readClusterTables(database.client, 'corollary')
    expect(cluster).toMatchObject({ tenantKeys: expect.any(Number), tenantOutbox: undefined })
    await database.close()
  })

  /** Kills a process of a node, whose PostgreSQL then ends all others and recovers. */
  const crash = async (node: Node): Promise<void> => {
    await onNode(node, async (client) => {
      const { rows } = await client.query(
        `select pid from pg_stat_activity where backend_type = 'client backend'
         order by pid = pg_backend_pid(), random() limit 1`,
      )
      await client.query(`copy (select 1) to program 'kill -9 ${rows[0].pid}'`)
    }).catch(() => undefined)
    const isBack = async () => {
      try {
        for (const each of nodes.toReversed())
          await onNode(each, (client) => client.query('select recover_prepared_transactions()'))
        return true
      } catch {
        return false
      }
    }
    await until(isBack)
  }

  test.runIf(crashes)(
    'no row is without its change, and no change without its row, when nodes are killed',
    async () => {
      const total = 15
      let crashed = 0
      let crashing: Promise<void> | undefined
      const result = await race((written) => {
        if (!crashing && crashed < total && written >= 20 * (crashed + 1)) {
          crashing = crash(nodes[crashed % nodes.length]!).finally(() => {
            crashed++
            crashing = undefined
          })
        }
        return written >= 20 * (total + 1) && !crashing
      })
      await expectAll(result)
    },
    10 * minute,
  )
})
