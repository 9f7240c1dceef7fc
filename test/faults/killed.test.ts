/** An administrator, or a crash, ends sessions of the service: the process lives, the next request works. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Answer,
  busySessions,
  employees,
  expectOutage,
  type FaultService,
  holdTable,
  post,
  read,
  skills,
  startFaultService,
  until,
} from './fault-service.js'

let service: FaultService
beforeAll(async () => {
  service = await startFaultService({ 'platform.database.pool-size': 1 })
})
afterAll(() => service.close())

const kill = async (signal: 'terminate' | 'cancel'): Promise<void> => {
  await service.database.client.query(`
    select pg_${signal}_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query not like '%lock table%'`)
}

const requests: readonly (readonly [string, () => Promise<Answer>])[] = [
  ['a read', () => read(service)],
  ['a filter', () => post(service, `${skills}/filter`, {})],
  ['/all', () => read(service, `${skills}/all`)],
  ['a create', () => post(service, skills, { code: 'KILL', name: 'x', category: 'x' })],
  ['a delete', () => Promise.resolve(service.app.inject({ method: 'DELETE', url: `${skills}/1` }))],
]

describe('a session that is terminated in the middle', () => {
  test.each(requests)('of %s: 503, and the next request works at once', async (_name, ask) => {
    for (let round = 0; round < 3; round++) {
      const lock = await holdTable(service, 'skills')
      const asked = ask()
      await until(async () => (await busySessions(service)).length > 0)
      await kill('terminate')
      expectOutage(await asked, 503, 'SERVICE_UNAVAILABLE')
      const next = await read(service, `${employees}/1`)
      expect({ status: next.statusCode, body: next.body }).toMatchObject({ status: 200 })
      await lock.release()
    }
  })
})

test.each(requests.slice(0, 4))(
  'a statement of %s that an administrator cancels is told as such, not as a fault',
  async (_name, ask) => {
    const lock = await holdTable(service, 'skills')
    const asked = ask()
    await until(async () => (await busySessions(service)).length > 0)
    await kill('cancel')
    const answer = await asked
    expect([503, 504]).toContain(answer.statusCode)
    await lock.release()
    expect((await read(service)).statusCode).toBe(200)
  },
)

test('sessions that are terminated while idle cost the next request nothing', async () => {
  for (let round = 0; round < 10; round++) {
    expect((await read(service)).statusCode).toBe(200)
    await kill('terminate')
    await until(async () => service.proxy.open === 0)
    const next = await read(service)
    expect({ status: next.statusCode, body: next.body }).toMatchObject({ status: 200 })
  }
})

test('nothing was written by what was killed', async () => {
  const { rows } = await service.database.client.query(`
    select code from skills where code in ('KILL', 'TS') order by code`)
  expect(rows).toEqual([{ code: 'TS' }])
})
