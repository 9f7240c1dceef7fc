/** What responses that were cut, and refusals, leave in the log and in the metrics. */
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  busySessions,
  employees,
  type FaultService,
  read,
  skills,
  startFaultService,
  until,
  whileHeld,
} from '../faults/fault-service.js'
import { exchange, listen, open, request } from '../http/protocol/raw-socket.js'

/** 12 000 rows of 3 KB that hardly compress: larger than the buffers of a socket. */
const fillSkills = `
  alter table skills alter column category type text;
  insert into skills (code, name, category)
  select 'S' || n, 'S' || n, (select string_agg(md5(n || '-' || i), '') from generate_series(1, 96) i)
  from generate_series(1, 12000) n`

let service: FaultService
let port = 0
beforeAll(async () => {
  service = await startFaultService({ 'platform.log.client-address': true })
  await service.database.client.query(fillSkills)
  port = await listen(service.app)
})
afterAll(() => service?.close())

type Line = Readonly<Record<string, unknown>>
const linesOf = (traceId: string): readonly Line[] =>
  service
    .log()
    .split('\n')
    .filter((line) => line.includes(`"reqId":"${traceId}"`))
    .map((line) => JSON.parse(line))
const lineOf = async (traceId: string): Promise<Line> => {
  await until(async () => linesOf(traceId).length > 0)
  return linesOf(traceId)[0]!
}
const metric = async (name: string): Promise<number> => {
  const { body } = await read(service, '/metrics')
  const line = body.split('\n').find((each) => each.startsWith(`${name} `))
  return Number(line?.split(' ').at(-1) ?? 0)
}

/** Sends a request, reads the beginning of its response, and resets the connection. */
const cut = (text: string): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('close', () => resolve())
    socket.once('data', () => socket.resetAndDestroy())
    socket.write(text)
  })
const exportOf = (format: string, traceId: string): string => {
  const body = JSON.stringify({ format })
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) }
  return request('POST', `${skills}/export`, { ...headers, 'X-Request-ID': traceId }, body)
}

test.each([
  ['an export as json', 'POST', '/export', (id: string) => exportOf('json', id)],
  ['an export as csv', 'POST', '/export', (id: string) => exportOf('csv', id)],
  ['an export as xlsx', 'POST', '/export', (id: string) => exportOf('xlsx', id)],
  ['/all', 'GET', '/all', (id: string) => request('GET', `${skills}/all`, { 'X-Request-ID': id })],
])('%s that the client cuts is logged with its caller and bytes, and counted', async (...row) => {
  const [name, method, path, textOf] = row
  const route = `${skills}${path}`
  const aborted = `http_requests_aborted_total{route="${route}"}`
  const counted = `http_request_duration_seconds_count{method="${method}",route="${route}",status="200"}`
  const before = [await metric(aborted), await metric(counted)]
  const traceId = `cut-${name.replaceAll(/\W/g, '-')}`
  await cut(textOf(traceId))
  const line = await lineOf(traceId)
  expect(line).toMatchObject({
    ...{ msg: 'request aborted', method, route, caller: 'development', status: 200 },
    ...{ aborted: true, client: '127.0.0.1' },
  })
  expect(line['bytes']).toBeGreaterThan(0)
  expect(line['bytes']).toBeLessThan(36_000_000)
  expect(linesOf(traceId)).toHaveLength(1)
  expect([await metric(aborted), await metric(counted)]).toEqual(before.map((n) => n + 1))
})

test('a request whose client leaves before the response has no status in its line', async () => {
  const route = `${skills}/:id`
  const counted = `http_request_duration_seconds_count{method="GET",route="${route}",status="none"}`
  await whileHeld(service, 'skills', async () => {
    const connection = await open(port)
    connection.write(request('GET', `${skills}/1`, { 'X-Request-ID': 'early' }))
    await until(async () => (await busySessions(service)).length === 1)
    connection.close()
    const line = await lineOf('early')
    expect(line).toMatchObject({ msg: 'request aborted', aborted: true, caller: 'development' })
    expect(line).not.toHaveProperty('status')
  })
  expect(await metric(counted)).toBe(1)
})

test('a stream of changes that its client ends is logged with its caller', async () => {
  const text = request('GET', `${employees}/changes`, { 'X-Request-ID': 'stream' })
  await cut(text)
  const line = await lineOf('stream')
  expect(line).toMatchObject({ route: `${employees}/changes`, aborted: true, status: 200 })
  expect(line['caller']).toBe('development')
})

test('a path that cannot be decoded is logged and counted', async () => {
  const head = { 'X-Request-ID': 'undecodable' }
  const { status } = await exchange(port, [request('GET', `${skills}/%zz`, head)])
  expect(status).toBe(400)
  expect(await lineOf('undecodable')).toMatchObject({ status: 400, code: 'INVALID_PARAMETER' })
})

test('a complete response is not aborted, and a failure has its code', async () => {
  const headers = { 'x-request-id': 'missing' }
  await service.app.inject({ method: 'GET', url: `${skills}/999999`, headers })
  const line = await lineOf('missing')
  expect(line).toMatchObject({ msg: 'request completed', code: 'RESOURCE_NOT_FOUND', status: 404 })
  expect(line).not.toHaveProperty('aborted')
  expect(line).not.toHaveProperty('reason')
})
