/** Clients that read streams slowly or not at all, on real sockets: other requests are served. */
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exchange, listen, request } from '../http/protocol/raw-socket.js'
import { isNightly } from '../support/effort.js'
import {
  busySessions,
  employees,
  expectOutage,
  type FaultService,
  post,
  read,
  skills,
  startFaultService,
  until,
  whileHeld,
  within,
} from './fault-service.js'

/** 12 000 rows of 3 KB that hardly compress: larger than the buffers of a socket. */
const fillSkills = `
  alter table skills alter column category type text;
  insert into skills (code, name, category)
  select 'S' || n, 'S' || n, (
    select string_agg(encode(sha512((n || '-' || i)::bytea), 'hex'), '') from generate_series(1, 24) i)
  from generate_series(1, 12000) n`

const started: FaultService[] = []
const sockets: Socket[] = []
const start = async (settings: Readonly<Record<string, unknown>>): Promise<FaultService> => {
  const service = await startFaultService(settings)
  started.push(service)
  return service
}
const startWithSkills = async (
  settings: Readonly<Record<string, unknown>>,
): Promise<readonly [FaultService, port: number]> => {
  const service = await start(settings)
  await service.database.client.query(fillSkills)
  return [service, await listen(service.app)]
}
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await Promise.all(started.map((service) => service.close()))
})

const exportOf = (format: string): string => {
  const body = JSON.stringify({ format, sort: ['id'] })
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) }
  return request('POST', `${skills}/export`, headers, body)
}
const formats = ['json', 'csv', 'xlsx']
const all = request('GET', `${skills}/all`)

/** Sends a request and reads nothing until `resume` or `drip`. */
const open = (port: number, text: string): Socket => {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.pause()
  socket.write(text)
  return socket
}

/** Reads a little at a time, without a pause that would count as a stall. */
const drip = (socket: Socket, bytesPerSecond: number): void => {
  const timer = setInterval(() => void socket.read(bytesPerSecond / 20), 50)
  socket.once('close', () => clearInterval(timer))
}

const connections = ({ app }: FaultService): Promise<number> =>
  new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

/** Waits until the log has a further line with this text, and all that the stream held is free. */
const stops = async (service: FaultService, text: string, run: () => void): Promise<void> => {
  const lines = () => service.log().split(text).length
  const before = lines()
  run()
  await until(async () => lines() > before)
  await until(async () => (await busySessions(service)).length === 0)
  await until(async () => (await connections(service)) === 0)
}

describe('more slow readers than connections', () => {
  let service: FaultService
  let port = 0
  beforeAll(async () => {
    ;[service, port] = await startWithSkills({
      'platform.database.pool-size': 2,
      'platform.database.stream-pool-size': 2,
      'platform.database.acquire-timeout-ms': 5_000,
    })
    const readers = Array.from({ length: 10 }, (_, index) =>
      open(port, index % 2 === 0 ? exportOf('json') : all),
    )
    for (const reader of readers) drip(reader, 48_000)
    await until(async () => (await busySessions(service)).length === 2)
  })

  test('reads, pages and readiness are served during slow streams', async () => {
    for (let round = 0; round < 5; round++) {
      const answers = await within(
        10_000,
        Promise.all([
          read(service, '/health/ready'),
          read(service, `${employees}/1`),
          post(service, `${employees}/filter`, {}),
        ]),
      )
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    }
    expect(await busySessions(service)).toHaveLength(2)
  })

  test('a further stream is refused with 503 and Retry-After', async () => {
    const refused = await Promise.all([
      read(service, `${skills}/all`),
      post(service, `${skills}/export`, {}),
    ])
    for (const response of refused) expectOutage(response, 503, 'SERVICE_UNAVAILABLE')
  })

  test('HEAD of /all needs no stream', async () => {
    const answer = await service.app.inject({ method: 'HEAD', url: `${skills}/all` })
    expect(answer.statusCode).toBe(200)
  })

  test('the metrics count the streams', async () => {
    const { body } = await read(service, '/metrics')
    expect(body).toContain('\ndatabase_streams 2\n')
  })

  test('streams are served again when the readers have disconnected', async () => {
    for (const socket of sockets) socket.destroy()
    await until(async () => (await busySessions(service)).length === 0)
    const { status, body } = await exchange(port, [exportOf('csv')])
    expect(status).toBe(200)
    expect(body.length).toBeGreaterThan(30_000_000)
  })

  test.each(formats)(
    'a client that leaves an export as %s frees its connection',
    async (format) => {
      const socket = open(port, exportOf(format))
      await until(async () => (await busySessions(service)).length === 1)
      socket.destroy()
      await until(async () => (await busySessions(service)).length === 0)
    },
  )
})

test('the readiness check does not wait for a request when all connections are in use', async () => {
  const service = await start({
    'platform.database.pool-size': 1,
    'platform.database.acquire-timeout-ms': 2_000,
  })
  const waiting = await whileHeld(service, 'skills', async () => {
    const held = read(service)
    await until(async () => (await busySessions(service)).length === 1)
    const checks = await Promise.all(
      Array.from({ length: 20 }, () => read(service, '/health/ready')),
    )
    expect(new Set(checks.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    return [held]
  })
  expect((await waiting[0])!.statusCode).toBe(200)
})

describe('clients that read nothing', () => {
  let service: FaultService
  let port = 0
  beforeAll(async () => {
    ;[service, port] = await startWithSkills({ 'platform.database.stall-timeout-ms': 500 })
  })

  test.each(formats)(
    'an export as %s is stopped when the client reads nothing, and its connection and socket are closed',
    (format) => stops(service, 'took nothing for 500 ms', () => open(port, exportOf(format))),
  )
})

/** Their service has no short limit for a pause: a busy machine may make one. */
describe('clients that read slowly', () => {
  let service: FaultService
  let port = 0
  beforeAll(async () => {
    ;[service, port] = await startWithSkills({ 'platform.http.stream-timeout-ms': 1_500 })
  })

  // The next test does the same with JSON, which CSV is written like.
  test.each(isNightly ? formats : ['xlsx'])(
    'an export as %s is stopped after its maximum duration',
    (format) =>
      stops(service, 'longer than 1500 ms', () => drip(open(port, exportOf(format)), 400_000)),
  )

  test('an incomplete response never looks complete', async () => {
    const socket = open(port, exportOf('json'))
    await stops(service, 'longer than 1500 ms', () => drip(socket, 400_000))
    let rest = ''
    socket.on('data', (bytes) => {
      rest = (rest + bytes).slice(-20)
    })
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.resume()
    await within(60_000, closed)
    expect(rest).not.toMatch(/0\r\n\r\n$/)
  })
})
