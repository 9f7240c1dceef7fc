/** A start waits for a database that comes later, and says so. */
import { once } from 'node:events'
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { createServer, StartError } from 'corollary'
import { createTestService } from 'corollary/testing'
import { afterEach, expect, test } from 'vitest'
import { databaseUrl, freshDatabase } from '../support/database.js'
import notes from './apps/notes.js'

const quiet = { PLATFORM_LOG_LEVEL: 'silent', PLATFORM_HTTP_PORT: '0' }
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const listen = async (server: Server, port = 0): Promise<number> => {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** The database behind a port of its own, which refuses connections until `open`. */
const laterDatabase = async () => {
  const fresh = await freshDatabase()
  closing.push(() => fresh.close())
  const { connection } = fresh
  const sockets = new Set<Socket>()
  const pass = (socket: Socket): void => {
    const { host, port } = connection
    const behind = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const connection of [socket, behind]) {
      sockets.add(connection)
      connection.on('error', () => undefined)
    }
    socket.pipe(behind).pipe(socket)
  }
  const proxy = createTcpServer(pass)
  const port = await listen(proxy)
  await new Promise((resolve) => proxy.close(resolve))
  closing.push(async () => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  return {
    url: databaseUrl({ ...connection, host: '127.0.0.1', port }),
    place: `127.0.0.1:${port}`,
    open: () => listen(proxy, port),
  }
}

test('a start waits for the database, and says what it waits for', async () => {
  const { url, place, open } = await laterDatabase()
  const lines: string[] = []
  const environment = { ...quiet, DATABASE_URL: url }
  const starting = createServer(notes, { environment, log: (line) => lines.push(line) })
  await expect.poll(() => lines).not.toHaveLength(0)
  expect(lines[0]).toBe(
    `Waiting for the database at ${place}: connect ECONNREFUSED ${place} (0 s of 60 s)`,
  )
  await open()
  const server = await starting
  closing.push(() => server.close())
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
})

test('a start gives up at its deadline', async () => {
  const { url, place } = await laterDatabase()
  const environment = {
    ...{ ...quiet, DATABASE_URL: url },
    PLATFORM_DATABASE_START_TIMEOUT_MS: '1200',
  }
  const failure = await createServer(notes, { environment }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StartError)
  expect((failure as Error).message).toMatch(
    new RegExp(`^The database at ${place}/\\S+ cannot be reached: connect ECONNREFUSED`),
  )
})

test('the time limits of requests are not those of a start', async () => {
  const { connection, close } = await freshDatabase()
  closing.push(close)
  const limited: string[] = []
  const onStatement = ({ text }: { text: string }): void => void limited.push(text)
  const service = await createTestService({ ...notes, connection, onStatement })
  closing.push(() => service.close())
  // Its failure does not fail the start.
  expect(limited).toEqual(['select 1'])
  // It opened the connection that the first request finds.
  const metrics = await service.app.inject('/metrics')
  expect(metrics.body).toContain('database_connections_idle 1\n')
})
