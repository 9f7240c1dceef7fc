import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonicalJson, digestOf } from './canonical-json.js'

const values: readonly unknown[] = [
  null,
  'text',
  [1, undefined, [true]],
  { b: 1, a: undefined, é: 'ü', 10: 'x', 9: { z: [], y: {} } },
  Array.from({ length: 5_000 }, (_, index) => ({ name: `item ${index} — ü`, index })),
]

test.each(values)('the digest is that of the canonical text of %#', (value) => {
  const whole = createHash('sha256').update(canonicalJson(value)).digest('hex')
  expect(digestOf(value)).toBe(whole)
})

test('members can be replaced before they are digested', () => {
  const sorted = digestOf({ a: { list: [2, 1] } }, (name, member) =>
    name === 'list' ? [...(member as number[])].sort() : member,
  )
  expect(sorted).toBe(digestOf({ a: { list: [1, 2] } }))
})
