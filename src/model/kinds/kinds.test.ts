import { expect, test } from 'vitest'
import { sentValueOf } from '../stored-value.js'
import type { ColumnModel } from '../types/entity-model.js'
import type { ValueType } from './kind-definition.js'
import { requestSchemaOf } from './kinds.js'
import { createValueReader } from './value-reader.js'

const limitsOf = (type: Omit<ValueType, 'kind'>): readonly unknown[] => {
  const { minimum, maximum } = requestSchemaOf({ kind: 'decimal', ...type })
  return [minimum, maximum].map((limit) =>
    limit === undefined ? undefined : JSON.stringify(limit),
  )
}

type Limit = string | undefined
const cases: readonly (readonly [string, Omit<ValueType, 'kind'>, Limit, Limit])[] = [
  ['two places', { precision: 12, scale: 2 }, '-9999999999.99', '9999999999.99'],
  ['places alone', { precision: 2, scale: 2 }, '-0.99', '0.99'],
  ['no places', { precision: 3, scale: 0 }, '-999', '999'],
  [
    'more digits than a number keeps',
    { precision: 20, scale: 6 },
    '-99999999999999.9',
    '99999999999999.9',
  ],
  [
    'many digits before the point',
    { precision: 20, scale: 0 },
    '-99999999999999900000',
    '99999999999999900000',
  ],
  ['no precision', {}, undefined, undefined],
  [
    'declared limits',
    { precision: 12, scale: 2, minimum: '-0.50', maximum: '1000' },
    '-0.5',
    '1000',
  ],
  [
    'declared limits of more digits, which lie within',
    { precision: 30, scale: 10, minimum: '0.1234567890123456', maximum: '12345678901234567.89' },
    '0.123456789012346',
    '12345678901234500',
  ],
  [
    'negative limits of more digits, which lie within',
    { precision: 30, scale: 10, minimum: '-12345678901234567.89', maximum: '-9999999999.9999999' },
    '-12345678901234500',
    '-10000000000',
  ],
  ['limits of zero', { precision: 5, scale: 2, minimum: '0', maximum: '0.00' }, '0', '0'],
]

test.each(cases)('published limits of a decimal with %s are exact', (_, type, minimum, maximum) => {
  expect(limitsOf(type)).toEqual([minimum, maximum])
})

test.each([
  ['localDateTime', '2026-03-20 15:45', '2026-03-20T15:45:00'],
  ['localDateTime', '2026-03-20T15:45:10.120', '2026-03-20T15:45:10.12'],
  ['time', '24:00', '24:00:00'],
  ['time', '15:40:00.5', '15:40:00.5'],
  ['duration', 'P1W', 'P7D'],
  ['duration', '-PT61.5S', 'PT-1M-1.5S'],
  ['float', 1e21, 1e21],
  ['float', -0, -0],
] as const)('code of a contract sees a sent %s %j as %j', (kind, sent, seen) => {
  const reading = createValueReader({ kind }).read(sent, 'UTC')
  expect('parameter' in reading && sentValueOf(reading.parameter, { kind } as ColumnModel)).toBe(
    seen,
  )
})
