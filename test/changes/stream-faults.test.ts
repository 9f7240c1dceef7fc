/** Streams of changes with broken connections, expired tokens, slow readers, old positions. */
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { keySet, useFiles } from '../access/files.js'
import { bearer, makeKey, second, sign } from '../access/tokens.js'
import { request } from '../http/protocol/raw-socket.js'
import type { FreshDatabase } from '../support/database.js'
import {
  type CountersNode,
  counters,
  countersDatabase,
  recordChanges,
  startCounters,
} from './counters.js'
import { type OpenStream, openStream } from './event-source.js'

const dayMs = 86_400_000
const writeFile = useFiles()
let database: FreshDatabase
let node: CountersNode
/** How far the clock of the service is ahead. */
let aheadMs = 0
const streams: OpenStream[] = []
beforeAll(async () => {
  database = await countersDatabase()
  node = await startCounters(database, {
    now: () => new Date(Date.now() + aheadMs),
    // Nothing but notifications.
    settings: { 'platform.changes.poll-ms': 3_600_000 },
  })
})
afterEach(() => {
  aheadMs = 0
  for (const stream of streams.splice(0)) stream.cut()
})
afterAll(async () => {
  await node.service.close()
  await database.close()
})

const follow = async (options: Parameters<typeof openStream>[1] = {}): Promise<OpenStream> => {
  const stream = await openStream(`${node.url}/changes`, options)
  streams.push(stream)
  return stream
}
const sql = (text: string, values: readonly unknown[] = []) =>
  database.client.query(text, [...values])
let recorded = 0
/** Records changes without telling anybody. */
const record = async (count = 1, fields: readonly string[] = []): Promise<void> => {
  await sql(recordChanges, [fields, recorded + 1, recorded + count, null])
  recorded += count
}
const announce = () => sql("select pg_notify('corollary_change', '')")

test('a stream goes on after the connection that is notified was cut, without looking by itself', async () => {
  const stream = await follow()
  await stream.next()
  const listeners = () =>
    sql(`select pid from pg_stat_activity
         where datname = current_database() and query = 'listen corollary_change'`)
  await expect.poll(async () => (await listeners()).rowCount, { timeout: 10_000 }).toBe(1)
  await record()
  await announce()
  expect((await stream.next()).data.version).toBe(recorded)
  const [{ pid }] = (await listeners()).rows
  await sql('select pg_terminate_backend($1)', [pid])
  // Nobody hears of it; it is found when the connection is open again.
  await record()
  expect((await stream.next()).data.version).toBe(recorded)
  await record()
  await announce()
  expect((await stream.next()).data.version).toBe(recorded)
})

test('a stream ends when the token of its caller expires, which the next request is refused for', async () => {
  const key = await makeKey('one')
  const secured = await startCounters(database, {
    now: () => new Date(second * 1_000 + 900),
    settings: {
      'platform.auth.mode': 'jwt',
      'platform.auth.jwt.issuer': 'https://issuer.example',
      'platform.auth.jwt.audience': 'people-api',
      'platform.auth.jwt.key-file': writeFile(keySet(key.jwk)),
      'platform.auth.jwt.clock-skew-seconds': 0,
    },
  })
  const caller = await sign(key, { exp: second + 1 })
  const stream = await openStream(`${secured.url}/changes`, { caller })
  const { id: lastEventId } = await stream.next()
  await stream.ended
  const expired = await sign(key, { exp: second })
  const again = await fetch(`${secured.url}/changes`, {
    headers: { authorization: bearer(expired), 'last-event-id': lastEventId },
  })
  expect(again.status).toBe(401)
  await secured.service.close()
})

/** Some kilobytes for each event: together they are larger than the buffers of a socket. */
const large = Array.from({ length: 500 }, () => 'name')

