/** Idempotency keys on a cluster: on the shard of the rows that their requests write. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { hasCluster } from '../support/cluster.js'
import { type TenantCaller, useBureau } from '../tenants/bureau.js'
import { bureauOnCluster } from './bureau-on-cluster.js'

describe.runIf(hasCluster)('idempotency keys on a cluster', () => {
  const settings = { 'platform.idempotency.wait-ms': 200 }
  const bureau = useBureau({ open: bureauOnCluster, settings })
  const create = (key: string, code: string, caller: TenantCaller = 'aurora') =>
    bureau.send(
      {
        method: 'POST',
        url: '/api/bureau/departments',
        headers: { 'idempotency-key': key },
        body: { code, name: code },
      },
      caller,
    )

  test('a repeated request returns the stored response, and writes nothing', async () => {
    const key = randomUUID()
    const first = await create(key, 'ONCE')
    expect(first.statusCode, first.body).toBe(201)
    const again = await create(key, 'ONCE')
    expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([201, 'true'])
    expect(again.json().data).toEqual(first.json().data)
    const other = await create(key, 'OTHER')
    expect(other.json().errors[0]).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' })
    // Another tenant has keys of its own.
    expect((await create(key, 'ONCE', 'borealis')).headers['idempotency-replayed']).toBeUndefined()
    const stored = await bureau.rows(
      'select tenant, answer is not null as "isStored" from corollary.tenant_idempotency where key = $1 order by 1',
      [key],
    )
    expect(stored).toEqual([
      { tenant: 'aurora', isStored: true },
      { tenant: 'borealis', isStored: true },
    ])
  })

  test('a request that fails leaves its key', async () => {
    const key = randomUUID()
    expect((await create(key, 'ONCE')).statusCode).toBe(409)
    expect((await create(key, 'AFTER')).statusCode).toBe(201)
  })

  test('an expired key can be used again', async () => {
    const key = randomUUID()
    expect((await create(key, 'E1')).statusCode).toBe(201)
    await bureau.rows(
      "update corollary.tenant_idempotency set expires_at = now() - interval '1 minute' where key = $1",
      [key],
    )
    expect((await create(key, 'E2')).statusCode).toBe(201)
  })

  test('a request waits on the node for one with its key, as long as the setting says', async () => {
    const client = new pg.Client(bureau.database.connection)
    await client.connect()
    const key = randomUUID()
    expect((await create(key, 'WAIT')).statusCode).toBe(201)
    await client.query('begin')
    await client.query(
      "update corollary.tenant_idempotency set answer = answer where tenant = 'aurora' and key = $1",
      [key],
    )
    const waiting = await create(key, 'WAIT')
    expect(waiting.json().errors[0]).toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' })
    await client.query('rollback')
    await client.end()
  })
})
