import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FilterOperation } from '../../src/contract/filter/table.js'
import { fieldOf } from '../support/filter-contract.js'
import { type FilterService, type Find, startFilterService } from '../support/filter-service.js'
import { onlyParcels, rowWith } from './ladders.js'

/**
 * Instants by id, in pairs one microsecond apart, at the boundaries of days that are not 24 hours
 * long: 2024-03-31 in Lisbon has 23 and 2024-10-27 has 25; in São Paulo 2018-11-04 starts at one
 * o'clock, 2019-02-16 has 25. Number 17 is null.
 */
const instants: readonly (string | null)[] = [
  '2024-03-30T23:59:59.999999Z',
  '2024-03-31T00:00:00Z',
  '2024-03-31T22:59:59.999999Z',
  '2024-03-31T23:00:00Z',
  '2024-10-26T22:59:59.999999Z',
  '2024-10-26T23:00:00Z',
  '2024-10-27T23:59:59.999999Z',
  '2024-10-28T00:00:00Z',
  '2018-11-04T02:59:59.999999Z',
  '2018-11-04T03:00:00Z',
  '2018-11-05T01:59:59.999999Z',
  '2018-11-05T02:00:00Z',
  '2019-02-16T01:59:59.999999Z',
  '2019-02-16T02:00:00Z',
  '2019-02-17T02:59:59.999999Z',
  '2019-02-17T03:00:00Z',
  null,
]
const dates = ['2024-03-30', '2024-03-31', '2024-04-01']

const utc = 'UTC'
const lisbon = 'Europe/Lisbon'
const saoPaulo = 'America/Sao_Paulo'
const tokyo = 'Asia/Tokyo'

let service: FilterService
let zones: Readonly<Record<string, Find>>
beforeAll(async () => {
  const rows = instants.map((instant, index) =>
    rowWith(index + 1, { instant, date: dates[index] ?? null }),
  )
  service = await startFilterService(onlyParcels(rows))
  zones = {
    [utc]: service.find,
    [lisbon]: await service.with({ 'platform.filter.zone-id': lisbon }),
    [saoPaulo]: await service.with({ 'platform.filter.zone-id': saoPaulo }),
    [tokyo]: await service.with({ 'platform.filter.zone-id': tokyo }),
  }
})
afterAll(() => service.close())

type DayCase = readonly [
  zone: string,
  operation: FilterOperation,
  operand: unknown,
  ids: readonly number[],
]