test('a reader that falls behind gets every change, one that takes nothing is disconnected', async () => {
  const impatient = await startCounters(database, {
    settings: { 'platform.changes.stall-timeout-ms': 300 },
  })
  const before = await follow()
  const { id: lastEventId } = await before.next()
  const slow = await follow({ isPaused: true })
  const first = recorded + 1
  for (let batch = 0; batch < 6; batch++) {
    await record(1_000, large)
    await announce()
  }
  for (let version = first; version <= recorded; version++) {
    expect((await before.next()).data.version).toBe(version)
  }
  slow.resume()
  expect((await slow.next()).type).toBe('ready')
  for (let version = first; version <= recorded; version++) {
    expect((await slow.next()).data.version).toBe(version)
  }

  const { server } = impatient.service.app
  const open = () =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    )
  const socket = connect(Number(new URL(impatient.url).port), '127.0.0.1')
  socket.on('error', () => undefined).pause()
  socket.write(request('GET', `${counters}/changes`, { 'Last-Event-ID': lastEventId }))
  await expect.poll(open, { timeout: 10_000 }).toBe(1)
  await expect.poll(open, { timeout: 20_000 }).toBe(0)
  socket.destroy()
  await impatient.service.close()
})

test('a position that is older than the retention leads to reset, and says why', async () => {
  const stream = await follow()
  const { id: lastEventId } = await stream.next()
  aheadMs = 60 * dayMs
  const resumed = await (await follow({ lastEventId })).next()
  expect(resumed).toMatchObject({ type: 'ready' })
  aheadMs = 91 * dayMs
  // To be sent a position again does not make it younger.
  for (const old of [lastEventId, resumed.id]) {
    const expired = await (await follow({ lastEventId: old })).next()
    expect(expired).toMatchObject({ type: 'reset', data: { reason: 'EXPIRED' } })
    const fresh = await (await follow({ lastEventId: expired.id })).next()
    expect(fresh.type).toBe('ready')
  }
  const foreign = await (await follow({ lastEventId: 'bm90aGluZw' })).next()
  expect(foreign).toMatchObject({ type: 'reset', data: { reason: 'UNKNOWN' } })
})

test('partitions are dropped when all of their changes are older than the retention, and created ahead', async () => {
  const weekOf = async (weeks: number): Promise<string> => {
    const { rows } = await sql(
      `select to_char(date_trunc('week', now() at time zone 'UTC') + $1 * interval '7 days', 'YYYYMMDD') as week`,
      [weeks],
    )
    return rows[0].week
  }
  const partitions = async (): Promise<readonly string[]> => {
    const { rows } = await sql(
      `select inhrelid::regclass::text as name from pg_inherits
       where inhparent = 'corollary.change'::regclass order by 1`,
    )
    return rows.map(({ name }) => name.replace('corollary.change_', ''))
  }
  const add = async (week: string): Promise<void> => {
    await sql(
      `create table corollary.change_${week} partition of corollary.change
       for values from ('${week} 00:00:00Z') to (timestamptz '${week} 00:00:00Z' + interval '7 days')`,
    )
  }
  const at = (days: number) => new Date(Date.now() - days * dayMs)
  const ahead = await Promise.all([0, 1, 2, 3].map(weekOf))
  await sql('select corollary.arrange_changes(0)')
  expect(await partitions()).toEqual([...ahead, 'default'])

  const [expired, kept] = [await weekOf(-14), await weekOf(-12)]
  await add(expired)
  await add(kept)
  await sql(`drop table corollary.change_${ahead[1]}`)
  // Both go to the default partition: one is too old, of the other the partition is missing.
  await sql(recordChanges, [[], 1, 1, at(300)])
  await sql(recordChanges, [[], 2, 2, at(-7)])
  const inDefault = async () => (await sql('select from corollary.change_default')).rowCount
  expect(await inDefault()).toBe(2)

  await sql('select corollary.arrange_changes(0)')
  expect(await partitions()).toEqual([expired, kept, ...ahead, 'default'])
  await sql('select corollary.arrange_changes(90)')
  expect(await partitions()).toEqual([kept, ...ahead, 'default'])
  expect(await inDefault()).toBe(0)
  expect((await sql(`select from corollary.change_${ahead[1]}`)).rowCount).toBe(1)
})
