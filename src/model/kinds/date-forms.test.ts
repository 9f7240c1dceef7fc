import { describe, expect, test } from 'vitest'
import { browserMidnightToDate, describeForDate } from './date-forms.js'

describe('a date-time that a browser made of a local midnight', () => {
  /** Local midnight of 2024-01-15, in zones from east to west. */
  const midnights = [
    ['Kiritimati, UTC+14', '2024-01-14T10:00:00.000Z', '2024-01-14'],
    ['Auckland, UTC+13', '2024-01-14T11:00:00.000Z', '2024-01-15'],
    ['Tokyo, UTC+9', '2024-01-14T15:00:00.000Z', '2024-01-15'],
    ['Delhi, UTC+5:30', '2024-01-14T18:30:00.000Z', '2024-01-15'],
    ['Berlin, UTC+1', '2024-01-14T23:00:00.000Z', '2024-01-15'],
    ['Azores, UTC-1', '2024-01-15T01:00:00.000Z', '2024-01-15'],
    ['São Paulo, UTC-3', '2024-01-15T03:00:00.000Z', '2024-01-15'],
    ['Marquesas, UTC-9:30', '2024-01-15T09:30:00.000Z', '2024-01-15'],
    ['Honolulu, UTC-10', '2024-01-15T10:00:00.000Z', '2024-01-15'],
  ] as const
  test.each(midnights)('of %s: %s is read as %s', (_zone, sent, date) => {
    expect(browserMidnightToDate(sent)).toBe(date)
  })

  const edges: readonly (readonly [string, string | undefined])[] = [
    ['2024-01-15T10:30:00Z', '2024-01-15'],
    ['2024-01-15T10:30:00.000001Z', '2024-01-16'],
    ['2024-01-15T10:30:01Z', '2024-01-16'],
    ['2024-01-15T00:00:00-03:00', '2024-01-15'],
    ['2024-01-15T00:00:00+13:00', '2024-01-15'],
    ['2024-02-28T23:00:00+00:00', '2024-02-29'],
    ['2023-12-31T22:00:00Z', '2024-01-01'],
    ['9999-12-31T09:00:00Z', '9999-12-31'],
    ['9999-12-31T11:00:00Z', undefined],
    ['2024-01-15T03:00:00', undefined],
    ['2024-01-15', undefined],
    ['2023-02-29T03:00:00Z', undefined],
    ['x', undefined],
  ]
  test.each(edges)('%s is read as %s', (sent, date) => {
    expect(browserMidnightToDate(sent)).toBe(date)
  })
})

test.each([
  ['2023-02-29', 'UTC', 'a day that does not exist'],
  ['2024-01-15T03:00:00Z', 'UTC', 'a date-time that is not midnight in UTC'],
  ['2024-01-15T03:00', 'UTC', 'a date-time that is not midnight in UTC'],
  [
    '2024-01-15T03:00:00Z',
    'Europe/Lisbon',
    'a date-time that is not midnight in UTC or in Europe/Lisbon',
  ],
  ['15.01.2024', 'UTC', undefined],
  [5, 'UTC', undefined],
])('%s with the zone %s is described as %s', (sent, zone, expected) => {
  expect(describeForDate(sent, zone)?.toString()).toBe(expected)
})
