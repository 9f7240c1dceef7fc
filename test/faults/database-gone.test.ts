/**
 * The database is unreachable: requests get 503, nothing hangs, and service resumes when it is
 * back.
 */
import { startTestServer } from 'corollary/testing'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import sample from '../../examples/people/app.js'
import { prepareDatabase } from '../../examples/people/database/seed.js'
import { createTestService } from '../../src/testing.js'
import {
  type Answer,
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

let service: FaultService
beforeAll(async () => {
  service = await startFaultService({
    'platform.database.acquire-timeout-ms': 400,
    'platform.database.statement-timeout-ms': 400,
  })
})
afterEach(async () => {
  await service.proxy.mend()
  service.proxy.reset()
  await until(async () => service.proxy.open === 0)
})
afterAll(() => service.close())

const requests: readonly (readonly [string, () => Promise<Answer>])[] = [
  ['a read', () => read(service)],
  ['a filter', () => post(service, `${employees}/filter`, {})],
  ['/all', () => read(service, `${skills}/all`)],
  ['a create', () => post(service, skills, { code: 'GONE', name: 'x', category: 'x' })],
  ['the check of readiness', () => read(service, '/health/ready')],
]

describe('refused connections', () => {
  test.each(requests)('%s gets 503 with Retry-After', async (_name, ask) => {
    await service.proxy.cut()
    expectOutage(await ask(), 503, 'SERVICE_UNAVAILABLE')
  })

  test('the process stays alive without a database', async () => {
    await service.proxy.cut()
    expect((await read(service, '/health/live')).statusCode).toBe(200)
  })

  test('requests that need no database are served', async () => {
    await service.proxy.cut()
    expect((await read(service, `${skills}/x`)).statusCode).toBe(400)
    expect((await read(service, '/nope')).statusCode).toBe(404)
  })

  test('service resumes when the database is back', async () => {
    const isServed = async () => (await read(service)).statusCode === 200
    await until(isServed)
    await service.proxy.cut()
    expectOutage(await read(service), 503, 'SERVICE_UNAVAILABLE')
    await service.proxy.mend()
    // A first connection may take longer than the limit on a busy machine.
    await until(isServed)
  })
})

describe('connections that break while they are idle', () => {
  test('broken idle connections cause at most a 503, and soon none', async () => {
    await Promise.all(Array.from({ length: 8 }, () => read(service)))
    for (let round = 0; round < 5; round++) {
      service.proxy.reset()
      const answers = await Promise.all(Array.from({ length: 8 }, () => read(service)))
      for (const answer of answers) {
        if (answer.statusCode !== 200) expectOutage(answer, 503, 'SERVICE_UNAVAILABLE')
      }
      await until(async () => (await read(service)).statusCode === 200)
    }
  })
})

describe('connections that break during a request', () => {
  const cases = requests.filter(([name]) => name !== 'the check of readiness')

  test.each(cases)('%s gets 503, and the next request is served', async (_name, ask) => {
    await whileHeld(service, 'employees, skills', async () => {
      const reply = ask()
      await until(async () => (await busySessions(service)).length > 0)
      service.proxy.reset()
      expectOutage(await within(60_000, reply), 503, 'SERVICE_UNAVAILABLE')
    })
    await until(async () => (await read(service)).statusCode === 200, 2_000)
  })
})

describe('a network that drops all packets', () => {
  test('a request that needs a new connection gets 503', async () => {
    await Promise.all(Array.from({ length: 10 }, () => read(service)))
    service.proxy.reset()
    await until(async () => service.proxy.open === 0)
    service.proxy.freeze()
    expectOutage(await within(60_000, read(service)), 503, 'SERVICE_UNAVAILABLE')
  })

  test.each(requests)('%s on an open connection is still served', async (_name, ask) => {
    await read(service)
    service.proxy.freeze()
    const answer = await within(60_000, ask())
    expect([503, 504]).toContain(answer.statusCode)
  })
})

describe('a database that refuses logins', () => {
  /**
   * Runs statements from outside, ends the sessions of the service, and returns its next response.
   */
  const answerAfter = async (change: string, undo: string): Promise<Answer> => {
    const { connection } = service.database
    const outside = new pg.Client({ ...connection, database: 'postgres' })
    await outside.connect()
    try {
      await outside.query(`alter database ${connection.database} ${change}`)
      service.proxy.reset()
      await until(async () => service.proxy.open === 0)
      return await within(60_000, read(service))
    } finally {
      await outside.query(`alter database ${connection.database} ${undo}`)
      await outside.end()
    }
  }

  test('a database that refuses logins is 503', async () => {
    const answer = await answerAfter('allow_connections false', 'allow_connections true')
    expectOutage(answer, 503, 'SERVICE_UNAVAILABLE')
  })
})

test('a server that is shutting down is 503, and so is one that is starting', async () => {
  const server = await startTestServer()
  const client = new pg.Client(server.connection)
  await client.connect()
  await prepareDatabase({ client, args: ['--edge-cases', '--employees', '1'], report: () => {} })
  await client.end()
  const { app, close } = await createTestService({
    resources: sample.resources,
    connection: server.connection,
    settings: { 'platform.database.acquire-timeout-ms': 1_000 },
  })
  expect((await read({ app })).statusCode).toBe(200)
  await server.close()
  for (let round = 0; round < 3; round++) {
    expectOutage(await read({ app }), 503, 'SERVICE_UNAVAILABLE')
  }
  await close()
})
