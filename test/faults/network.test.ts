/**
 * Connections to the database that break, stop or slow down while clients write: no acknowledged
 * write is lost, none is done twice, and the service recovers.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '../http/protocol/raw-socket.js'
import { effort } from '../support/effort.js'
import { otherSessions } from '../support/sessions.js'
import { type FaultService, read, startFaultService, until, whileHeld } from './fault-service.js'
import { expectSound, writeDuring } from './ledger.js'

let service: FaultService
let url = ''
beforeAll(async () => {
  service = await startFaultService({
    'platform.database.pool-size': 4,
    'platform.database.acquire-timeout-ms': 400,
    'platform.database.statement-timeout-ms': 400,
  })
  url = `http://127.0.0.1:${await listen(service.app)}`
})
afterAll(() => service.close())

const repeat = async (work: () => Promise<unknown>): Promise<void> => {
  for (let round = 0; round < effort(2, 20); round++) {
    await work()
    await sleep(50)
  }
}

const faults: readonly (readonly [string, () => Promise<unknown>])[] = [
  [
    'connections that are cut',
    () =>
      repeat(async () => {
        await service.proxy.cut()
        await sleep(150)
        await service.proxy.mend()
      }),
  ],
  ['connections that are reset', () => repeat(async () => service.proxy.reset())],
  [
    'connections that are frozen',
    () =>
      repeat(async () => {
        service.proxy.freeze()
        await sleep(600)
        await service.proxy.mend()
        service.proxy.reset()
      }),
  ],
  [
    'responses of the database that are lost',
    () =>
      repeat(async () => {
        service.proxy.mute('OTHER')
        await sleep(500)
        await service.proxy.mend()
      }),
  ],
  [
    'a slow network',
    () =>
      repeat(async () => {
        service.proxy.delay(150)
        await sleep(500)
        await service.proxy.mend()
      }),
  ],
  [
    'sessions that are terminated',
    () =>
      repeat(() =>
        service.database.client.query(`select pg_terminate_backend(pid) ${otherSessions}`),
      ),
  ],
  ['a full pool', () => repeat(() => whileHeld(service, 'absence_requests', () => sleep(500)))],
]

test.each(faults)('%s lose and double no acknowledged write', async (name, fault) => {
  const { connection } = service.database
  const account = await writeDuring({ urls: [url], connection }, name, fault)
  // 409: the earlier request with the key is still running.
  expectSound(account, ['409', '503', '504'])
  await until(async () => (await read(service)).statusCode === 200)
})

test('no connection is lost after all of these', async () => {
  // One more than the pool has, so that each of its connections is used.
  const answers = await Promise.all(Array.from({ length: 5 }, () => read(service)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200))
  const { rows } = await service.database.client.query(`
    select count(*)::int as n ${otherSessions} and state like 'idle in transaction%'`)
  expect(rows).toEqual([{ n: 0 }])
})
