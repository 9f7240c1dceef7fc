/** The database goes away: requests are told so, nothing hangs, and it is used again when it is back. */
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

describe('a connection that is refused', () => {
  test.each(requests)('answers %s with 503 and Retry-After', async (_name, ask) => {
    await service.proxy.cut()
    expectOutage(await ask(), 503, 'SERVICE_UNAVAILABLE')
  })

  test('does not make the process look dead', async () => {
    await service.proxy.cut()
    expect((await read(service, '/health/live')).statusCode).toBe(200)
  })

  test('does not hinder what needs no database', async () => {
    await service.proxy.cut()
    expect((await read(service, `${skills}/x`)).statusCode).toBe(400)
    expect((await read(service, '/nope')).statusCode).toBe(404)
  })

  test('is over when the database is back', async () => {
    expect((await read(service)).statusCode).toBe(200)
    await service.proxy.cut()
    expectOutage(await read(service), 503, 'SERVICE_UNAVAILABLE')
    await service.proxy.mend()
    expect((await read(service)).statusCode).toBe(200)
  })
})

describe('connections that break while they are idle', () => {
  test('cost no request more than a 503, and soon none at all', async () => {
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

describe('a connection that breaks in the middle of a request', () => {
  const cases = requests.filter(([name]) => name !== 'the check of readiness')

  test.each(cases)('answers %s with 503, and serves the next', async (_name, ask) => {
    await whileHeld(service, 'employees, skills', async () => {
      const asked = ask()
      await until(async () => (await busySessions(service)).length > 0)
      service.proxy.reset()
      expectOutage(await within(2_000, asked), 503, 'SERVICE_UNAVAILABLE')
    })
    await until(async () => (await read(service)).statusCode === 200, 2_000)
  })
})

describe('a network that swallows everything', () => {
  test('answers a request that needs a new connection with 503', async () => {
    await Promise.all(Array.from({ length: 10 }, () => read(service)))
    service.proxy.reset()
    await until(async () => service.proxy.open === 0)
    service.proxy.freeze()
    expectOutage(await within(2_000, read(service)), 503, 'SERVICE_UNAVAILABLE')
  })

  test.each(requests)('answers %s on a standing connection all the same', async (_name, ask) => {
    await read(service)
    service.proxy.freeze()
    const answer = await within(1_500, ask())
    expect([503, 504]).toContain(answer.statusCode)
  })
})

describe('a database that lets nobody in', () => {
  /** Runs statements from outside, hurts the service by ending its sessions, and looks at its answer. */
  const answerAfter = async (change: string, undo: string): Promise<Answer> => {
    const { connection } = service.database
    const outside = new pg.Client({ ...connection, database: 'postgres' })
    await outside.connect()
    try {
      await outside.query(`alter database ${connection.database} ${change}`)
      service.proxy.reset()
      await until(async () => service.proxy.open === 0)
      return await within(2_000, read(service))
    } finally {
      await outside.query(`alter database ${connection.database} ${undo}`)
      await outside.end()
    }
  }

  test('is away: 503', async () => {
    const answer = await answerAfter('allow_connections false', 'allow_connections true')
    expectOutage(answer, 503, 'SERVICE_UNAVAILABLE')
  })
})

test('a server that is stopped answers 503, as one that is starting does', async () => {
  const server = await startTestServer()
  const client = new pg.Client(server.connection)
  await client.connect()
  await prepareDatabase({ client, args: ['--employees', '1'], report: () => {} })
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
