import { afterEach, expect, test } from 'vitest'
import { browserLanguages, zone } from '../browser/locale.js'
import type { Field } from '../service/shape.js'
import { formatClock, formatNumber, formatValue } from './format.js'

const speak = (language: string, ofUser = 'UTC'): void => {
  browserLanguages.value = [language]
  zone.value = ofUser
}
afterEach(() => {
  browserLanguages.value = []
  zone.value = 'UTC'
})

const field = (format: string): Field =>
  ({ name: 'at', label: 'At', type: 'date', format }) as Field

test('a date-time without a zone is printed as the user writes times, and not moved', () => {
  speak('en-GB', 'America/New_York')
  const local = formatValue(field('date-time-local'), '2026-03-20T15:45:09.123456')
  expect(local).toBe('20/03/2026, 15:45:09')
})

test('an instant is printed in the zone of the user', () => {
  speak('en-GB', 'America/New_York')
  expect(formatValue(field('date-time'), '2026-03-20T15:45:09Z')).toBe('20/03/2026, 11:45:09')
  expect(formatClock(new Date('2026-03-20T15:45:09Z'))).toBe('11:45:09')
})

test.for([
  ['en', '1,234,567.5'],
  ['de-DE', '1.234.567,5'],
  ['pt-BR', '1.234.567,5'],
] as const)('numbers in %s are printed as %s', ([language, text]) => {
  speak(language)
  expect(formatNumber(1234567.5)).toBe(text)
})

test.for([
  ['en', 'centimeter', 161, '161 cm'],
  ['de', 'kilogram', '28250.5', '28.250,50 kg'],
  ['en', 'percent', 7.5, '7.50%'],
  ['en', 'day', 1, '1.00 days'],
  ['en', 'parsec', 3, '3.00'],
] as const)('in %s, a number of the unit %s keeps its digits', ([language, unit, value, text]) => {
  speak(language)
  const shape = { name: 'size', label: 'Size', type: 'number', valuePresentation: { unit } }
  const numericFormat = unit === 'centimeter' ? {} : { numericFormat: '0.00' }
  expect(formatValue({ ...shape, ...numericFormat } as unknown as Field, value)).toBe(text)
})

test.for([
  ['builtYear', '1985'],
  ['year', '1985'],
  ['invoiceNumber', '1985'],
  ['lineNo', '1985'],
  ['years', '1,985'],
  ['casino', '1,985'],
  ['numberOfItems', '1,985'],
] as const)('a number that is called %s is printed as %s', ([name, text]) => {
  speak('en')
  expect(formatNumber(1985, { name })).toBe(text)
})
