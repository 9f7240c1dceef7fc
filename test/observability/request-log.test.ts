/** What a request leaves in the log and in its headers about the time that it took. */
import { afterEach, expect, test } from 'vitest'
import {
  employees,
  type FaultService,
  post,
  read,
  skills,
  startFaultService,
  until,
} from '../faults/fault-service.js'
import { listen } from '../http/protocol/raw-socket.js'

let service: FaultService | undefined
afterEach(async () => {
  await service?.close()
  service = undefined
})

const start = async (settings: Readonly<Record<string, unknown>>): Promise<FaultService> => {
  service = await startFaultService(settings)
  return service
}

type Line = Readonly<Record<string, unknown>>
const linesOf = ({ log }: FaultService, message: string): readonly Line[] =>
  log()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === message)

const secret = 'S3CRET'

test('the line of a request has its caller, size, times and trace id', async () => {
  const observed = await start({})
  const url = `${employees}/1`
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` }
  const response = await observed.app.inject({ method: 'GET', url, headers })
  const [line] = linesOf(observed, 'request completed')
  expect(line).toMatchObject({
    reqId: traceId,
    method: 'GET',
    route: `${employees}/:id`,
    caller: expect.any(String),
    status: 200,
    bytes: Buffer.byteLength(response.body),
    waitMs: expect.any(Number),
  })
  const { ms, dbMs } = line as { readonly ms: number; readonly dbMs: number }
  expect(dbMs).toBeGreaterThan(0)
  expect(ms).toBeGreaterThanOrEqual(dbMs)
})

test('the line of a streamed response has the bytes that were sent', async () => {
  const observed = await start({})
  const port = await listen(observed.app)
  const response = await fetch(`http://127.0.0.1:${port}${skills}/all`, {
    headers: { 'accept-encoding': 'identity' },
  })
  const body = await response.text()
  await until(async () => linesOf(observed, 'request completed').length > 0)
  const [line] = linesOf(observed, 'request completed')
  // With headers and the framing of chunks.
  expect(line!['bytes']).toBeGreaterThan(body.length)
  expect(line!['bytes']).toBeLessThan(body.length + 2_000)
})

test('requests are not logged if platform.log.requests is false', async () => {
  const observed = await start({ 'platform.log.requests': false })
  expect((await read(observed)).statusCode).toBe(200)
  expect(linesOf(observed, 'request completed')).toEqual([])
})

test('a slow query is logged with its text, rows, route and trace id, without values', async () => {
  const observed = await start({ 'platform.log.slow-query-ms': 50 })
  await observed.database.client.query(`
    create function slow() returns boolean language sql as 'select pg_sleep(0.1) is not null';
    alter table skills rename to stored_skills;
    create view skills as select * from stored_skills where slow()`)
  const headers = { 'x-request-id': 'find-me' }
  const url = `${skills}/by-ids?ids=1`
  const response = await observed.app.inject({ method: 'GET', url, headers })
  expect(response.statusCode, response.body).toBe(200)
  // Statements of the service itself may be slow, too, on a busy machine.
  const lines = linesOf(observed, 'slow query').filter(({ traceId }) => traceId === 'find-me')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ level: 40, rows: 1 })
  expect(lines[0]).toMatchObject({ route: `${skills}/by-ids` })
  expect(lines[0]!['ms']).toBeGreaterThanOrEqual(100)
  expect(lines[0]!['sql']).toMatch(/select[\s\S]+from[\s\S]+skills/)
})

test('a statement that is cancelled at its limit is logged with its SQLSTATE', async () => {
  const observed = await start({
    'platform.log.slow-query-ms': 50,
    'platform.database.statement-timeout-ms': 200,
  })
  await observed.database.client.query(`
    create function slow() returns trigger language plpgsql
      as 'begin perform pg_sleep(5); return new; end';
    create trigger slow before insert on skills for each row execute function slow()`)
  const body = { code: secret, name: secret, category: secret }
  expect((await post(observed, skills, body)).statusCode).toBe(504)
  // Other statements may be slow, too, on a busy machine.
  const lines = linesOf(observed, 'slow query').filter(({ code }) => code === '57014')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ route: skills })
  expect(observed.log()).not.toContain(secret)
})

test('fast queries are not logged', async () => {
  const observed = await start({})
  expect((await read(observed)).statusCode).toBe(200)
  expect(linesOf(observed, 'slow query')).toEqual([])
})

test('Server-Timing has the time of queries, the queue and the rest, if it is turned on', async () => {
  const observed = await start({ 'platform.http.server-timing': true })
  const timing = String((await read(observed)).headers['server-timing'])
  const [, db, queue, app] = /^db;dur=(\S+), queue;dur=(\S+), app;dur=(\S+)$/.exec(timing)!
  expect(Number(db)).toBeGreaterThan(0)
  expect(Number(queue)).toBeGreaterThanOrEqual(0)
  expect(Number(app)).toBeGreaterThanOrEqual(0)
  const health = await read(observed, '/health/live')
  expect(health.headers['server-timing']).toMatch(/^db;dur=0\.0, queue;dur=0\.0, app;dur=/)
})

test('responses have no Server-Timing by default', async () => {
  const observed = await start({})
  expect((await read(observed)).headers).not.toHaveProperty('server-timing')
})
