/** Names of time zones: every spelling has the same meaning, and none is cached. */
import { expect, test, vi } from 'vitest'
import { fullZoneName, isTimeZone } from '../../../src/foundation/time/zoned-time.js'
import { paths, usePeople } from '../use-people.js'

const app = usePeople()

test.each([
  ['US/Pacific-New', 'America/Los_Angeles'],
  ['Canada/East-Saskatchewan', 'America/Regina'],
  ['europe/lisbon', 'Europe/Lisbon'],
  ['EET', 'Europe/Athens'],
  ['UTC', 'UTC'],
])('the database uses %s as %s', async (timeZone, name) => {
  expect(isTimeZone(timeZone)).toBe(true)
  expect(fullZoneName(timeZone)).toBe(name)
  const answer = await app.send('POST', `${paths.employees}/stats/timeseries`, {
    filter: {},
    field: 'lastReviewAt',
    granularity: 'MONTH',
    timeZone,
  })
  expect(answer.statusCode, answer.body).toBe(200)
})

test('spellings are not cached', () => {
  const letters = [...'america/argentina/comodrivadavia']
  const spell = (number: number) =>
    letters.map((letter, at) => ((number >> at) & 1 ? letter.toUpperCase() : letter)).join('')
  isTimeZone(spell(0))
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  const areZones = Array.from({ length: 1_000 }, (_, number) => isTimeZone(spell(number)))
  expect(new Set(areZones)).toEqual(new Set([true]))
  expect(made).not.toHaveBeenCalled()
})

test('sort terms of an option source count a key once', async () => {
  const url = `${paths.employees}/option-sources/departments/options/filter?size=1`
  const sort = Array.from({ length: 50_000 }, () => 'label').concat('label,desc')
  const answer = await app.send('POST', url, { sort })
  expect(answer.json().sort.orders).toEqual([
    { property: 'label', direction: 'ASC' },
    { property: 'id', direction: 'ASC' },
  ])
})
