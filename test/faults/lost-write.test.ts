/** The connection is lost while a write waits for a lock: the server gives it up by itself. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { otherSessions } from '../support/sessions.js'
import {
  expectOutage,
  type FaultService,
  post,
  skills,
  startFaultService,
  until,
} from './fault-service.js'

let service: FaultService
beforeAll(async () => {
  service = await startFaultService({
    'platform.database.statement-timeout-ms': 300,
    'platform.database.lock-timeout-ms': 60_000,
  })
})
afterAll(() => service.close())

test('and commits nothing when the lock becomes free', async () => {
  const { client } = service.database
  const create = (code: string) => post(service, skills, { code, name: code, category: 'x' })
  expect((await create('FIRST')).statusCode).toBe(201)
  await client.query('begin')
  await client.query(`insert into skills (code, name, category) values ('LOST', 'held', 'x')`)
  const waiting = create('LOST')
  await until(async () => (await lockWaits()) === 1)
  service.proxy.freeze()
  const answer = await waiting
  expectOutage(answer, 504, 'QUERY_TIMEOUT')
  expect(answer.json().errors[0].message).toContain('Check whether its changes were saved')
  await until(async () => (await lockWaits()) === 0)
  await client.query('rollback')
  await service.proxy.mend()
  const { rows } = await client.query(`select 1 from skills where code = 'LOST'`)
  expect(rows).toEqual([])
})

/** Sessions that wait for a lock. */
const lockWaits = async (): Promise<number> => {
  const { rows } = await service.database.client.query(
    `select count(*)::int as n ${otherSessions} and wait_event_type = 'Lock'`,
  )
  return rows[0].n
}
