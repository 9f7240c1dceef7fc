/** Two nodes that share a pooler in transaction mode, which has fewer sessions than they have. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import people from '../../examples/people/app.js'
import { detectPooling } from '../../src/database/connection/pooler.js'
import { explain } from '../../src/server/commands/explain-command.js'
import { readSettings } from '../../src/server/compose/read-settings.js'
import { openStream } from '../changes/event-source.js'
import { type Json, newEmployee, paths } from '../http/use-people.js'
import { databaseUrl, type FreshDatabase, startedPeopleDatabase } from '../support/database.js'
import {
  hasPgBouncer,
  keepsStatements,
  needsPgBouncer,
  type Pooler,
  startPooler,
} from '../support/pgbouncer.js'
import { type Receiver, secretOf, startReceiver, until } from '../webhooks/receiver.js'
import { webhookOf } from '../webhooks/use-webhooks.js'
import { queriesOf, totalOfSnapshot } from './queries.js'
import { type Node, startNode } from './use-nodes.js'

const { employees, skills } = paths

describe.skipIf(!hasPgBouncer)(`behind ${needsPgBouncer}`, () => {
  let database: FreshDatabase
  let pooler: Pooler
  let receiver: Receiver
  /** The second one has a direct connection beside. */
  let nodes: readonly [Node, Node]
  beforeAll(async () => {
    database = await startedPeopleDatabase()
    pooler = await startPooler(database.connection, 3)
    receiver = await startReceiver()
    const settings = {
      WEBHOOK_TEST_SECRET: secretOf('first'),
      PLATFORM_WEBHOOKS_ENDPOINTS: JSON.stringify([webhookOf(receiver.url)]),
      PLATFORM_WEBHOOKS_POLL_MS: '20',
    }
    const direct = {
      PLATFORM_DATABASE_DIRECT_URL: databaseUrl(database.connection),
      // Notifications come first.
      PLATFORM_CHANGES_POLL_MS: '3600000',
    }
    nodes = [
      await startNode(pooler.connection, { ...settings, PLATFORM_CHANGES_POLL_MS: '20' }),
      await startNode(pooler.connection, { ...settings, ...direct }),
    ]
  })
  afterAll(async () => {
    await Promise.all((nodes ?? []).map((node) => node.close()))
    await receiver?.close()
    await pooler?.close()
    await database?.close()
  })

  const pooled = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client(pooler.connection)
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
  /** Works in all sessions of the server: each open transaction has one of the three. */
  const inEachSession = async (work: (client: pg.Client) => Promise<unknown>): Promise<void> => {
    const clients = [1, 2, 3].map(() => new pg.Client(pooler.connection))
    for (const client of clients) await client.connect()
    try {
      for (const client of clients) await client.query('begin')
      for (const client of clients) await work(client)
      for (const client of clients) await client.query('rollback')
    } finally {
      for (const client of clients) await client.end()
    }
  }
  const newSkill = (code: string) => ({ code, name: code, category: 'Pooled' })

  test('the start detects the pooler, and whether it keeps prepared statements', async () => {
    const found = { isPooled: true, keepsStatements }
    for (let round = 0; round < 6; round++) expect(await pooled(detectPooling)).toEqual(found)
    expect(await detectPooling(database.client)).toEqual({ isPooled: false, keepsStatements: true })
  })

  test('a probe that was interrupted before does not change what is found', async () => {
    const name = 'corollary pooler probe'
    await pooled((client) => client.query(`prepare "${name}" as select 1`))
    const found = []
    for (let round = 0; round < 4; round++) {
      found.push(
        await pooled(async (client) => {
          const pooling = await detectPooling(client)
          // The start goes on with the same connection.
          await client.query('select 1')
          return pooling
        }),
      )
    }
    await inEachSession((client) => client.query('deallocate all'))
    for (const pooling of found) expect(pooling.isPooled).toBe(true)
    if (!keepsStatements) expect(found.some((pooling) => pooling.keepsStatements)).toBe(false)
  })

  test('a cursor of one node continues on the other', async () => {
    const [firstNode, other] = nodes
    const query = `${skills}/filter/cursor?size=4&sort=id`
    const first = await firstNode.data('POST', query, {})
    const second = await other.data('POST', `${query}&after=${first.next}`, {})
    const third = await firstNode.data('POST', `${query}&after=${second.next}`, {})
    const ids = [first, second, third].flatMap(({ content }) => content.map(({ id }: Json) => id))
    expect(ids).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
  })

  test('a key that arrives at both nodes at once creates one record', async () => {
    const keys = Array.from({ length: 8 }, (_, index) => `pooled-${index}`)
    const answers = await Promise.all(
      keys.map((key) =>
        Promise.all(
          nodes.map((node) => node.data('POST', skills, newSkill(key), { 'Idempotency-Key': key })),
        ),
      ),
    )
    for (const [first, other] of answers) expect(first).toEqual(other)
    const { rows } = await database.client.query(
      `select count(*)::int as count from skills where code like 'pooled-%'`,
    )
    expect(rows).toEqual([{ count: keys.length }])
  })

  test('a write on one node changes versions, cached pages, totals and tags on the other', async () => {
    const [firstNode, other] = nodes
    const read = async (node: Node) => {
      const response = await node.send('POST', `${skills}/filter?size=2&sort=id`, {})
      const { data } = (await response.json()) as Json
      const version = response.headers.get('x-data-version')
      return { version, total: data.totalElements, first: data.content[0].name }
    }
    const before = await read(other)
    expect(await read(other)).toEqual(before)
    expect(await read(firstNode)).toEqual(before)
    for (let round = 0; round < 4; round++) {
      const name = `Renamed ${round}`
      await firstNode.data('PUT', `${skills}/1`, { ...newSkill('FIRST'), name })
      await firstNode.data('POST', skills, newSkill(`seen-${round}`))
      const after = await read(other)
      expect(after).toMatchObject({ total: before.total + round + 1, first: name })
      expect(await read(firstNode)).toEqual(after)
    }
  })

  test('the limits of a caller are shared', async () => {
    const limited = {
      ...{ PLATFORM_RATE_LIMIT_MODE: 'database', PLATFORM_RATE_LIMIT_QUOTA: '40' },
      PLATFORM_RATE_LIMIT_BURST: '40',
      PLATFORM_RATE_LIMIT_WINDOW_SECONDS: '3600',
    }
    const both = await Promise.all([
      startNode(pooler.connection, limited),
      startNode(pooler.connection, limited),
    ])
    try {
      const statuses: number[] = []
      for (let round = 0; round < 50; round++) {
        for (const node of both) statuses.push((await node.send('GET', `${skills}/1`)).status)
      }
      const allowed = statuses.filter((status) => status === 200).length
      expect(new Set(statuses)).toEqual(new Set([200, 429]))
      expect(allowed).toBeGreaterThan(30)
      expect(allowed).toBeLessThanOrEqual(40)
    } finally {
      await Promise.all(both.map((node) => node.close()))
    }
  })

  test('streams of changes see the writes of all nodes, polled or notified', async () => {
    const streams = await Promise.all(
      nodes.map(({ url }) => openStream(`${url}${employees}/changes`)),
    )
    for (const stream of streams) expect((await stream.next()).type).toBe('ready')
    const made = []
    for (const node of nodes) made.push(await node.data('POST', employees, newEmployee()))
    for (const stream of streams) {
      for (const { id } of made) {
        expect((await stream.next()).data).toMatchObject({ id, operation: 'create' })
      }
      stream.cut()
      await stream.ended
    }
  })

  test('webhooks deliver each change once, whichever node wrote it', async () => {
    const isEmpty = async () => {
      const { rows } = await database.client.query('select from corollary.webhook_delivery')
      return rows.length === 0
    }
    await until(() => receiver.received.length >= 2)
    await until(isEmpty)
    receiver.received.length = 0
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        nodes[index % 2]!.data('POST', employees, newEmployee()),
      ),
    )
    await until(() => receiver.received.length >= made.length)
    await until(isEmpty)
    const delivered = receiver.received.map(({ body }) => body.data.id)
    expect(receiver.received).toHaveLength(made.length)
    expect(delivered.toSorted()).toEqual(made.map(({ id }) => id).toSorted())
  })

  test('an export is one snapshot, as without a pooler', async () => {
    const [firstNode, other] = nodes
    const [csv, again] = await Promise.all(
      [firstNode, other].map(async (node) =>
        (await node.send('POST', `${employees}/export?format=csv`, {})).text(),
      ),
    )
    expect(csv!.split('\n').length).toBeGreaterThan(100)
    expect(csv).toBe(again)
  })

  test('queries of one request read one snapshot while others write', async () => {
    const [firstNode, other] = nodes
    let isOver = false
    const write = async (): Promise<void> => {
      while (!isOver) await other.data('POST', employees, newEmployee())
    }
    const writer = write()
    const totals: number[] = []
    const ask = async (node: Node): Promise<void> => {
      for (let round = 0; round < 5; round++) totals.push(await totalOfSnapshot(node))
    }
    try {
      await Promise.all([firstNode, other, firstNode, other].map(ask))
    } finally {
      isOver = true
      await writer
    }
    expect(new Set(totals).size).toBeGreaterThan(1)
  })

  test('a statement that takes too long is cancelled, and no other one', async () => {
    const limits = { PLATFORM_DATABASE_STATEMENT_TIMEOUT_MS: '200' }
    const node = await startNode(pooler.connection, limits)
    try {
      await database.client.query('begin; lock table skills in access exclusive mode')
      const blocked = await Promise.all([1, 2].map((id) => node.send('GET', `${skills}/${id}`)))
      expect(blocked.map(({ status }) => status)).toEqual([504, 504])
      const { results } = await queriesOf(node, `${skills}/filter`, `${employees}/filter`)
      expect(Object.values<Json>(results).map(({ status }) => status)).toEqual([504, 200])
      await database.client.query('rollback')
      const free = Array.from({ length: 12 }, (_, index) =>
        node.send('GET', `${skills}/${1 + (index % 4)}`),
      )
      for (const { status } of await Promise.all(free)) expect(status).toBe(200)
    } finally {
      await database.client.query('rollback')
      await node.close()
    }
  })

  test('nothing of a request or of explain stays in the sessions of the server', async () => {
    const { settings } = readSettings({ environment: { PLATFORM_LOG_LEVEL: 'silent' } })
    const request = { method: 'GET', path: `${skills}/1`, headers: {} } as const
    const place = { connection: pooler.connection, isPooled: true, keepsStatements }
    const { isSuccess, text } = await explain(people, request, {
      ...{ place, settings, showValues: false },
    })
    expect(isSuccess, text).toBe(true)
    await inEachSession(async (client) => {
      const { rows } = await client.query(`select current_setting('lock_timeout') as lock,
        current_setting('statement_timeout') as statement,
        current_setting('default_transaction_read_only') as "readOnly",
        current_setting('transaction_read_only') as "isReadOnly",
        current_setting('enable_seqscan') as scan,
        (select count(*)::int from pg_listening_channels()) as channels,
        (select count(*)::int from pg_prepared_statements where name not like 'PGBOUNCER%') as named`)
      expect(rows).toEqual([
        {
          ...{ lock: '0', statement: '0', readOnly: 'off', isReadOnly: 'off', scan: 'on' },
          ...{ channels: 0, named: 0 },
        },
      ])
    })
  })
})
