import { describe, expect, test } from 'vitest'
import { Unreadable } from '../controls/unreadable.js'
import type { Field } from '../service/shape.js'
import { isActive } from './criteria.js'
import { describeMember } from './describe-filter.js'
import { faultOf, partsOf } from './parts.js'

const field = (name: string, more: Partial<Field> = {}): Field => ({
  ...{ name, label: name, type: 'text', controlType: 'input', order: 0, schema: {} },
  ...{ nullable: true },
  ...more,
})
const quantity = field('quantity', { type: 'number', filterOperation: 'GREATER_OR_EQUAL' })
const line = field('line', { controlType: 'group', match: 'some', items: [quantity] })
const either = field('$or', { controlType: 'expression' })
const fields = [field('number', { filterOperation: 'EQUAL' }), line, either]
const words = { labelOf: () => undefined, subjectOf: () => undefined }

describe('parts of a filter', () => {
  test.each<[string, unknown, string]>([
    ['line', { quantity: 20 }, 'line: one where quantity at least 20'],
    ['line', 5, 'line: 5'],
    [
      '$or',
      [{ number: 'A' }, { line: { quantity: 2 } }],
      'Any of: number is “A”, or line: one where quantity at least 2',
    ],
    ['$or', [{ number: 'A' }, {}], 'Any of: number is “A”'],
    ['$or', 'A', '$or: "A"'],
    ['$or', [{ other: 1 }], 'Any of: other: 1'],
  ])('%s: %j', (name, value, text) => {
    expect(describeMember(name, value, fields, words)).toBe(text)
  })

  test('a part without values has no effect, and one that cannot be read has a message', () => {
    expect([{}, { quantity: null }, [{}, {}]].map(isActive)).toEqual([false, false, false])
    const unreadable = { quantity: new Unreadable('12a') }
    expect(isActive(unreadable)).toBe(true)
    expect(faultOf(line, unreadable, fields)).toBe('Enter a number.')
    expect(faultOf(either, [{ line: unreadable }], fields)).toBe('Enter a number.')
    expect(faultOf(either, [{ number: 'A' }], fields)).toBeUndefined()
    expect(partsOf(null)).toEqual([])
  })
})
