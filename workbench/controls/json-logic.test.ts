import { describe, expect, test } from 'vitest'
import { holds } from './json-logic.js'

const values = {
  kind: 'SICK',
  days: 3,
  amount: '12345678901234567890.5',
  empty: '',
  nothing: null,
  tags: ['a', 'b'],
  none: [],
  lines: [{ price: 5 }, { price: 20 }],
  person: { city: { name: 'Porto' } },
  isRemote: true,
}

describe('rules over the values of a form', () => {
  test.each<[unknown, boolean]>([
    [true, true],
    [{ '==': [{ var: 'kind' }, 'SICK'] }, true],
    [{ '!=': [{ var: 'kind' }, 'SICK'] }, false],
    [{ '==': [{ var: 'days' }, '3'] }, true],
    [{ '===': [{ var: 'days' }, '3'] }, false],
    [{ '!==': [{ var: 'days' }, '3'] }, true],
    [{ '==': [{ var: 'absent' }, null] }, true],
    [{ '==': [{ var: 'empty' }, null] }, false],
    [{ '==': ['01', '1'] }, false],
    [{ '==': [{ var: 'isRemote' }, 1] }, true],
    [{ '>': [{ var: 'days' }, 2] }, true],
    [{ '<': [1, { var: 'days' }, 3] }, false],
    [{ '<=': [1, { var: 'days' }, 3] }, true],
    [{ '>': [{ var: 'amount' }, '12345678901234567890.4'] }, true],
    [{ '>=': ['2026-03-02', '2026-03-01'] }, true],
    [{ '>': [{ var: 'nothing' }, 1] }, false],
    [{ '!': { var: 'none' } }, true],
    [{ '!!': [{ var: 'tags' }] }, true],
    [{ and: [{ var: 'isRemote' }, { '==': [{ var: 'kind' }, 'OTHER'] }] }, false],
    [{ or: [{ var: 'nothing' }, { var: 'isRemote' }] }, true],
    [{ if: [{ var: 'nothing' }, false, { var: 'days' }, true, false] }, true],
    [{ if: [false, true] }, false],
    [{ in: [{ var: 'kind' }, ['SICK', 'UNPAID']] }, true],
    [{ in: ['IC', { var: 'kind' }] }, true],
    [{ in: ['z', { var: 'tags' }] }, false],
    [{ '==': [{ var: 'person.city.name' }, 'Porto'] }, true],
    [{ var: ['absent', true] }, true],
    [{ missing: ['kind', 'empty'] }, true],
    [{ missing: ['kind', 'days'] }, false],
    [{ missing_some: [1, ['kind', 'absent']] }, false],
    [{ missing_some: [2, ['kind', 'absent']] }, true],
    [{ some: [{ var: 'lines' }, { '>': [{ var: 'price' }, 10] }] }, true],
    [{ all: [{ var: 'lines' }, { '>': [{ var: 'price' }, 10] }] }, false],
    [{ none: [{ var: 'lines' }, { '>': [{ var: 'price' }, 50] }] }, true],
    [{ all: [{ var: 'none' }, true] }, false],
    [{ some: [{ var: 'tags' }, { '==': [{ var: '' }, 'b'] }] }, true],
    [{ '==': [{ '+': [{ var: 'days' }, '2'] }, 5] }, true],
    [{ '==': [{ '-': [{ var: 'days' }] }, -3] }, true],
    [{ '==': [{ '%': [{ var: 'days' }, 2] }, 1] }, true],
    [{ '==': [{ max: [1, { var: 'days' }] }, 3] }, true],
    [{ '==': [{ cat: [{ var: 'kind' }, '-', { var: 'days' }] }, 'SICK-3'] }, true],
  ])('%j is %s', (rule, expected) => {
    expect(holds(rule, values, !expected)).toBe(expected)
  })
})

describe('rules that are not known give the fallback', () => {
  const deep = Array.from({ length: 100 }).reduce<unknown>((rule) => ({ '!': [rule] }), true)
  test.each([
    [{ reduce: [{ var: 'lines' }, 1, 0] }],
    [{ and: [true, { constructor: ['x'] }] }],
    [{ '==': [1, 1], '!=': [1, 2] }],
    [{}],
    [deep],
  ])('%j', (rule) => {
    expect(holds(rule, values, true)).toBe(true)
    expect(holds(rule, values, false)).toBe(false)
  })
})

test.each(['__proto__', 'constructor', 'toString', 'tags.length.constructor', 'kind.length'])(
  'the path %s does not leave the values',
  (path) => {
    expect(holds({ '===': [{ var: path }, null] }, values, false)).toBe(true)
  },
)
