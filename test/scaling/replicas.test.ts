/** Reads at streaming replicas: never older than the primary, and without them when they fail. */
import { createTestService } from 'corollary/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requirePlatform } from '../../src/server/compose/platform.js'
import { readSettings } from '../../src/server/compose/read-settings.js'
import { type Json, newEmployee, paths } from '../http/use-people.js'
import { callers, salesResources, salesTables } from '../operations/stored-statistics/use-sales.js'
import { type Receiver, secretOf, startReceiver, until } from '../webhooks/receiver.js'
import { webhookOf } from '../webhooks/use-webhooks.js'
import { totalOfSnapshot } from './queries.js'
import { laterThan, testReadTokens, tokenOf, withToken } from './read-tokens.js'
import { type Node, startNode } from './use-nodes.js'
import { allReady, type Replicas, readsOf, startReplicas } from './use-replicas.js'

const { employees, skills } = paths

let servers: Replicas
/** Their reads are current. */
let nodes: readonly Node[] = []
/** Their reads see what their tokens say. The second one leaves replicas out earlier. */
let tokenNodes: readonly Node[] = []
/** Of the first of them. */
let receiver: Receiver
let codes = 0
/** Nothing of a request is cached. */
const newCode = () => `NONE-${++codes}`

beforeAll(async () => {
  servers = await startReplicas()
  const { primary, settings } = servers
  const byToken = (maxLagMs: string) => ({
    ...settings,
    PLATFORM_DATABASE_READ_CONSISTENCY: 'token',
    PLATFORM_DATABASE_REPLICA_MAX_LAG_MS: maxLagMs,
  })
  nodes = await Promise.all([1, 2].map(() => startNode(primary.connection, settings)))
  receiver = await startReceiver()
  const hooked = {
    WEBHOOK_TEST_SECRET: secretOf('tokens'),
    PLATFORM_WEBHOOKS_ENDPOINTS: JSON.stringify([
      webhookOf(receiver.url, { operations: ['delete'] }),
    ]),
  }
  tokenNodes = await Promise.all([
    startNode(primary.connection, { ...byToken('600000'), ...hooked }),
    startNode(primary.connection, byToken('2000')),
  ])
  await allReady([...nodes, ...tokenNodes], 2)
})
afterAll(async () => {
  await Promise.all([...nodes, ...tokenNodes].map((node) => node.close()))
  await receiver?.close()
  await servers?.close()
})

test('what a node wrote is read at once, on every node, at the replicas', async () => {
  const before = await Promise.all(nodes.map(readsOf))
  for (let round = 0; round < 30; round++) {
    const [writer, reader] = round % 2 === 0 ? nodes : nodes.toReversed()
    const made = await writer!.data('POST', employees, newEmployee())
    const [read, page] = await Promise.all([
      reader!.data('GET', `${employees}/${made.id}`),
      reader!.data('POST', `${employees}/filter?size=1`, { code: made.code }),
    ])
    expect(read).toEqual(made)
    expect(page.content).toMatchObject([{ id: made.id }])
  }
  const after = await Promise.all(nodes.map(readsOf))
  for (const [index, { replica }] of after.entries()) {
    expect(replica).toBeGreaterThan(before[index]!.replica)
  }
})

test('queries of one request read one snapshot at a replica, with all that was written before', async () => {
  const before = await Promise.all([...nodes, ...tokenNodes].map(readsOf))
  let total = await totalOfSnapshot(nodes[0]!)
  for (let round = 0; round < 6; round++) {
    const [writer, reader] = round % 2 === 0 ? nodes : nodes.toReversed()
    await writer!.data('POST', employees, newEmployee())
    expect(await totalOfSnapshot(reader!)).toBe(++total)
  }
  for (let round = 0; round < 4; round++) {
    const written = await tokenNodes[0]!.send('POST', employees, newEmployee())
    total++
    for (const node of tokenNodes) {
      expect(await totalOfSnapshot(node, withToken(tokenOf(written)))).toBe(total)
    }
  }
  for (const [index, node] of [...nodes, ...tokenNodes].entries()) {
    expect((await readsOf(node)).replica).toBeGreaterThan(before[index]!.replica)
  }
})

test('a start on a replica as its database is refused, and says why', async () => {
  const client = await servers.connect(servers.replicas[0]!.connection)
  const { settings } = readSettings({ environment: {} })
  await expect(requirePlatform(client, settings, [])).rejects.toThrow(
    'The database is a standby, which only reads; set DATABASE_URL to the primary.',
  )
})

