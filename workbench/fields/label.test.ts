import { expect, test } from 'vitest'
import type { ResourceEntry } from '../service/discovery.js'
import { isCode, nameOf } from './label.js'

const resource = { recordTitle: 'Order', labelField: 'number' } as ResourceEntry
const uuid = '8bf5aeb9-266d-4d57-8242-e3fb5047a857'

test.each([
  [{ number: 'A-7' }, 7, 'A-7'],
  [{ number: null }, 7, 'Order 7'],
  [undefined, 7, 'Order 7'],
  [{ number: '' }, uuid, 'Order 8bf5aeb9'],
  [undefined, '12~A', 'Order 12~A'],
  [{ number: 'x'.repeat(99) }, 7, `${'x'.repeat(79)}…`],
] as const)('the record %o with the id %s is called %s', (row, id, name) => {
  expect(nameOf(resource, row, id)).toBe(name)
})

test.each([
  ['EU', true],
  ['W4', true],
  [4, false],
  ['9007199254740993', false],
  ['12~A', false],
  [uuid, false],
  [null, false],
])('%o is a code: %o', (id, expected) => {
  expect(isCode(id)).toBe(expected)
})
