import { expect, test } from 'vitest'
import { compareDecimals } from '../../src/client/decimals.js'

test.each<[number | string, number | string, number]>([
  [1, 2, -1],
  ['2', 10, -1],
  ['10.50', 10.5, 0],
  [-1, '0', -1],
  ['-2', '-10', 1],
  ['12345678901234567.9', '12345678901234567.89', 1],
  [1e-7, '0.0000002', -1],
])('%s compared with %s is %i', (a, b, order) => {
  expect(Math.sign(compareDecimals(a, b))).toBe(order)
})