const overInstants: readonly DayCase[] = [
  [utc, 'ON_DATE', '2024-03-31', [2, 3, 4]],
  [lisbon, 'ON_DATE', '2024-03-31', [2, 3]],
  [saoPaulo, 'ON_DATE', '2024-03-31', [3, 4]],
  [saoPaulo, 'ON_DATE', '2024-03-30', [1, 2]],
  [utc, 'ON_DATE', '2024-10-27', [7]],
  [lisbon, 'ON_DATE', '2024-10-27', [6, 7]],
  [saoPaulo, 'ON_DATE', '2024-10-27', [7, 8]],
  [utc, 'ON_DATE', '2018-11-04', [9, 10]],
  [saoPaulo, 'ON_DATE', '2018-11-03', [9]],
  [saoPaulo, 'ON_DATE', '2018-11-04', [10, 11]],
  [saoPaulo, 'ON_DATE', '2018-11-05', [12]],
  [utc, 'ON_DATE', '2019-02-16', [13, 14]],
  [saoPaulo, 'ON_DATE', '2019-02-16', [14, 15]],
  [saoPaulo, 'ON_DATE', '2019-02-17', [16]],
  [tokyo, 'ON_DATE', '2024-03-31', [1, 2]],
  [saoPaulo, 'BETWEEN', ['2018-11-04', '2018-11-04'], [10, 11]],
  [lisbon, 'BETWEEN', ['2024-03-31', '2024-10-27'], [2, 3, 4, 5, 6, 7]],
  [lisbon, 'BETWEEN', { endDate: '2024-03-31', startDate: '2024-10-27' }, [2, 3, 4, 5, 6, 7]],
  [lisbon, 'BETWEEN', ['2024-10-27'], [6, 7, 8]],
  [saoPaulo, 'BETWEEN', [null, '2018-11-04'], [9, 10, 11]],
  [lisbon, 'BETWEEN_EXCLUSIVE', ['2024-03-30', '2024-10-27'], [2, 3, 4, 5]],
  [utc, 'BETWEEN_EXCLUSIVE', ['2024-03-30', '2024-10-27'], [2, 3, 4, 5, 6]],
  [lisbon, 'BETWEEN_EXCLUSIVE', ['2024-03-31'], [4, 5, 6, 7, 8]],
  [saoPaulo, 'BETWEEN_EXCLUSIVE', [null, '2019-02-16'], [9, 10, 11, 12, 13]],
  [lisbon, 'BETWEEN_EXCLUSIVE', ['2024-03-31', '2024-03-31'], []],
  [saoPaulo, 'NOT_BETWEEN', ['2018-11-04', '2024-10-27'], [9]],
  [utc, 'NOT_BETWEEN', ['2018-11-04', '2024-10-27'], [8]],
  [lisbon, 'NOT_BETWEEN', [null, '2024-10-27'], [8]],
  [saoPaulo, 'NOT_BETWEEN', ['2018-11-04'], [9]],
  [saoPaulo, 'OUTSIDE_RANGE', ['2018-11-04', '2024-10-27'], [9]],
  [lisbon, 'OUTSIDE_RANGE', ['2024-03-31', '2018-11-04'], [4, 5, 6, 7, 8]],
  [lisbon, 'OUTSIDE_RANGE', [null, '2024-10-26'], [6, 7, 8]],
  // A day with an instant: each bound keeps its own meaning.
  [lisbon, 'BETWEEN', ['2024-03-31', '2024-03-31T22:59:59.999999Z'], [2, 3]],
  [utc, 'BETWEEN', ['2024-03-31T23:00:00Z', '2024-03-31'], [4]],
  [utc, 'BETWEEN', ['2024-10-27', '2024-03-31T23:00:00Z'], [4, 5, 6, 7]],
  // Local times are those of the zone.
  [utc, 'EQUAL', '2024-03-31T23:00', [4]],
  [lisbon, 'EQUAL', '2024-10-27T00:00', [6]],
  [saoPaulo, 'EQUAL', '2018-11-04T01:00:00', [10]],
  [saoPaulo, 'EQUAL', '2019-02-15T23:59:59.999999', [13]],
  [lisbon, 'IN', ['2024-03-31T00:00', '2024-10-28T00:00:00.000'], [2, 8]],
  [lisbon, 'BETWEEN', ['2024-03-31T00:00', '2024-03-31T23:59:59.999999'], [2, 3]],
  [saoPaulo, 'GREATER_OR_EQUAL', '2024-10-27T21:00', [8]],
  // Days relative to now are counted in UTC, whatever the zone of calendar days.
  [utc, 'IN_LAST_DAYS', 1, [1, 2]],
  [lisbon, 'IN_LAST_DAYS', 1, [1, 2]],
  [saoPaulo, 'IN_LAST_DAYS', 1, [1, 2]],
  [saoPaulo, 'IN_NEXT_DAYS', 1, [3, 4]],
]

const overDates: readonly DayCase[] = [
  [utc, 'ON_DATE', '2024-03-31', [2]],
  [saoPaulo, 'ON_DATE', '2024-03-31', [2]],
  // Now is 2024-03-31 in UTC and the day before in São Paulo.
  [saoPaulo, 'IN_LAST_DAYS', 0, [2]],
  [saoPaulo, 'IN_LAST_DAYS', 1, [1, 2]],
  [tokyo, 'IN_NEXT_DAYS', 1, [2, 3]],
  // A midnight in UTC or in the zone is the date there.
  [utc, 'EQUAL', '2024-03-31T00:00:00Z', [2]],
  [utc, 'EQUAL', '2024-03-31T00:00:00.000Z', [2]],
  [utc, 'EQUAL', '2024-03-31T00:00', [2]],
  [utc, 'EQUAL', '2024-03-31T02:00:00+02:00', [2]],
  [saoPaulo, 'EQUAL', '2024-03-31T00:00:00Z', [2]],
  [saoPaulo, 'EQUAL', '2024-03-31T03:00:00Z', [2]],
  [saoPaulo, 'EQUAL', '2024-03-31T00:00:00-03:00', [2]],
  [saoPaulo, 'EQUAL', '2024-03-31T00:00:00', [2]],
  [lisbon, 'EQUAL', '2024-03-31T23:00:00Z', [3]],
  [tokyo, 'EQUAL', '2024-03-30T15:00:00Z', [2]],
  [tokyo, 'NOT_EQUAL', '2024-03-30T15:00:00Z', [1, 3]],
  [saoPaulo, 'IN', ['2024-03-30T03:00:00Z', '2024-04-01T00:00:00Z'], [1, 3]],
  [saoPaulo, 'BETWEEN', ['2024-03-31T03:00:00Z', null], [2, 3]],
  [saoPaulo, 'BETWEEN', { from: '2024-04-01', to: '2024-03-31T03:00:00Z' }, [2, 3]],
  [utc, 'ON_DATE', '2024-03-31T00:00:00Z', [2]],
]

