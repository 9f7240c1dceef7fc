/** Conditions that stop a start: each message says what to change, and contains no secret. */

import dns from 'node:dns'
import { once } from 'node:events'
import { createServer as createTcpServer, type Server } from 'node:net'
import { createServer, type RunningServer, StartError, type StartOptions } from 'corollary'
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { databaseUrl, type FreshDatabase, freshDatabase } from '../support/database.js'
import { otherSessions } from '../support/sessions.js'
import notes from './apps/notes.js'

type Environment = NonNullable<StartOptions['environment']>

const quiet = { PLATFORM_LOG_LEVEL: 'silent', PLATFORM_HTTP_PORT: '0' }
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0).reverse()) await close()
})

const database = async (): Promise<FreshDatabase> => {
  const fresh = await freshDatabase()
  closing.push(() => fresh.close())
  return fresh
}

const start = async (environment: Environment): Promise<RunningServer> => {
  const server = await createServer(notes, { environment: { ...quiet, ...environment } })
  closing.push(() => server.close())
  return server
}

const refusalOf = async (environment: Environment): Promise<string> => {
  const failure = await start(environment).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StartError)
  return (failure as Error).message
}

const listen = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** A port without a listener. */
const closedPort = async (): Promise<number> => {
  const port = await listen(createTcpServer())
  await closing.pop()?.()
  return port
}

describe('the database of a start', () => {
  test('production requires a database', async () => {
    expect(await refusalOf({ NODE_ENV: 'production' })).toMatch(
      /^DATABASE_URL is missing\. .*PLATFORM_DATABASE_MODE/,
    )
  })

  test('the mode url requires an address', async () => {
    expect(await refusalOf({ PLATFORM_DATABASE_MODE: 'url' })).toBe(
      "Set DATABASE_URL: 'platform.database.mode' is 'url'.",
    )
  })

  const noAddress = [
    ['of another database', 'mysql://app:secret@localhost/app'],
    ['without a scheme', 'localhost:5432/app'],
    ['whose password was not escaped', 'postgresql://app:se/cret@localhost/app'],
  ] as const
  test.each(noAddress)('an address %s is refused with the valid format', async (_, url) => {
    const message = await refusalOf({ DATABASE_URL: url })
    expect(message).toContain('postgresql://user:password@host:5432/database')
    expect(message).not.toContain('cret')
  })

  /** `localhost` on most machines: two addresses, whose two failures are one error. */
  const bothFamilies = (_name: string, ...rest: unknown[]): void => {
    const done = rest.at(-1) as (error: null, addresses: object[]) => void
    done(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ])
  }
  const places = [
    ['127.0.0.1', undefined],
    ['localhost', undefined],
    ['both.test', bothFamilies],
  ] as const
  test.each(places)(
    'a server at %s that does not respond is named with the reason',
    async (host, lookup) => {
      const port = await closedPort()
      if (lookup) vi.spyOn(dns, 'lookup').mockImplementation(lookup as never)
      const message = await refusalOf({
        DATABASE_URL: `postgresql://app:secret@${host}:${port}/app`,
        PLATFORM_DATABASE_START_TIMEOUT_MS: '0',
      })
      const start = `The database at ${host}:${port}/app cannot be reached: `
      expect(message.slice(0, start.length)).toBe(start)
      expect(message.slice(start.length)).toMatch(/ECONNREFUSED.*Check DATABASE_URL/)
      expect(message).not.toContain('secret')
    },
  )

  test('a server that accepts the connection and sends nothing is given up', {
    timeout: 4_000,
  }, async () => {
    const silent = createTcpServer((socket) => void closing.push(async () => socket.destroy()))
    const message = await refusalOf({
      DATABASE_URL: `postgresql://app:secret@127.0.0.1:${await listen(silent)}/app`,
      PLATFORM_DATABASE_ACQUIRE_TIMEOUT_MS: '300',
      PLATFORM_DATABASE_START_TIMEOUT_MS: '0',
    })
    expect(message).toMatch(/cannot be reached: /)
  })

  test('a wrong password is reported without it', async () => {
    const { connection } = await database()
    const message = await refusalOf({
      DATABASE_URL: databaseUrl({ ...connection, password: 'wr0ng' }),
    })
    expect(message).toMatch(/^The database at .* cannot be reached: password authentication failed/)
    expect(message).not.toContain('wr0ng')
  })

  test('a database that does not exist is named', async () => {
    const { connection } = await database()
    const message = await refusalOf({
      DATABASE_URL: databaseUrl({ ...connection, database: 'absent' }),
    })
    expect(message).toMatch(/\/absent cannot be reached: database "absent" does not exist\./)
  })

  const socketForms: readonly ((url: URL, host: string) => string)[] = [
    (url, host) =>
      `postgresql://${url.username}:${url.password}@${encodeURIComponent(host)}:${url.port}${url.pathname}`,
    (url, host) =>
      `postgresql://${url.username}:${url.password}@${url.pathname}?host=${host}&port=${url.port}`,
    (url, host) =>
      `postgresql://${url.pathname}?host=${host}&port=${url.port}&user=${url.username}&password=${url.password}`,
  ]
  test.each([0, 1, 2])('a Unix socket may be given in form %i of libpq', async (form) => {
    const { connection } = await database()
    const { user, password, port, database: name, host } = connection
    const url = new URL(`postgresql://${user}:${encodeURIComponent(password)}@h:${port}/${name}`)
    url.port = String(port)
    const server = await start({ DATABASE_URL: socketForms[form]!(url, host) })
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
  })
})

