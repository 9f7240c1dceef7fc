/**
 * Dates from browsers in other zones: refused with a clear message, or accepted where the settings
 * say so.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  employees,
  type FaultService,
  post,
  startFaultService,
} from '../../faults/fault-service.js'
import { expectFailure, newEmployee, usePeople } from '../use-people.js'

const browserMidnight = '2024-01-15T03:00:00.000Z'

describe('date-times for dates, by default', () => {
  const people = usePeople()
  const inLisbon = usePeople({ 'platform.filter.zone-id': 'Europe/Lisbon' })
  const got = 'got a date-time that is not midnight in UTC'
  const hint =
    'which is accepted only if the setting platform.input.dates.allow-date-time-payload is true'

  test.each([
    ['a member', 'POST', '', newEmployee({ hiredOn: browserMidnight }), 'hiredOn'],
    ['a criterion', 'POST', '/filter', { lastReviewOn: browserMidnight }, 'lastReviewOn'],
    ['a bound', 'POST', '/filter', { hiredOnBetween: [browserMidnight] }, 'hiredOnBetween'],
  ] as const)(
    'a date-time in %s is refused with a message that names the setting which accepts it',
    async (_, method, url, body, target) => {
      const code = url === '' ? 'VALIDATION_FAILED' : 'FILTER_PAYLOAD_INVALID'
      const refused = { status: 400, code, targets: [target] }
      const [item] = expectFailure(await people.send(method, employees + url, body), refused)
      expect(item.message).toContain(`must be a date, yyyy-MM-dd; ${got}, ${hint}.`)
      const [other] = expectFailure(await inLisbon.send(method, employees + url, body), refused)
      expect(other.message).toContain(
        `must be a date, yyyy-MM-dd; ${got} or in Europe/Lisbon, ${hint}.`,
      )
    },
  )

  test('the error for a date-time without an offset names no setting, because none accepts it', async () => {
    const body = { lastReviewOn: '2024-01-15T03:00' }
    const { message } = (await people.send('POST', `${employees}/filter`, body)).json()
    expect(message).toBe(`Filter field 'lastReviewOn' must be a date, yyyy-MM-dd; ${got}.`)
  })

  test('the error for a day that does not exist says so, for dates and instants', async () => {
    const messageOf = async (body: object) =>
      (await people.send('POST', `${employees}/filter`, body)).json().message
    const date = 'must be a date, yyyy-MM-dd; got a day that does not exist'
    expect(await messageOf({ lastReviewOn: '2023-02-29' })).toContain(date)
    expect(await messageOf({ hiredOnBetween: ['2023-02-29'] })).toContain(date)
    const bound = 'must be an instant or a date, yyyy-MM-dd; got a day that does not exist'
    expect(await messageOf({ lastReviewBetween: ['2023-02-29'] })).toContain(bound)
    const instant = 'got a day that does not exist'
    expect(await messageOf({ lastReviewBetween: ['2023-02-29T10:00:00Z'] })).toContain(instant)
  })
})

describe('date-times for dates, where the setting allows them', () => {
  const people = usePeople({ 'platform.input.dates.allow-date-time-payload': true })
  const find = async (body: object) => (await people.page(employees, '', body)).totalElements

  test('writes use the date of the local midnight', async () => {
    const created = await people.create(employees, newEmployee({ hiredOn: browserMidnight }))
    expect(created.hiredOn).toBe('2024-01-15')
    const eastern = newEmployee({ hiredOn: '2024-01-14T15:00:00Z' })
    expect((await people.create(employees, eastern)).hiredOn).toBe('2024-01-15')
  })

  test('criteria and bounds use the date of the local midnight', async () => {
    const days = { from: '2020-01-01T03:00:00.000Z', to: '2020-12-30T11:00:00.000Z' }
    const expected = await find({ hiredOnBetween: ['2020-01-01', '2020-12-31'] })
    expect(expected).toBeGreaterThan(0)
    expect(await find({ hiredOnBetween: days })).toBe(expected)
    const [{ day }] = await people.rows(
      `select (last_review_at at time zone 'UTC')::date::text as day
       from employees where last_review_at is not null limit 1`,
    )
    expect(await find({ lastReviewOn: `${day}T03:00:00.000Z` })).toBe(
      await find({ lastReviewOn: day }),
    )
  })

  test('instants are unaffected, and other texts are still refused', async () => {
    const at = '2024-01-15T03:00:00Z'
    const created = await people.create(employees, newEmployee({ lastReviewAt: at }))
    expect(created.lastReviewAt).toBe(at)
    for (const wrong of ['2024-01-15T03:00', '2023-02-29T03:00:00Z', '15.01.2024', 5]) {
      const answer = await people.send('POST', `${employees}/filter`, { lastReviewOn: wrong })
      const refused = { status: 400, code: 'FILTER_PAYLOAD_INVALID', targets: ['lastReviewOn'] }
      expectFailure(answer, refused)
    }
  })
})

describe('the log of date-times for dates', () => {
  const allow = { 'platform.input.dates.allow-date-time-payload': true }
  const services: FaultService[] = []
  beforeAll(async () => {
    services.push(await startFaultService(allow))
    const silent = { ...allow, 'platform.input.dates.log-legacy-date-time-payload': false }
    services.push(await startFaultService(silent))
  })
  afterAll(() => Promise.all(services.map((service) => service.close())))

  test('the log names resource and field once a minute, unless it is turned off', async () => {
    const [logging, silent] = services as [FaultService, FaultService]
    for (const service of services) {
      for (const _ of [1, 2]) {
        await post(service, `${employees}/filter`, { hiredOnBetween: [browserMidnight] })
      }
    }
    const message = 'a date-time was read as a date; send yyyy-MM-dd'
    const lines = logging
      .log()
      .split('\n')
      .filter((line) => line.includes(message))
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { resource: 'human-resources.employees', field: 'hiredOnBetween' },
    ])
    expect(logging.log()).not.toContain(browserMidnight)
    expect(silent.log()).not.toContain(message)
  })
})