describe.each([
  ['an instant', 'instant', overInstants],
  ['a date', 'date', overDates],
] as const)('over %s', (_, column, cases) => {
  test.each(cases)('in %s %s %j finds %j', async (zone, operation, operand, ids) => {
    const { status, ids: found } = await zones[zone]!({ [fieldOf(column, operation)]: operand })
    expect({ status, found }).toEqual({ status: 200, found: ids })
  })
})

const refused: readonly (readonly [zone: string, field: string, operand: unknown])[] = [
  [utc, 'date_EQUAL', '2024-03-31T03:00:00Z'],
  [utc, 'date_EQUAL', '2024-03-31T00:00:00.000001Z'],
  [utc, 'date_EQUAL', '2024-03-31T00:00:01Z'],
  [saoPaulo, 'date_EQUAL', '2024-03-31T04:00:00Z'],
  [saoPaulo, 'date_BETWEEN', ['2024-03-31T10:00:00Z']],
  [utc, 'date_EQUAL', '2024-02-30'],
  [utc, 'date_EQUAL', '2024-2-3'],
  [utc, 'date_EQUAL', '31/03/2024'],
  [utc, 'date_EQUAL', 20240331],
  [utc, 'instant_EQUAL', '2024-03-31'],
  [utc, 'instant_EQUAL', '2024-03-31 00:00:00Z'],
  [utc, 'instant_EQUAL', '2024-03-31T24:00:00Z'],
  [utc, 'instant_EQUAL', '2024-03-31T00:00:00.0000001Z'],
  [utc, 'instant_EQUAL', '2024-03-31T00:00:00+0100'],
  [utc, 'instant_EQUAL', 'now'],
  [utc, 'instant_EQUAL', 'infinity'],
  [utc, 'instant_EQUAL', 1711843200000],
  [utc, 'instant_BETWEEN', ['2024-02-30']],
  [utc, 'instant_BETWEEN', ['tomorrow']],
  [utc, 'instant_ON_DATE', '2024-03-31T10:00:00Z'],
  [utc, 'instant_ON_DATE', 0],
]
test.each(refused)('in %s %s refuses %j', async (zone, field, operand) => {
  const { status, problems } = await zones[zone]!({ [field]: operand })
  expect({ status, problems }).toMatchObject({
    status: 400,
    problems: [{ code: 'FILTER_PAYLOAD_INVALID', target: field }],
  })
})

/**
 * Instants exist before the first and after the last day of `yyyy-MM-dd`; clients use these days as
 * "forever".
 */
test('the first and the last day of the calendar can be used in every zone', async () => {
  const ends: readonly (readonly [string, unknown, number])[] = [
    ['instant_ON_DATE', '9999-12-31', 0],
    ['instant_ON_DATE', '0001-01-01', 0],
    ['instant_BETWEEN', ['2018-01-01', '9999-12-31'], 16],
    ['instant_BETWEEN', ['0001-01-01', '2025-01-01'], 16],
    ['instant_BETWEEN_EXCLUSIVE', ['0001-01-01', '9999-12-31'], 16],
  ]
  const answers: string[] = []
  for (const [zone, find] of Object.entries(zones)) {
    for (const [field, operand, right] of ends) {
      const { status, total } = await find({ [field]: operand })
      if (status === 200 && total === right) continue
      answers.push(`${zone} ${field} ${JSON.stringify(operand)}: ${status}, ${total} rows`)
    }
  }
  expect(answers).toEqual([])
})