test('no read is older than a write that was acknowledged before it', async () => {
  const skill = await nodes[0]!.data('POST', skills, { code: 'RACE', name: '0', category: 'x' })
  let acknowledged = 0
  let isOver = false
  const write = async (): Promise<void> => {
    for (let value = 1; value <= 60; value++) {
      const body = { code: 'RACE', name: String(value), category: 'x' }
      await nodes[value % 2]!.data('PUT', `${skills}/${skill.id}`, body)
      acknowledged = value
    }
    isOver = true
  }
  let previous = 0
  const read = async (index: number): Promise<void> => {
    while (!isOver) {
      const least = acknowledged
      const seen = previous
      const node = nodes[index % 2]!
      const { name } =
        index < 3
          ? await node.data('GET', `${skills}/${skill.id}`)
          : (await node.data('POST', `${skills}/filter?size=1`, { code: 'RACE' })).content[0]
      expect(Number(name)).toBeGreaterThanOrEqual(Math.max(least, seen))
      previous = Math.max(previous, Number(name))
    }
  }
  await Promise.all([write(), ...[0, 1, 2, 3, 4].map(read)])
})

test('a stored statistic has all that was committed before, whatever replicas have replayed', async () => {
  const { primary, replicas, settings } = servers
  const client = await servers.connect(primary.connection)
  await client.query(salesTables)
  const service = await createTestService({
    ...{ resources: salesResources, connection: primary.connection, callers },
    settings: {
      'platform.database.read-urls': settings['PLATFORM_DATABASE_READ_URLS'],
      'platform.database.read-consistency': 'token',
      'platform.database.replica-max-lag-ms': 600_000,
      'platform.database.replica-wait-ms': 50,
    },
  })
  const send = (method: 'GET' | 'POST', url: string, payload?: object) => {
    const headers = { authorization: 'Bearer boss' }
    return service.app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  }
  const ask = async () => {
    const body = { filter: {}, field: 'region' }
    const { headers, ...response } = await send('POST', '/api/tests/sales/stats/group-by', body)
    const { buckets } = response.json().data
    const count = buckets.reduce((sum: number, bucket: Json) => sum + bucket.count, 0)
    return { count, age: headers['age'] }
  }
  const read = `database_replica_reads_total{result="replica"} `
  const readsAtReplicas = async () =>
    Number((await send('GET', '/metrics')).body.split(read)[1]!.split('\n')[0])
  try {
    await until(async () =>
      (await send('GET', '/metrics')).body.includes('database_replicas_ready 2\n'),
    )
    const before = await readsAtReplicas()
    expect(await ask()).toEqual({ count: 60, age: undefined })
    expect(await readsAtReplicas()).toBe(before + 1)
    const resume = await servers.pauseReplay(...replicas)
    try {
      await client.query(`insert into sales (amount, day) values (1, '2026-01-01')`)
      await client.query(`update corollary.statistic set as_of = as_of - interval '2 min'`)
      expect(await ask()).toEqual({ count: 61, age: undefined })
    } finally {
      await resume()
    }
  } finally {
    await service.close()
  }
})

test('totals, statistics, exports and tags at replicas are those of the primary', async () => {
  const alone = await startNode(servers.primary.connection)
  try {
    const requests = [
      ['POST', `${employees}/filter?size=20&sort=code`, {}],
      ['POST', `${employees}/stats/group-by`, { filter: {}, field: 'department' }],
      ['POST', `${employees}/export?format=csv`, {}],
      ['GET', `${skills}/all`, undefined],
    ] as const
    for (const [method, path, body] of requests) {
      const [expected, found] = await Promise.all(
        [alone, nodes[0]!].map((node) => node.send(method, path, body)),
      )
      const version = found!.headers.get('x-data-version')
      expect([found!.status, version], path).toEqual([200, expected!.headers.get('x-data-version')])
      const plain = async (response: Response) =>
        (await response.text()).replace(/"timestamp":"[^"]*"/, '')
      expect(await plain(found!)).toBe(await plain(expected!))
    }
    const tag = (await alone.send('GET', `${employees}/1`)).headers.get('etag')!
    const unchanged = await nodes[0]!.send('GET', `${employees}/1`, undefined, {
      'if-none-match': tag,
    })
    expect(unchanged.status).toBe(304)
    // Without replicas there are no tokens, and none is checked.
    const body = { code: 'ALONE', name: 'x', category: 'x' }
    const written = await alone.send('POST', skills, body, withToken('none'))
    const read = await alone.send('GET', `${skills}/all`, undefined, withToken('none'))
    const tokens = [written, read].map(({ status, headers }) => [
      status,
      headers.get('x-read-token'),
    ])
    expect(tokens).toEqual([
      [201, null],
      [200, null],
    ])
  } finally {
    await alone.close()
  }
})