/**
 * Counts connections for administration, which pipeline, and their round trips: statements that are
 * sent while no other runs.
 */
const countRoundTrips = (): { connections: number; roundTrips: number } => {
  const counted = { connections: 0, roundTrips: 0 }
  const running = new Map<pg.Client, number>()
  const { query } = pg.Client.prototype
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...sent) {
    const result: unknown = query.apply(this, sent as never)
    if (!this.pipeline) return result
    if (!running.has(this)) counted.connections++
    const before = running.get(this) ?? 0
    if (before === 0) counted.roundTrips++
    running.set(this, before + 1)
    const end = (): unknown => running.set(this, running.get(this)! - 1)
    ;(result as Promise<unknown>).then(end, end)
    return result
  })
  return counted
}

describe('running services', () => {
  test('a start on prepared tables waits for seven round trips on one connection', async () => {
    const { connection } = await database()
    const environment = { ...quiet, DATABASE_URL: databaseUrl(connection) }
    await (await createServer(notes, { environment })).close()
    const { prepare: _, ...prepared } = notes
    const counted = countRoundTrips()
    const server = await createServer(prepared, { environment })
    closing.push(() => server.close())
    expect(counted.connections).toBe(1)
    expect(counted.roundTrips).toBeLessThanOrEqual(7)
  })

  test('a service listens, logs its address and database, and stops once', async () => {
    const { connection } = await database()
    const server = await start({
      DATABASE_URL: databaseUrl(connection),
      PLATFORM_HTTP_CONTEXT_PATH: '/v1',
    })
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
    expect(server.database).toMatch(new RegExp(`^PostgreSQL at .*${connection.database}$`))
    expect(server.database).not.toContain(connection.password)
    const answer = await fetch(`${server.url}/api/desk/notes/all`)
    expect(answer.status).toBe(200)
    await Promise.all([server.close(), server.close()])
    await expect(fetch(server.url)).rejects.toThrow()
  })

  test('a port in use is named, with the setting, and the pool is closed', async () => {
    const { connection, client } = await database()
    const port = await listen(createTcpServer())
    const environment = { DATABASE_URL: databaseUrl(connection), PLATFORM_HTTP_PORT: String(port) }
    expect(await refusalOf(environment)).toBe(
      `Port ${port} on 127.0.0.1 is already in use; stop the program that listens there, or set PLATFORM_HTTP_PORT.`,
    )
    await expect
      .poll(async () => {
        const { rows } = await client.query(`select count(*)::int as others ${otherSessions}`)
        return rows[0].others
      })
      .toBe(0)
  })

  test('a service without authentication does not listen on remote addresses', async () => {
    expect(await refusalOf({ PLATFORM_HTTP_HOST: '0.0.0.0' })).toContain("not on '0.0.0.0'")
  })

  test('an application whose prepare fails stops the start with its own error', async () => {
    const { connection } = await database()
    const prepare = async () => {
      throw new Error('the seed is broken')
    }
    const environment = { ...quiet, DATABASE_URL: databaseUrl(connection) }
    await expect(createServer({ ...notes, prepare }, { environment })).rejects.toThrow(
      'the seed is broken',
    )
  })
})
