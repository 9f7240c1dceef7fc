/** The clock of the machine is set back or forward while the service runs. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  employees,
  type FaultService,
  post,
  read,
  skills,
  startFaultService,
  until,
} from './fault-service.js'

const hour = 3_600_000
const start = Date.parse('2026-03-20T12:00:00Z')
let time = start
let service: FaultService
beforeAll(async () => {
  const settings = { 'platform.database.acquire-timeout-ms': 400 }
  service = await startFaultService(settings, { now: () => new Date(time) })
})
beforeEach(() => {
  time = start
})
afterAll(() => service.close())

const shifts = [
  ['an hour back', -hour],
  ['ten years back', -87_600 * hour],
  ['a day forward', 24 * hour],
  ['ten years forward', 87_600 * hour],
] as const

describe.each(shifts)('a clock that is set %s', (name, shift) => {
  test('a write is repeated with its key, and done once', async () => {
    const payload = { code: `CLOCK${shift / hour}`, name, category: 'x' }
    const create = () =>
      service.app.inject({
        ...{ method: 'POST', url: skills, payload },
        headers: { 'idempotency-key': payload.code },
      })
    const first = await create()
    time += shift
    const again = await create()
    expect([first.statusCode, again.statusCode]).toEqual([201, 201])
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.json().data.id).toBe(first.json().data.id)
  })

  test('a walk along cursors continues on the same set', async () => {
    const walk = async (after: string) =>
      (
        await post(service, `${employees}/filter/cursor?size=5&sort=id${after}`, {
          lastReviewInLastDays: 36_500,
        })
      ).json().data
    const first = await walk('')
    const expected = await walk(`&after=${first.next}`)
    time += shift
    const seen = await walk(`&after=${first.next}`)
    expect(seen.content.map(({ id }: { id: number }) => id)).toEqual(
      expected.content.map(({ id }: { id: number }) => id),
    )
  })

  test('an unchanged record is still 304', async () => {
    const url = `${employees}/1`
    const { etag } = (await read(service, url)).headers
    time += shift
    const headers = { 'if-none-match': String(etag) }
    expect((await service.app.inject({ method: 'GET', url, headers })).statusCode).toBe(304)
  })

  test('an outage is logged', async () => {
    const lines = () => service.log().split('"SERVICE_UNAVAILABLE"').length
    const outage = async (): Promise<void> => {
      await service.proxy.cut()
      expect((await read(service)).statusCode).toBe(503)
      await service.proxy.mend()
      await until(async () => (await read(service)).statusCode === 200)
    }
    await outage()
    const before = lines()
    time += shift
    await outage()
    expect(lines()).toBeGreaterThan(before)
  })
})
