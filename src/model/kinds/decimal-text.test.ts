import { expect, test } from 'vitest'
import { withoutNegativeZero, withoutTrailingZeros, writeOutExponent } from './decimal-text.js'

test.each([
  ['6e3', '6000'],
  ['6E+3', '6000'],
  ['6e0', '6'],
  ['-6.25e1', '-62.5'],
  ['1.5e-3', '0.0015'],
  ['123e-2', '1.23'],
  ['600e-2', '6.00'],
  ['0.05e1', '0.5'],
  ['0.05e3', '50'],
  ['0e5', '0'],
  ['1e21', '1000000000000000000000'],
  ['12345678901234567890.5e-1', '1234567890123456789.05'],
  ['1e-7', '0.0000001'],
  // What is no such text stays as it is.
  ['12.50', '12.50'],
  ['06e3', '06e3'],
  ['e3', 'e3'],
  ['1e', '1e'],
  ['1e1001', '1e1001'],
  ['1e-1001', '1e-1001'],
  ['1e99999999999999999999', '1e99999999999999999999'],
])('%s without exponent is %s', (text, expected) => {
  expect(writeOutExponent(text)).toBe(expected)
})

test.each([
  ['-0', '0'],
  ['-0.00', '0.00'],
  ['-0.01', '-0.01'],
  ['0', '0'],
])('%s without negative zero is %s', (text, expected) => {
  expect(withoutNegativeZero(text)).toBe(expected)
})

test.each([
  ['1.50', '1.5'],
  ['1.00', '1'],
  ['100', '100'],
  ['0.0', '0'],
  ['10.010', '10.01'],
])('%s without trailing zeros is %s', (text, expected) => {
  expect(withoutTrailingZeros(text)).toBe(expected)
})
