/**
 * Many concurrent requests: those above a limit are refused immediately, the others are served in
 * order.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type FaultService,
  startFaultService,
  until,
  whileHeld,
} from '../../faults/fault-service.js'
import { paths } from '../use-people.js'
import { exchange, listen, open, parseAnswers, type RawAnswer, request } from './raw-socket.js'

const { skills } = paths
const limit = 5
const totalLimit = 8
let service: FaultService
let port = 0
beforeAll(async () => {
  service = await startFaultService({
    'platform.http.max-in-flight-per-connection': limit,
    'platform.http.max-in-flight': totalLimit,
  })
  port = await listen(service.app)
})
afterAll(() => service.close())

const get = (path: string, headers = {}) =>
  request('GET', path, { Connection: 'keep-alive', ...headers })
const pipeline = (count: number, path = `${skills}/1`): string =>
  Array.from({ length: count }, () => get(path)).join('')
const statusesOf = (answers: readonly RawAnswer[]): readonly number[] =>
  answers.map(({ status }) => status)

const expectOverload = ({ status, headers, body }: RawAnswer): void => {
  expect({ status, headers }).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
  expect(JSON.parse(body)).toMatchObject({
    status: 'failure',
    errors: [{ code: 'SERVICE_UNAVAILABLE' }],
  })
}

describe('requests on one connection', () => {
  test('one connection has a limit of requests in progress; further ones get 503', async () => {
    const connection = await open(port)
    connection.write(pipeline(3 * limit) + request('GET', `${skills}/1`))
    await connection.closed
    const answers = parseAnswers(connection.received())
    expect(answers).toHaveLength(3 * limit + 1)
    expect(statusesOf(answers.slice(0, limit))).toEqual(Array(limit).fill(200))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused) expectOverload(answer)
  })

  test('each of 2 000 pipelined requests gets a response, and the connection stays usable', async () => {
    const count = 2_000
    const connection = await open(port)
    for (let sent = 0; sent < count; sent += 100) connection.write(pipeline(100))
    connection.write(request('GET', '/health/live'))
    await connection.closed
    const answers = parseAnswers(connection.received())
    expect(answers).toHaveLength(count + 1)
    expect(new Set(statusesOf(answers))).toEqual(new Set([200, 503]))
    const next = await exchange(port, [request('GET', `${skills}/1`)])
    expect(next.status).toBe(200)
  })

  test('a connection that closes during requests leaves none in progress', async () => {
    for (let round = 0; round < 2 * totalLimit; round++) {
      const connection = await open(port)
      connection.write(pipeline(limit))
      if (round % 2 === 0) await connection.receives(/ 200 /)
      connection.close()
    }
    await until(async () => {
      const connection = await open(port)
      connection.write(`${pipeline(limit - 1)}${request('GET', `${skills}/1`)}`)
      await connection.closed
      return statusesOf(parseAnswers(connection.received())).every((status) => status === 200)
    })
  })
})

test('all connections together have a limit, which does not apply to health checks', async () => {
  await whileHeld(service, 'skills', async () => {
    const connections = await Promise.all(Array.from({ length: totalLimit }, () => open(port)))
    for (const connection of connections) connection.write(get(`${skills}/1`))
    const inProgress = async () =>
      (await exchange(port, [request('GET', `${skills}/nonsense`)])).status === 503
    await until(inProgress)
    expectOverload(await exchange(port, [request('GET', `${skills}/1`)]))
    for (const path of ['/health/live', '/health/ready']) {
      expect((await exchange(port, [request('GET', path)])).status).toBe(200)
    }
    for (const connection of connections) connection.close()
  })
  await until(async () => (await exchange(port, [request('GET', `${skills}/1`)])).status === 200)
})

test('connections beyond their limit are closed at once, and later ones are accepted', async () => {
  const few = await startFaultService({ 'platform.http.max-connections': 2 })
  const place = await listen(few.app)
  const first = await open(place)
  const second = await open(place)
  for (const connection of [first, second]) {
    connection.write(get('/health/live'))
    await connection.receives(/ 200 /)
  }
  const third = await open(place)
  await third.closed
  expect(third.received()).toBe('')
  first.close()
  await until(async () => {
    const next = await open(place)
    next.write(request('GET', '/health/live'))
    await next.closed
    return / 200 /.test(next.received())
  })
  second.close()
  await few.close()
})
