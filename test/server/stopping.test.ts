/**
 * The steps of a shutdown: readiness, listener, requests in progress; idle clients never delay it.
 */
import { connect } from 'node:net'
import { createServer, type RunningServer } from 'corollary'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { Lifecycle } from '../../src/http/connections/lifecycle.js'
import { startFaultService, until } from '../faults/fault-service.js'
import {
  exchange,
  listen,
  open,
  parseAnswers,
  type RawAnswer,
  type RawConnection,
  request,
} from '../http/protocol/raw-socket.js'
import { databaseUrl, type FreshDatabase, freshDatabase } from '../support/database.js'
import { otherSessions } from '../support/sessions.js'
import notes from './apps/notes.js'

const closing: (() => Promise<unknown> | undefined)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

interface Started {
  readonly server: RunningServer
  readonly database: FreshDatabase
  open(): Promise<RawConnection>
}

/** A stop that waits for its whole duration would exceed the time limit of the test. */
const start = async (drainMs: number, timeoutMs = 600_000): Promise<Started> => {
  const database = await freshDatabase()
  closing.push(() => database.close())
  const server = await createServer(notes, {
    environment: {
      DATABASE_URL: databaseUrl(database.connection),
      PLATFORM_LOG_LEVEL: 'silent',
      PLATFORM_HTTP_PORT: '0',
      PLATFORM_HTTP_SHUTDOWN_DRAIN_MS: String(drainMs),
      PLATFORM_HTTP_SHUTDOWN_TIMEOUT_MS: String(timeoutMs),
      PLATFORM_DATABASE_STATEMENT_TIMEOUT_MS: '0',
    },
  })
  closing.push(() => server.close())
  return {
    server,
    database,
    open: async () => {
      const connection = await open(Number(new URL(server.url).port))
      closing.push(async () => connection.close())
      return connection
    },
  }
}

const path = '/api/desk/notes/all'
const keepAlive = { Connection: 'keep-alive' }
const answersOf = (connection: RawConnection): readonly RawAnswer[] =>
  parseAnswers(connection.received())
const ask = async ({ open: connect }: Started, url: string): Promise<RawAnswer> => {
  const connection = await connect()
  connection.write(request('GET', url, keepAlive))
  await connection.closed
  return answersOf(connection)[0]!
}
/** Blocks the requests of the service until it is called again. */
const hold = async ({ database }: Started): Promise<() => Promise<void>> => {
  const holder = new pg.Client(database.connection)
  await holder.connect()
  await holder.query('begin; lock table notes in access exclusive mode')
  return () => holder.end()
}

test('readiness is 503 while requests are still served, and connections are closed after responses', async () => {
  const started = await start(2_000)
  const idle = await started.open()
  idle.write(request('GET', '/health/ready', keepAlive))
  await idle.receives(/"UP"/)
  const stopped = started.server.close()
  const ready = await ask(started, '/health/ready')
  expect(ready).toMatchObject({ status: 503, headers: { 'retry-after': '1', connection: 'close' } })
  expect(JSON.parse(ready.body).errors[0].code).toBe('SERVICE_UNAVAILABLE')
  expect(await ask(started, '/health/live')).toMatchObject({ status: 200 })
  const served = await started.open()
  served.write(request('GET', path, keepAlive))
  await served.closed
  expect(served.received()).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close/i)
  await stopped
  await idle.closed
})

test('idle, silent and half-sent connections do not delay a stop', async () => {
  const started = await start(0)
  const idle = await started.open()
  idle.write(request('GET', '/health/live', keepAlive))
  await idle.receives(/"UP"/)
  const silent = await started.open()
  const half = await started.open()
  half.write('GET /health/live HTTP/1.1\r\nHost: local')
  await started.server.close()
  await Promise.all([idle.closed, silent.closed, half.closed])
})

test('a request in progress gets its response, and its connection is closed', async () => {
  const started = await start(0)
  const release = await hold(started)
  const connection = await started.open()
  connection.write(request('GET', path, keepAlive))
  await waitForLock(started)
  const stopped = started.server.close()
  await until(() => isRefused(started))
  await release()
  await stopped
  await connection.closed
  expect(connection.received()).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close/i)
})

/** A response of several megabytes, of which the client has read only the first bytes. */
const startExport = async ({ server, database }: Started) => {
  await database.client.query(
    `insert into notes (body) select repeat('x', 200) from generate_series(1, 60000)`,
  )
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  closing.push(async () => socket.destroy())
  socket.on('error', () => undefined)
  const headers = { 'Content-Type': 'application/json', 'Content-Length': '2' }
  socket.write(request('POST', '/api/desk/notes/export', headers, '{}'))
  let received = 0
  let rest = ''
  await new Promise<void>((resolve) => {
    socket.on('data', (bytes) => {
      received += bytes.length
      rest = (rest + bytes).slice(-10)
      resolve()
    })
  })
  socket.pause()
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const readToEnd = async () => {
    socket.resume()
    await closed
    return { received, isComplete: rest.endsWith('0\r\n\r\n') }
  }
  return { readToEnd }
}

test('an export in progress is sent to its end', async () => {
  const started = await start(0)
  const { readToEnd } = await startExport(started)
  const stopped = started.server.close()
  await until(() => isRefused(started))
  const { received, isComplete } = await readToEnd()
  expect(isComplete).toBe(true)
  expect(received).toBeGreaterThan(12_000_000)
  await stopped
})

test('an export that takes longer than the grace time is cut, and does not look complete', async () => {
  const started = await start(0, 300)
  const { readToEnd } = await startExport(started)
  await started.server.close()
  expect((await readToEnd()).isComplete).toBe(false)
  // The database notices later that its connection was closed.
  const { client } = started.database
  const running = `select 1 ${otherSessions} and state <> 'idle'`
  await expect.poll(async () => (await client.query(running)).rows, { timeout: 30_000 }).toEqual([])
})

test('a request that arrives during the shutdown is refused with an error envelope', async () => {
  const lifecycle = new Lifecycle()
  const service = await startFaultService({}, { lifecycle })
  closing.push(() => service.close())
  const port = await listen(service.app)
  lifecycle.close()
  const { status, headers, body } = await exchange(port, [request('GET', '/health/live')])
  expect({ status, headers }).toMatchObject({
    status: 503,
    headers: { 'retry-after': '1', connection: 'close', 'x-content-type-options': 'nosniff' },
  })
  const [error] = JSON.parse(body).errors
  expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 })
  expect(error.properties.traceId).toBe(headers['x-request-id'])
})

/** Whether nothing listens on the port. */
const isRefused = ({ open: connect }: Started): Promise<boolean> =>
  connect().then(
    (connection) => {
      connection.close()
      return false
    },
    () => true,
  )

/** Waits until a request of the service waits for the lock. */
const waitForLock = ({ database: { client } }: Started): Promise<void> =>
  until(async () => {
    const { rows } = await client.query(`select 1 ${otherSessions} and wait_event_type = 'Lock'`)
    return rows.length > 0
  })
