/**
 * Sessions of the service are terminated: the process stays alive, and the next request succeeds.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { otherSessions } from '../support/sessions.js'
import {
  type Answer,
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
    'platform.database.pool-size': 1,
    'platform.database.acquire-timeout-ms': 1_000,
  })
})
afterAll(() => service.close())

/** Terminates the sessions that run a statement, or those that are idle. */
const kill = async (signal: 'terminate' | 'cancel', isIdle = false): Promise<void> => {
  await service.database.client.query(`
    select pg_${signal}_backend(pid) ${otherSessions} and query not like '%lock table%'
      and (state = 'idle') = ${isIdle}`)
}

const requests: readonly (readonly [string, () => Promise<Answer>])[] = [
  ['a read', () => read(service)],
  ['a filter', () => post(service, `${skills}/filter`, {})],
  ['/all', () => read(service, `${skills}/all`)],
  ['a create', () => post(service, skills, { code: 'KILL', name: 'x', category: 'x' })],
  ['a delete', () => Promise.resolve(service.app.inject({ method: 'DELETE', url: `${skills}/1` }))],
]

/**
 * Inside the statement that waits for the lock: a cancel between two statements of a transaction
 * has no effect.
 */
const isWaiting = async (): Promise<boolean> => {
  const { rows } = await service.database.client.query(`
    select ${otherSessions} and wait_event_type = 'Lock'`)
  return rows.length > 0
}

/** Lets a request wait inside a statement, ends that statement, and returns the response. */
const killed = (ask: () => Promise<Answer>, signal: 'terminate' | 'cancel'): Promise<Answer> =>
  whileHeld(service, 'skills', async () => {
    const reply = ask()
    await until(isWaiting)
    await kill(signal)
    const answer = await within(2_000, reply)
    // Immediately, before the pool could notice by itself.
    const next = await within(2_000, read(service, '/api/human-resources/departments/1'))
    expect({ status: next.statusCode, body: next.body }).toMatchObject({ status: 200 })
    return answer
  })

test.each(requests)(
  'a session that is terminated during %s: 503, and the next request succeeds immediately',
  async (_name, ask) => {
    for (let round = 0; round < 2; round++) {
      expectOutage(await killed(ask, 'terminate'), 503, 'SERVICE_UNAVAILABLE')
    }
  },
)

test.each(requests)(
  'a statement of %s that an administrator cancels is not an internal error',
  async (_name, ask) => {
    const answer = await killed(ask, 'cancel')
    expect([503, 504]).toContain(answer.statusCode)
  },
)

test('sessions that are terminated while idle do not affect the next request', async () => {
  for (let round = 0; round < 5; round++) {
    expect((await read(service)).statusCode).toBe(200)
    await kill('terminate', true)
    await until(async () => service.proxy.open === 0)
    const next = await read(service)
    expect({ status: next.statusCode, body: next.body }).toMatchObject({ status: 200 })
  }
})

test('a killed write has written nothing', async () => {
  await killed(requests[3]![1], 'terminate').catch(() => undefined)
  const { client } = service.database
  expect((await client.query("select 1 from skills where code = 'KILL'")).rows).toEqual([])
})
