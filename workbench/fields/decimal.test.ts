import { describe, expect, test } from 'vitest'
import { add, compareDecimals, round, subtract } from './decimal.js'

describe('decimal texts', () => {
  test.each([
    ['0.1', '0.2', '0.3'],
    ['99999999999999999999.99', '0.01', '100000000000000000000'],
    [-5, '5', '0'],
    ['1e3', '2.5', '1002.5'],
    ['1e-10', 0, '0.0000000001'],
  ])('%s and %s add up to %s', (left, right, sum) => {
    expect(add(left, right)).toBe(sum)
    expect(subtract(sum, right)).toBe(add(left, 0))
  })

  test('a text that is not a number has no sum', () => {
    expect(add('NaN', 1)).toBeUndefined()
    expect(subtract('2024-01-01', 1)).toBeUndefined()
  })

  test.each([
    ['10', '9', 1],
    ['-10', '9', -1],
    ['1.0', 1, 0],
    ['99999999999999999999', '99999999999999999998', 1],
    ['2024-01-02', '2024-01-01', 1],
    ['2024-01-01', '2024-01-01', 0],
  ])('%s compared with %s is %s', (left, right, expected) => {
    expect(compareDecimals(left, right)).toBe(expected)
  })

  test.each([
    ['69737.33143206855', 2, '69737.33'],
    ['-0.005', 2, '-0.01'],
    ['0.999', 2, '1'],
    ['12345678901234567890.125', 1, '12345678901234567890.1'],
    ['5', 2, '5'],
    ['NaN', 2, 'NaN'],
  ])('%s rounded to %s digits is %s', (value, digits, expected) => {
    expect(round(value, digits)).toBe(expected)
  })
})
