import { expect, test } from 'vitest'
import type { ValueType } from './kind-definition.js'
import { requestSchemaOf } from './kinds.js'

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
