import { describe, expect, test } from 'vitest'
import { compareDecimals } from './decimal.js'

describe('compareDecimals', () => {
  test.each([
    ['0', '-0.00', 0],
    ['1.5', '1.50', 0],
    ['-1', '0', -1],
    ['9.99', '10', -1],
    ['0.0000000000001', '0', 1],
    ['99999999999999', '99999999999999.1', -1],
    ['9999999999999.9', '9999999999999.8', 1],
    ['0.1', '0.10000000000000000001', -1],
    ['12345678901234567890', '12345678901234567891', -1],
    ['9007199254740993', '9007199254740992', 1],
  ] as const)('compares %s with %s exactly', (a, b, expected) => {
    expect(Math.sign(compareDecimals(a, b))).toBe(expected)
    expect(Math.sign(compareDecimals(b, a)) + expected).toBe(0)
  })
})
