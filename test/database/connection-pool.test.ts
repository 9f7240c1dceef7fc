/** Connections are lent, waited for, replaced when they are lost, and closed. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type pg from 'pg'
import { afterEach, expect, inject, test, vi } from 'vitest'
import {
  ConnectionPool,
  type ConnectionPoolOptions,
} from '../../src/database/connection/connection-pool.js'
import { wireClientOf } from '../../src/database/connection/pg-members.js'
import { PoolBusy } from '../../src/database/errors/errors.js'
import { ClientGone } from '../../src/foundation/execution/client-gone.js'
import { LightSignal } from '../../src/foundation/execution/signal.js'

const opened: ConnectionPool[] = []
const errors: Error[] = []

const optionsOf = (max: number): ConnectionPoolOptions => ({
  ...{ connection: inject('server'), max, acquireTimeoutMs: 60_000 },
  onError: (error) => errors.push(error),
})

const open = (options = optionsOf(2)): ConnectionPool => {
  const pool = new ConnectionPool(options)
  opened.push(pool)
  return pool
}

afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(opened.splice(0).map((pool) => pool.end()))
  errors.length = 0
})

const terminate = (client: pg.ClientBase): string =>
  `select pg_terminate_backend(${wireClientOf(client).processID})`

test('the connection that was used last is used next', async () => {
  const pool = open()
  const [first, second] = await Promise.all([pool.acquire(), pool.acquire()])
  expect(pool).toMatchObject({ total: 2, idle: 0, waiting: 0, max: 2 })
  pool.release(first, true)
  pool.release(second, true)
  expect(pool.idle).toBe(2)
  expect(await pool.acquire()).toBe(second)
  expect(await pool.acquire()).toBe(first)
  pool.release(first, true)
  pool.release(second, true)
  expect(() => pool.release(first, true)).toThrow('already been released')
})

test('those who wait get a connection in their order, also in place of a closed one', async () => {
  const pool = open(optionsOf(1))
  const first = await pool.acquire()
  const waiting = [pool.acquire(), pool.acquire()]
  expect(pool.waiting).toBe(2)
  pool.release(first, true)
  expect(await waiting[0]).toBe(first)
  pool.release(first, false)
  const replaced = await waiting[1]!
  expect(replaced).not.toBe(first)
  expect((await replaced.query('select 1')).rowCount).toBe(1)
  expect(pool).toMatchObject({ total: 1, idle: 0, waiting: 0 })
})

test('without a free connection in time, the pool is busy', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const pool = open(optionsOf(1))
  const client = await pool.acquire()
  const late = expect(pool.acquire()).rejects.toBeInstanceOf(PoolBusy)
  vi.advanceTimersByTime(60_000)
  await late
  expect(pool.waiting).toBe(0)
  pool.release(client, true)
  expect(await pool.acquire()).toBe(client)
})

test('those whose client has disconnected wait no longer', async () => {
  const pool = open(optionsOf(1))
  const client = await pool.acquire()
  const signal = new LightSignal()
  const waiting = [pool.acquire(signal), pool.acquire(signal), pool.acquire()]
  const refused = Promise.allSettled(waiting.slice(0, 2))
  signal.abort(new Error('gone'))
  for (const result of await refused) {
    expect(result).toMatchObject({ status: 'rejected', reason: expect.any(ClientGone) })
  }
  expect(pool.waiting).toBe(1)
  await expect(pool.acquire(signal)).rejects.toBeInstanceOf(ClientGone)
  pool.release(client, true)
  expect(await waiting[2]).toBe(client)
})

test('connections that the server closes are not lent again', async () => {
  const pool = open()
  const [idle, lent] = await Promise.all([pool.acquire(), pool.acquire()])
  pool.release(idle, true)
  const other = await open().acquire()
  await other.query(terminate(idle))
  await expect.poll(() => pool.total).toBe(1)
  expect(pool.idle).toBe(0)
  expect(errors).toHaveLength(1)
  const ended = new Promise((resolve) => lent.once('end', resolve))
  await other.query(terminate(lent))
  await ended
  pool.release(lent, true)
  expect(pool).toMatchObject({ total: 0, idle: 0 })
  // The statement on it would have reported the error.
  expect(errors).toHaveLength(1)
})

test('a pool that ends while a connection is being opened leaves nobody waiting', async () => {
  // It accepts connections and says nothing.
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const pool = open({
    ...optionsOf(1),
    connection: { ...inject('server'), host: '127.0.0.1', port },
  })
  const accepted = once(server, 'connection')
  const [opening, waiting] = [pool.acquire(), pool.acquire()]
  const refused = Promise.allSettled([opening, waiting])
  await accepted
  await pool.end()
  for (const { status } of await refused) expect(status).toBe('rejected')
  expect(pool).toMatchObject({ total: 0, idle: 0, waiting: 0 })
  server.close()
})

test('all who wait learn that no connection can be opened', async () => {
  const pool = open({ ...optionsOf(1), connection: { ...inject('server'), port: 1 } })
  const waiting = await Promise.allSettled([pool.acquire(), pool.acquire(), pool.acquire()])
  for (const { status } of waiting) expect(status).toBe('rejected')
  expect(pool).toMatchObject({ total: 0, idle: 0, waiting: 0 })
})

test('a pool that ends cuts connections in use, and lends none any more', async () => {
  const pool = open()
  const [busy, idle] = await Promise.all([pool.acquire(), pool.acquire()])
  const failed = expect(busy.query('select pg_sleep(600)')).rejects.toThrow()
  const waiting = [pool.acquire(), pool.acquire()]
  const refused = expect(waiting[1]).rejects.toThrow('closed')
  pool.release(idle, true)
  expect(await waiting[0]).toBe(idle)
  await pool.end()
  await Promise.all([failed, refused])
  expect(pool.idle).toBe(0)
  expect(pool.waiting).toBe(0)
  await expect(pool.acquire()).rejects.toThrow()
})
