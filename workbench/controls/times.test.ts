import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  inputToInstant,
  inputToLocal,
  inputToTime,
  instantToInput,
  localToInput,
  presetRange,
  timeToInput,
} from './times.js'

beforeEach(() => {
  vi.stubEnv('TZ', 'America/New_York')
})

describe('instants are entered in the zone of the user', () => {
  test.each([
    ['2026-03-20T15:45:00Z', '2026-03-20T11:45'],
    ['2026-01-01T02:00:30.123456Z', '2025-12-31T21:00:30'],
    ['0099-06-01T12:00:00Z', '0099-06-01T07:03:58'],
  ])('%s is shown as %s', (instant, input) => {
    expect(instantToInput(instant)).toBe(input)
  })

  test.each([
    ['2026-03-20T11:45', '2026-03-20T15:45:00Z'],
    ['2025-12-31T21:00:30', '2026-01-01T02:00:30Z'],
    // This time does not exist: clocks go forward.
    ['2026-03-08T02:30', '2026-03-08T07:30:00Z'],
  ])('%s means %s', (input, instant) => {
    expect(inputToInstant(input)).toBe(instant)
  })

  test('nothing entered is null, and what is not an instant is not shown', () => {
    expect(inputToInstant('')).toBeNull()
    expect([instantToInput(null), instantToInput('soon'), instantToInput(5)]).toEqual(['', '', ''])
  })
})

test('date-times without a zone and times are not moved', () => {
  expect(localToInput('2026-03-20T15:45:00.123456')).toBe('2026-03-20T15:45')
  expect(localToInput('2026-03-20T15:45:09')).toBe('2026-03-20T15:45:09')
  expect(inputToLocal('2026-03-20T15:45')).toBe('2026-03-20T15:45:00')
  expect(timeToInput('15:45:00')).toBe('15:45')
  expect([inputToTime('15:45'), inputToTime('')]).toEqual(['15:45:00', null])
})

describe('presets are whole days in the zone of the user', () => {
  const now = new Date('2026-03-09T02:00:00Z') // 8 March, 22:00, in New York
  test.each([
    ['today', ['2026-03-08', '2026-03-08']],
    ['last7Days', ['2026-03-02', '2026-03-08']],
    ['thisMonth', ['2026-03-01', '2026-03-31']],
    ['last30Days', ['2026-02-07', '2026-03-08']],
    ['thisYear', ['2026-01-01', '2026-12-31']],
  ] as const)('%s of dates', (key, range) => {
    expect(presetRange(key, now, 'date')).toEqual(range)
  })

  test('a day on which clocks go forward has 23 hours', () => {
    expect(presetRange('today', now, 'instant')).toEqual([
      '2026-03-08T05:00:00Z',
      '2026-03-09T03:59:59.999999Z',
    ])
  })

  test('without a zone', () => {
    expect(presetRange('thisMonth', now, 'local')).toEqual([
      '2026-03-01T00:00:00',
      '2026-03-31T23:59:59.999999',
    ])
  })
})
