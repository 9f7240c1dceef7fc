/** The meaning of filter operations for one value: true, false, or undecided. */
import { describe, expect, test } from 'vitest'
import { meets, type Truth } from './criteria.js'
import type { Kind } from './scalars.js'

const now = Date.parse('2026-03-20T12:00:00Z')

const truthOf = (
  kind: Kind,
  operation: string,
  operand: unknown,
  value: unknown,
  zone = 'UTC',
): Truth => {
  const target = {
    name: 'x',
    kind,
    types: [],
    nullable: true,
    sortable: true,
    isFile: false,
    options: [],
    optionSource: undefined,
  }
  const member = { name: 'x', operation, target, isSearch: false }
  return meets({ x: value }, { member, operand }, { now, zone })
}

type Row = readonly [Kind, string, unknown, unknown, Truth]

const rows: readonly Row[] = [
  ['text', 'EQUAL', 'Ann', 'Ann', true],
  ['text', 'EQUAL', 'ann', 'Ann', false],
  ['text', 'LIKE', 'NN', 'Ann', true],
  ['text', 'LIKE', '%', 'Ann', false],
  ['text', 'STARTS_WITH', 'aN', 'Ann', true],
  ['text', 'ENDS_WITH', 'A', 'Ann', false],
  ['text', 'NOT_LIKE', 'n', 'Ann', false],
  ['number', 'EQUAL', 1.1, '1.10', true],
  ['number', 'GREATER_THAN', 1, 1, false],
  ['number', 'GREATER_OR_EQUAL', 1, 1, true],
  ['number', 'IN', [1, 2], 2, true],
  ['number', 'NOT_IN', [1, 2], 2, false],
  ['number', 'BETWEEN', [1, 3], 3, true],
  ['number', 'BETWEEN', [3, 1], 2, true],
  ['number', 'BETWEEN', { from: null, to: 1 }, 2, false],
  ['number', 'BETWEEN_EXCLUSIVE', [1, 3], 3, false],
  ['number', 'NOT_BETWEEN', [1, 3], 4, true],
  ['number', 'OUTSIDE_RANGE', [null, 3], 3, false],
  ['number', 'SIZE_GT', 2, 3, true],
  ['boolean', 'IS_TRUE', false, true, true],
  ['date', 'ON_DATE', '2026-03-20', '2026-03-20', true],
  ['date', 'IN_LAST_DAYS', 1, '2026-03-18', false],
  ['date', 'IN_NEXT_DAYS', 1, '2026-03-21', true],
  ['instant', 'EQUAL', '2026-03-20T00:00:00Z', '2026-03-20T00:00:00.000000Z', true],
  ['instant', 'ON_DATE', '2026-03-20', '2026-03-20T23:59:59.999999Z', true],
  ['instant', 'ON_DATE', '2026-03-20', '2026-03-21T00:00:00Z', false],
  ['instant', 'BETWEEN_EXCLUSIVE', ['2026-03-20', '2026-03-22'], '2026-03-20T23:00:00Z', false],
  ['instant', 'BETWEEN_EXCLUSIVE', ['2026-03-20', '2026-03-22'], '2026-03-21T00:00:00Z', true],
  ['instant', 'IN_LAST_DAYS', 1, '2026-03-19T13:00:00Z', true],
]

test.each(rows)('%s %s %j of %j is %s', (kind, operation, operand, value, truth) => {
  expect(truthOf(kind, operation, operand, value)).toBe(truth)
})

describe('null', () => {
  test.each([
    ['IS_NULL', true, true],
    ['IS_NOT_NULL', true, false],
    ['IS_NULL', false, true],
    ['EQUAL', 'x', false],
    ['NOT_EQUAL', 'x', false],
    ['NOT_LIKE', 'x', false],
    ['NOT_IN', ['x'], false],
    ['NOT_BETWEEN', [1, 2], false],
  ])('matches %s %j: %s', (operation, operand, truth) => {
    expect(truthOf('text', operation, operand, null)).toBe(truth)
  })

  test('as an operand does nothing', () => {
    expect(truthOf('text', 'EQUAL', null, 'x')).toBe(true)
  })
})

describe('what a client cannot know is undecided', () => {
  test.each<readonly [string, Kind, string, unknown, unknown]>([
    ['the lower case of other letters', 'text', 'LIKE', 'é', 'É'],
    ['a clock that differs by minutes', 'instant', 'IN_LAST_DAYS', 1, '2026-03-19T12:03:00Z'],
  ])('%s', (_, kind, operation, operand, value) => {
    expect(truthOf(kind, operation, operand, value)).toBeUndefined()
  })

  test('days of another zone than UTC', () => {
    const near = truthOf(
      'instant',
      'ON_DATE',
      '2026-03-20',
      '2026-03-20T03:00:00Z',
      'Europe/Lisbon',
    )
    const far = truthOf('instant', 'ON_DATE', '2026-03-20', '2026-03-22T00:00:00Z', 'Europe/Lisbon')
    expect([near, far]).toEqual([undefined, false])
  })
})
