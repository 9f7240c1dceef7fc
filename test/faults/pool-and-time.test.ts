/** Too many requests, and slow ones: 503 and 504, and the service recovers afterwards. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

const started: FaultService[] = []
const start = async (settings: Readonly<Record<string, unknown>>): Promise<FaultService> => {
  const service = await startFaultService(settings)
  started.push(service)
  return service
}
afterAll(() => Promise.all(started.map((service) => service.close())))

describe('an exhausted pool', () => {
  let service: FaultService
  beforeAll(async () => {
    service = await start({
      'platform.database.pool-size': 2,
      'platform.database.acquire-timeout-ms': 200,
    })
    // On a busy machine, opening a connection takes longer than requests wait here for one.
    await until(async () => {
      await Promise.all([1, 2].map((id) => read(service, `${employees}/${id}`)))
      const metrics = await service.app.inject({ method: 'GET', url: '/metrics' })
      return metrics.body.includes('database_connections 2')
    })
  })

  test('an exhausted pool is 503 with Retry-After, and waiting requests are served eventually', async () => {
    const waiting = await whileHeld(service, 'employees', async () => {
      const reads = [1, 2].map((id) => read(service, `${employees}/${id}`))
      await until(async () => (await busySessions(service)).length === 2)
      expectOutage(await read(service), 503, 'SERVICE_UNAVAILABLE')
      // Errors in a body are reported without a connection.
      expect((await post(service, skills, { code: 'POOL' })).statusCode).toBe(400)
      const create = { code: 'POOL', name: 'x', category: 'x' }
      expectOutage(await post(service, skills, create), 503, 'SERVICE_UNAVAILABLE')
      return reads
    })
    expect((await Promise.all(waiting)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect((await read(service)).statusCode).toBe(200)
  })

  test('failing requests lose no connection', async () => {
    const failing = Array.from({ length: 30 }, (_, index) => [
      read(service, `${skills}/999999`),
      read(service, `${skills}/abc`),
      post(service, skills, { code: 'JAVA', name: `n${index}`, category: 'x' }),
      post(service, `${employees}/filter`, { nope: 1 }),
    ])
    for (const answers of failing) await Promise.all(answers)
    const answers = await Promise.all([1, 2, 3, 4].map((id) => read(service, `${employees}/${id}`)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  })
})

test('a full queue for connections is an immediate 503', async () => {
  const service = await start({
    'platform.database.pool-size': 1,
    'platform.database.max-waiting': 2,
    'platform.database.acquire-timeout-ms': 60_000,
  })
  const served = await whileHeld(service, 'skills', async () => {
    const first = read(service)
    await until(async () => (await busySessions(service)).length === 1)
    const waiting = [read(service), read(service)]
    await until(async () => {
      const metrics = await service.app.inject({ method: 'GET', url: '/metrics' })
      return /database_requests_waiting 2/.test(metrics.body)
    })
    expectOutage(await within(60_000, read(service)), 503, 'SERVICE_UNAVAILABLE')
    return [first, ...waiting]
  })
  expect((await Promise.all(served)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
})

describe('statements that take too long', () => {
  let service: FaultService
  beforeAll(async () => {
    service = await start({
      'platform.database.pool-size': 2,
      'platform.database.statement-timeout-ms': 250,
      'platform.database.stream-statement-timeout-ms': 250,
      'platform.database.lock-timeout-ms': 5_000,
    })
  })

  const slow: readonly (readonly [string, () => Promise<Awaited<ReturnType<typeof read>>>])[] = [
    ['a read', () => read(service, `${skills}/1`)],
    ['a filter', () => post(service, `${skills}/filter`, {})],
    ['/all', () => read(service, `${skills}/all`)],
    ['by-ids', () => read(service, `${skills}/by-ids?ids=1,2`)],
    ['a create', () => post(service, skills, { code: 'SLOW', name: 'x', category: 'x' })],
  ]

  test.each(slow)(
    '%s gets 504, and its statement is cancelled at the server',
    async (_name, ask) => {
      await whileHeld(service, 'skills', async () => {
        expectOutage(await within(2_000, ask()), 504, 'QUERY_TIMEOUT')
        await until(async () => (await busySessions(service)).length === 0, 2_000)
      })
      expect((await read(service)).statusCode).toBe(200)
    },
  )

  test('a timeout does not affect the next request', async () => {
    for (let round = 0; round < 5; round++) {
      await whileHeld(service, 'skills', () => Promise.all([read(service), read(service)]))
      const answers = await Promise.all(
        [1, 2, 3, 4].map((id) => read(service, `${employees}/${id}`)),
      )
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    }
  })

  test('a write that timed out has written nothing', async () => {
    const { rows } = await service.database.client.query("select 1 from skills where code = 'SLOW'")
    expect(rows).toEqual([])
  })
})

describe('writes that wait for locks', () => {
  let service: FaultService
  beforeAll(async () => {
    service = await start({ 'platform.database.lock-timeout-ms': 150 })
  })

  test('a write that waits too long gets 503 with Retry-After', async () => {
    const { client } = service.database
    await client.query('begin')
    await client.query('select 1 from employees where id = 1 for update')
    const url = `${employees}/1/profile`
    const patch = () => service.app.inject({ method: 'PATCH', url, payload: { nickname: 'x' } })
    expectOutage(await patch(), 503, 'SERVICE_UNAVAILABLE')
    await client.query('rollback')
    expect((await patch()).statusCode).toBe(200)
  })

  test('a write is repeated after a deadlock, and succeeds', async () => {
    const patient = await start({})
    const { client, connection } = patient.database
    await client.query(`alter database ${connection.database} set deadlock_timeout = '300ms'`)
    await client.query("set deadlock_timeout = '10s'")
    const made = ['A', 'B'].map((code) => post(patient, skills, { code, name: 'x', category: 'x' }))
    const ids = (await Promise.all(made)).map((answer) => answer.json().data.id).sort()
    await client.query('begin')
    await client.query('update skills set name = name where id = $1', [Math.max(...ids)])
    const batch = { method: 'DELETE', url: `${skills}/batch`, payload: ids } as const
    const deleted = Promise.resolve(patient.app.inject(batch))
    // Long enough to wait, short enough that the deadlock is not yet detected.
    await sleep(100)
    // Now each waits for the other; the service detects the deadlock and is rolled back.
    await client.query('update skills set name = name where id = $1', [Math.min(...ids)])
    await client.query('commit')
    // Without a second attempt it would be refused: the lock timeout is seconds away.
    expect((await deleted).statusCode).toBe(204)
  })
})
