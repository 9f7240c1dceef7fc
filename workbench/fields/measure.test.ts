import { expect, test } from 'vitest'
import type { Field } from '../service/shape.js'
import { exactMeasure, formatMeasure, unitNameOf, unitOf } from './measure.js'

test.for([
  [0, 'byte', '0 bytes'],
  [999, 'byte', '999 bytes'],
  [-1_400_000, 'byte', '-1.4 MB'],
  [999_949, 'byte', '999.9 kB'],
  [999_950, 'byte', '1 MB'],
  [-999_999_999, 'byte', '-1 GB'],
  [2_340_000_000, 'byte', '2.3 GB'],
  [5e15, 'byte', '5,000 TB'],
  [0, 'second', '0 sec'],
  [59.64, 'second', '59.6 sec'],
  [59.96, 'second', '1 min'],
  [3599.7, 'second', '1 hr'],
  [3725, 'second', '1 hr 2 min'],
  [-90, 'second', '-1 min -30 sec'],
  [86_399, 'second', '1 day'],
  [210, 'millisecond', '210 ms'],
  [343_719, 'millisecond', '5 min 44 sec'],
  [90, 'minute', '1 hr 30 min'],
  [36, 'hour', '1 day 12 hr'],
] as const)('%d of the unit %s is printed as %s', ([value, unit, text]) => {
  expect(formatMeasure(value, unit, 'en-US')).toBe(text)
})

test('a measure is printed in the language of the user', () => {
  expect(formatMeasure(1_400_000, 'byte', 'de')).toBe('1,4 MB')
  expect(exactMeasure('12345678901234567890', 'byte', 'en-US')).toBe(
    '12,345,678,901,234,567,890 bytes',
  )
})

test('a unit that the page does not know is ignored', () => {
  const unit = (valuePresentation: unknown) => unitOf({ valuePresentation } as Field)
  expect(unit({ unit: 'byte' })).toBe('byte')
  expect([unit({ unit: 'parsec' }), unit({ unit: 'toString' }), unit(undefined)]).toEqual([
    ...[undefined, undefined, undefined],
  ])
})

test('the unit of a field has the name that its numbers have', () => {
  const named = (unit: string, language: string) =>
    unitNameOf({ valuePresentation: { unit } } as unknown as Field, language)
  expect(named('minute', 'en')).toBe('min')
  expect(named('byte', 'en')).toBe('byte')
  expect(named('hour', 'de')).toBe('Std.')
  expect(named('parsec', 'en')).toBe(undefined)
})