test('replicas that stop replaying are left out, and come back', async () => {
  const resume = await servers.pauseReplay(...servers.replicas)
  for (let round = 0; round < 3; round++) {
    const made = await nodes[0]!.data('POST', employees, newEmployee())
    for (const node of nodes) {
      expect(await node.data('GET', `${employees}/${made.id}`)).toEqual(made)
    }
  }
  await allReady([...nodes, tokenNodes[1]!], 0)
  // It may be behind for ten minutes.
  await allReady([tokenNodes[0]!], 2)
  await resume()
  await allReady([...nodes, ...tokenNodes], 2)
})

testReadTokens(() => ({ servers, nodes, tokenNodes, receiver }))

test('a replica that dies fails no read, and comes back', async () => {
  const before = await readsOf(nodes[0]!)
  const read = () => nodes[0]!.send('POST', `${employees}/filter?size=5`, { code: newCode() })
  const answers: Promise<Response>[] = []
  for (let round = 0; round < 5; round++) answers.push(read())
  const killed = servers.replicas[1]!.kill()
  for (let round = 0; round < 25; round++) answers.push(read())
  await killed
  for (let round = 0; round < 10; round++) answers.push(read())
  for (const { status } of await Promise.all(answers)) expect(status).toBe(200)
  await allReady([...nodes, ...tokenNodes], 1)
  expect((await readsOf(nodes[0]!)).replica).toBeGreaterThan(before.replica)
  await servers.replicas[1]!.start()
  await allReady([...nodes, ...tokenNodes], 2)
})

test('after a promotion the nodes write to the new primary, and nothing is lost', async () => {
  const admin = await servers.connect(servers.primary.connection)
  await admin.query('alter system set synchronous_commit = remote_apply')
  // Both, because either may be promoted.
  await admin.query(`alter system set synchronous_standby_names = '2 (*)'`)
  await admin.query('select pg_reload_conf()')
  await until(async () => {
    const { rows } = await admin.query('show synchronous_commit')
    return rows[0].synchronous_commit === 'remote_apply'
  })
  // The checkpointer, which makes commits wait for replicas, reads its settings between two.
  for (let count = 0; count < 2; count++) await admin.query('checkpoint')
  const acknowledged: number[] = []
  let isOver = false
  const write = async (node: Node): Promise<void> => {
    while (!isOver) {
      const response = await node.send('POST', employees, newEmployee())
      const { data } = (await response.json()) as Json
      if (response.status === 201) acknowledged.push(data.id)
      else expect([500, 503, 504]).toContain(response.status)
    }
  }
  const writers = nodes.map(write)
  await until(() => acknowledged.length > 20)
  const skill = { code: 'PROMOTED', name: 'x', category: 'x' }
  const written = await tokenNodes[0]!.send('POST', skills, skill)
  const token = tokenOf(written)
  const path = `${skills}/${((await written.json()) as Json).data.id}`
  await servers.primary.kill()
  const before = acknowledged.length
  for (const node of tokenNodes) {
    const read = (sent: string) => node.send('GET', path, undefined, withToken(sent))
    await until(async () => (await read(token)).status === 200)
    // Sessions of the killed server go on until they notice that it is gone.
    let unknown: Response | undefined
    await until(async () => {
      unknown = await read(laterThan(token))
      return unknown.status === 503
    })
    expect(unknown?.headers.get('retry-after')).toBe('1')
    await until(async () => (await node.send('GET', '/health/ready')).status === 200)
  }
  const next = await servers.connect(servers.replicas[0]!.connection)
  await next.query('select pg_promote()')
  await until(() => acknowledged.length > before + 10)
  isOver = true
  await Promise.all(writers)
  const { rows } = await next.query('select id from employees where id = any($1)', [acknowledged])
  expect(rows).toHaveLength(acknowledged.length)
  const last = acknowledged.at(-1)!
  for (const node of nodes) {
    // Each node finds the new primary by itself, and the writer of one may have been enough.
    const path = `${employees}/${last}`
    await until(async () => (await node.send('GET', path)).status !== 503)
    expect((await node.data('GET', path)).id).toBe(last)
  }
  const rewrite = () => tokenNodes[0]!.send('PUT', path, { ...skill, name: 'y' })
  await until(async () => (await rewrite()).status === 200)
  const later = tokenOf(await rewrite())
  expect(later.slice(0, 8) > token.slice(0, 8)).toBe(true)
  await until(async () => {
    const response = await tokenNodes[1]!.send('GET', path, undefined, withToken(later))
    const { data } = (await response.json()) as Json
    if (response.ok) expect(data.name).toBe('y')
    return response.ok
  })
})
