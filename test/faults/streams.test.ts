/** Connections of streams are released at the right time. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Database } from '../../src/database/access/database.js'
import type { EndedQuery } from '../../src/database/connection/measurements.js'
import { poolBusy } from '../../src/database/errors/errors.js'
import { ClientGone } from '../../src/foundation/execution/client-gone.js'
import { LightSignal } from '../../src/foundation/execution/signal.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { otherSessions } from '../support/sessions.js'
import { within } from './fault-service.js'
import { startProxy } from './proxy.js'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.close())

const open = (options = {}) =>
  new Database({ connection: fresh.connection, poolSize: 1, streamPoolSize: 1, ...options })
const plain = (text: string) => ({ text, values: [] })
const backend = async (database: Database) =>
  (await database.query(plain('select pg_backend_pid()')))[0]![0]
const streamBackend = async (database: Database) => {
  const pieces = database.stream(async function* (transaction) {
    yield await transaction.query(plain('select pg_backend_pid()'))
  })
  const pids: unknown[] = []
  for await (const [[pid] = []] of pieces) pids.push(pid)
  return pids[0]
}
const endless = (database: Database, signal = new LightSignal()) =>
  database.stream((transaction) =>
    transaction.stream(
      {
        ...plain('select repeat(i::text, 100) from generate_series(1, 1000000) i'),
        decode: (rows) => rows,
      },
      500,
      { signal },
    ),
  )
const readAll = async (rows: AsyncIterable<unknown>): Promise<void> => {
  for await (const _ of rows);
}

test('a late cancel request does not stop the statement of another request', async () => {
  const database = open()
  for (let round = 0; round < 60; round++) {
    const controller = new AbortController()
    const first = database
      .query(plain('select pg_sleep(0.003)'), { signal: controller.signal })
      .catch(() => undefined)
    await sleep(2 + (round % 3))
    controller.abort()
    await first
    expect(await database.query(plain('select 1 from pg_sleep(0.002)'))).toHaveLength(1)
  }
  await database.close()
})

test('a client that disconnects before its statement is sent uses no connection', async () => {
  const database = open()
  const before = await backend(database)
  const signal = AbortSignal.abort()
  await expect(database.query(plain('select 1'), { signal })).rejects.toThrow()
  expect(await backend(database)).toBe(before)
  await database.close()
})

test('a client that disconnects while it waits for a connection makes room for others', async () => {
  const database = open({ maxWaiting: 1 })
  const [held, gone] = [new LightSignal(), new LightSignal()]
  await database.query(plain('select 1'))
  const holding = database.query(plain('select pg_sleep(600)'), { signal: held })
  const waiting = database.query(plain('select 2'), { signal: gone })
  await expect(database.query(plain('select 3'))).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  })
  gone.abort(new ClientGone())
  await expect(waiting).rejects.toBeInstanceOf(ClientGone)
  const next = database.query(plain('select 3'))
  held.abort(new ClientGone())
  await expect(holding).rejects.toBeInstanceOf(ClientGone)
  expect(await next).toEqual([['3']])
  await database.close()
})

test('a stream that is refused before its first chunk uses no connection', async () => {
  const database = open()
  const before = await streamBackend(database)
  const refused = database.stream(async function* (transaction) {
    yield await transaction.query(plain('select 1 / 0'))
  })
  await expect(refused.next()).rejects.toThrow()
  expect(await streamBackend(database)).toBe(before)
  await database.close()
})

test('an open stream leaves the pool to requests, and a further stream is refused', async () => {
  const database = open({ acquireTimeoutMs: 2_000 })
  const rows = endless(database)
  await rows.next()
  expect(await database.query(plain('select 1'))).toEqual([['1']])
  await database.ping()
  await expect(endless(database).next()).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    headers: { 'Retry-After': '1' },
    message: expect.stringContaining('exports'),
  })
  await rows.return(undefined)
  expect((await endless(database).next()).done).toBe(false)
  await database.close()
})

test('statements of a stream have a time limit of their own', async () => {
  const limits = { statementTimeoutMs: 50, streamStatementTimeoutMs: 400 }
  const database = open(limits)
  const sleeping = (seconds: number) =>
    database.stream(async function* (transaction) {
      yield await transaction.query(plain(`select 1 from pg_sleep(${seconds})`))
    })
  for await (const rows of sleeping(0.1)) expect(rows).toHaveLength(1)
  await expect(sleeping(5).next()).rejects.toMatchObject({
    code: 'QUERY_TIMEOUT',
    message: expect.stringContaining('400 ms'),
  })
  await expect(database.query(plain('select pg_sleep(5)'))).rejects.toMatchObject({
    code: 'QUERY_TIMEOUT',
    message: expect.stringContaining('50 ms'),
  })
  await database.close()
})

test('a stream reads one batch ahead of its consumer, and no further', async () => {
  let fetched = 0
  const rowsOfStream = /generate_series/
  const database = open({
    observer: {
      onQuery: ({ statements }: EndedQuery) => {
        if (statements.some(({ text }) => rowsOfStream.test(text))) fetched++
      },
    },
  })
  const rows = endless(database)
  for (const taken of [1, 2, 3]) {
    await rows.next()
    await expect.poll(() => fetched).toBe(taken + 1)
    await database.ping()
    expect(fetched).toBe(taken + 1)
  }
  await rows.return(undefined)
  await database.close()
})

test('a consumer that goes between two batches frees the connection at once', async () => {
  const gone = new LightSignal()
  const database = open()
  const rows = endless(database, gone)
  await rows.next()
  // The second batch is taken, and the third has arrived or is on its way.
  await rows.next()
  gone.abort(new ClientGone())
  await expect(within(60_000, readAll(rows))).rejects.toBeInstanceOf(ClientGone)
  expect(database.streams.total).toBe(0)
  await database.close()
})

test('a consumer that leaves ends the statement of the batch ahead', async () => {
  const database = open()
  const text = 'select i, case when i > 4 then pg_sleep(600) end from generate_series(1, 9) i'
  const running = async () =>
    (await database.query(plain(`select 1 ${otherSessions} and query like 'select i, case%'`)))
      .length
  const rows = database.stream((transaction) =>
    transaction.stream({ ...plain(text), decode: (all) => all }, 2),
  )
  await rows.next()
  await rows.next()
  expect(await running()).toBe(1)
  await rows.return(undefined)
  await expect.poll(running).toBe(0)
  expect(database.streams.total).toBe(0)
  await database.close()
})

test('a batch that cannot be decoded frees the connection at once', async () => {
  const database = open()
  const rows = database.stream((transaction) =>
    transaction.stream(
      {
        ...plain('select generate_series(1, 1000000)'),
        decode: () => {
          throw poolBusy()
        },
      },
      500,
    ),
  )
  await expect(within(60_000, rows.next())).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  await database.close()
})

test('an error of a batch that is read ahead ends the stream at its place', async () => {
  const database = open()
  const rows = database.stream((transaction) =>
    transaction.stream(
      { ...plain('select 1 / (1200 - i) from generate_series(1, 2000) i'), decode: (rows) => rows },
      500,
    ),
  )
  expect(await rows.next()).toMatchObject({ value: { length: 500 } })
  // The third batch fails while the second is taken.
  expect(await rows.next()).toMatchObject({ value: { length: 500 } })
  await expect(rows.next()).rejects.toMatchObject({ code: 'INTERNAL_ERROR' })
  await database.close()
})

test('a connection that ends after the last row, before its end is confirmed, fails the stream at once', async () => {
  const proxy = await startProxy(fresh.connection)
  const database = open({ connection: proxy.connection })
  const rows = database.stream((transaction) =>
    transaction.stream({ ...plain('select 1'), decode: (all) => all }, 500),
  )
  proxy.endAfter('SELECT 1')
  await expect(within(60_000, rows.next())).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  await database.close()
  await proxy.close()
})

test('a shutdown does not wait for a reader', async () => {
  const database = open()
  const rows = endless(database)
  await rows.next()
  const stopped = database.close().then(() => 'stopped')
  expect(await Promise.race([stopped, sleep(8_000)])).toBe('stopped')
  await rows.return(undefined).catch(() => undefined)
})
