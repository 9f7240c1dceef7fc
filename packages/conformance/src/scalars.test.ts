/** Numbers of the wire, exact as long as they are numbers that a database may have. */
import { expect, test } from 'vitest'
import { exactNumber } from './scalars.js'

const unit = 10n ** 30n

test.each([
  ['12', 12n * unit],
  ['-0.5', -unit / 2n],
  ['1.5e3', 1500n * unit],
  [1e-7, unit / 10_000_000n],
  ['9'.repeat(131_072), BigInt('9'.repeat(131_072)) * unit],
])('%.20s is a number', (wire, exact) => {
  expect(exactNumber(wire)).toBe(exact)
})

test.each([['1e1000000000'], ['1e-1000000000'], ['9'.repeat(1_000_000)], ['0x1'], [''], [null]])(
  '%.20s is not a number',
  (wire) => {
    expect(exactNumber(wire)).toBeUndefined()
  },
)
