import { expect, test } from 'vitest'
import type { Field } from '../../../service/shape.js'
import { printCell, readCell } from './cell-text.js'

const field = (members: Partial<Field>): Field => ({
  ...{ name: 'f', label: 'F', type: 'text', controlType: 'input', order: 0 },
  ...{ nullable: true, schema: {} },
  ...members,
})

const number = field({ type: 'number' })
const money = field({ type: 'number', currency: 'EUR' })
const date = field({ type: 'date', format: 'date' })
const local = field({ type: 'date', format: 'date-time-local' })
const time = field({ type: 'date', format: 'time-local' })
const flag = field({ type: 'boolean' })
const status = field({
  options: [
    { value: 'ON_LEAVE', label: 'On leave' },
    { value: 'ACTIVE', label: 'Active' },
  ],
})

test.each([
  [number, 'en', '1,234.5', 1234.5],
  [number, 'de', '1.234,5', 1234.5],
  [number, 'pt', '-3', -3],
  [number, 'en', ' ', null],
  [number, 'en', '12345678901234567890.5', '12345678901234567890.5'],
  [money, 'en', 'EUR 1,234.50', 1234.5],
  [money, 'de', '1.234,50 €', 1234.5],
  [date, 'en-US', '2026-03-01', '2026-03-01'],
  [date, 'en-US', '3/1/2026', '2026-03-01'],
  [date, 'en-GB', '3/1/2026', '2026-01-03'],
  [date, 'de', '1.3.2026', '2026-03-01'],
  [date, 'sv', '2026/3/1', '2026-03-01'],
  [local, 'en-US', '2026-03-01T09:30:00', '2026-03-01T09:30:00'],
  [local, 'en-US', '3/1/2026, 9:30:15 PM', '2026-03-01T21:30:15'],
  [local, 'de', '1.3.2026 9:30', '2026-03-01T09:30:00'],
  [local, 'de', '1.3.2026', '2026-03-01T00:00:00'],
  [time, 'en', '12:05 am', '00:05:00'],
  [time, 'en', '23:59:58', '23:59:58'],
  [flag, 'en', 'TRUE', true],
  [flag, 'en', 'no', false],
  [flag, 'en', '', null],
  [status, 'en', 'on leave', 'ON_LEAVE'],
  [status, 'en', 'ACTIVE', 'ACTIVE'],
  [field({}), 'en', ' a ', ' a '],
  [field({ nullable: false }), 'en', '', ''],
  [field({ type: 'array', schema: { items: { type: 'integer' } } }), 'en', '1, 2', [1, 2]],
  [field({ type: 'array', schema: { items: { type: 'string' } } }), 'en', 'a, b; c', ['a, b', 'c']],
])('a text is read in the language of the user (%#)', (of, language, text, value) => {
  expect(readCell(of, text, language)).toEqual({ value })
})

test.each([
  [number, 'abc', '“abc” is not a number.'],
  [date, '2026-02-30', '“2026-02-30” is not a date.'],
  [date, '1/3/26', '“1/3/26” is not a date.'],
  [local, '2026-01-01 25:00', '“2026-01-01 25:00” is not a date with a time.'],
  [time, '13:00 pm', '“13:00 pm” is not a time of day.'],
  [flag, 'maybe', '“maybe” is neither yes nor no.'],
  [status, 'Gone', '“Gone” is not one of: On leave, Active.'],
])('a text that is not a value is explained (%#)', (of, text, message) => {
  expect(readCell(of, text, 'en')).toEqual({ message })
})

test('instants are read and printed in the zone of the browser', () => {
  const instant = field({ type: 'date', format: 'date-time' })
  const value = '2026-03-01T09:30:00Z'
  expect(readCell(instant, value, 'en')).toEqual({ value })
  expect(readCell(instant, printCell(instant, value, 'en'), 'en')).toEqual({ value })
  expect(readCell(instant, '2026-03-01T09:30:00+02:00', 'en')).toEqual({
    value: '2026-03-01T07:30:00Z',
  })
})

test.each([
  [number, 1234.5, 'de', '1234,5'],
  [money, '1234.50', 'en', '1234.50'],
  [date, '2026-03-01', 'en', '2026-03-01'],
  [local, '2026-03-01T09:30:00', 'en', '2026-03-01 09:30:00'],
  [flag, true, 'en', 'Yes'],
  [status, 'ACTIVE', 'en', 'Active'],
  [status, null, 'en', ''],
])('a value is printed for spreadsheets (%#)', (of, value, language, text) => {
  expect(printCell(of, value, language)).toBe(text)
  expect(readCell(of, text, language)).toEqual({
    value: typeof value === 'string' && of === money ? Number(value) : value,
  })
})
