/** Reads at streaming replicas: never older than the primary, and without them when they fail. */
import type { TestConnection } from 'corollary/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareDatabase } from '../../examples/people/database/seed.js'
import { type Json, newEmployee, paths } from '../http/use-people.js'
import { databaseUrl } from '../support/database.js'
import { type OwnCluster, startCluster } from '../support/own-cluster.js'
import { startReplica } from '../support/replicas.js'
import { until } from '../webhooks/receiver.js'
import { type Node, startNode } from './use-nodes.js'

const { employees, skills } = paths

let primary: OwnCluster
const replicas: OwnCluster[] = []
let nodes: readonly Node[] = []
const clients: pg.Client[] = []
let codes = 0
/** Nothing of a request is cached. */
const newCode = () => `NONE-${++codes}`

const connect = async (connection: TestConnection): Promise<pg.Client> => {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  clients.push(client)
  await client.connect()
  return client
}

beforeAll(async () => {
  primary = await startCluster()
  const client = await connect(primary.connection)
  await prepareDatabase({ client, args: ['--employees', '60'], report: () => {} })
  for (let count = 0; count < 2; count++) replicas.push(await startReplica(primary))
  const settings = {
    PLATFORM_DATABASE_READ_URLS: replicas
      .map(({ connection }) => databaseUrl(connection))
      .join(','),
  }
  nodes = await Promise.all([1, 2].map(() => startNode(primary.connection, settings)))
  await allReady(2)
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()))
  for (const client of clients) await client.end().catch(() => undefined)
  for (const server of [primary, ...replicas]) await server?.close()
})

type Reads = Record<'ready' | 'replica' | 'primary' | 'behind' | 'failed', number>

const readsOf = async (node: Node): Promise<Reads> => {
  const text = await (await node.send('GET', '/metrics')).text()
  const count = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))!
        .split(' ')[1],
    )
  const of = (result: string) => count(`database_replica_reads_total{result="${result}"}`)
  const ready = count('database_replicas_ready')
  return {
    ready,
    ...{ replica: of('replica'), primary: of('primary') },
    ...{ behind: of('behind'), failed: of('failed') },
  }
}
const allReady = (count: number) =>
  until(async () => (await Promise.all(nodes.map(readsOf))).every(({ ready }) => ready === count))

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

test('totals, statistics, exports and tags at replicas are those of the primary', async () => {
  const alone = await startNode(primary.connection)
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
    const known = await nodes[0]!.send('GET', `${employees}/1`, undefined, { 'if-none-match': tag })
    expect(known.status).toBe(304)
  } finally {
    await alone.close()
  }
})

test('replicas that stop replaying are left out, and come back', async () => {
  const sessions = await Promise.all(replicas.map(({ connection }) => connect(connection)))
  for (const session of sessions) await session.query('select pg_wal_replay_pause()')
  for (let round = 0; round < 3; round++) {
    const made = await nodes[0]!.data('POST', employees, newEmployee())
    for (const node of nodes) {
      expect(await node.data('GET', `${employees}/${made.id}`)).toEqual(made)
    }
  }
  await allReady(0)
  for (const session of sessions) await session.query('select pg_wal_replay_resume()')
  await allReady(2)
})

test('a replica that dies fails no read, and comes back', async () => {
  const before = await readsOf(nodes[0]!)
  const read = () => nodes[0]!.send('POST', `${employees}/filter?size=5`, { code: newCode() })
  const answers: Promise<Response>[] = []
  for (let round = 0; round < 5; round++) answers.push(read())
  const killed = replicas[1]!.kill()
  for (let round = 0; round < 25; round++) answers.push(read())
  await killed
  for (let round = 0; round < 10; round++) answers.push(read())
  for (const { status } of await Promise.all(answers)) expect(status).toBe(200)
  await allReady(1)
  expect((await readsOf(nodes[0]!)).replica).toBeGreaterThan(before.replica)
  await replicas[1]!.start()
  await allReady(2)
})

test('after a promotion the nodes write to the new primary, and nothing is lost', async () => {
  const admin = await connect(primary.connection)
  await admin.query('alter system set synchronous_commit = remote_apply')
  // Both, because either may be promoted.
  await admin.query(`alter system set synchronous_standby_names = '2 (*)'`)
  await admin.query('select pg_reload_conf()')
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
  await primary.kill()
  const before = acknowledged.length
  const next = await connect(replicas[0]!.connection)
  await next.query('select pg_promote()')
  await until(() => acknowledged.length > before + 10)
  isOver = true
  await Promise.all(writers)
  const { rows } = await next.query('select id from employees where id = any($1)', [acknowledged])
  expect(rows).toHaveLength(acknowledged.length)
  const last = acknowledged.at(-1)!
  for (const node of nodes) expect((await node.data('GET', `${employees}/${last}`)).id).toBe(last)
})
