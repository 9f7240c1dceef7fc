import { describe, expect, test } from 'vitest'
import { printNumber, readNumber } from './numbers.js'
import { Unreadable } from './unreadable.js'

describe('numbers are read in the language of the user', () => {
  test.each<[string, string, unknown]>([
    ['', 'en', null],
    ['  ', 'en', null],
    ['12', 'en', 12],
    ['-12.5', 'en', -12.5],
    ['−12.5', 'en', -12.5],
    ['+3', 'en', 3],
    ['.5', 'en', 0.5],
    ['12.', 'en', 12],
    ['007', 'en', 7],
    ['1,234', 'en', 1234],
    ['1,234,567.89', 'en', 1234567.89],
    ['7250,00', 'pt', 7250],
    ['1.234,5', 'pt-BR', 1234.5],
    ['12.5', 'pt', 12.5],
    ['1 234,5', 'fr', 1234.5],
    ['123456789012345', 'en', 123456789012345],
    ['0.00000012345', 'en', 0.00000012345],
    ['1234567890123456', 'en', '1234567890123456'],
    ['123456789012345678901234567.890', 'en', '123456789012345678901234567.890'],
    ['100000000000000000000', 'en', '100000000000000000000'],
  ])('%j in %s is %j', (text, language, value) => {
    expect(readNumber(text, language)).toEqual(value)
  })

  test.each([
    ['12a', 'en'],
    ['1,5', 'en'],
    ['1,23,456', 'en'],
    ['1.2.3', 'en'],
    ['--1', 'en'],
    ['1e5', 'en'],
    ['NaN', 'en'],
    ['1,2,3', 'pt'],
  ])('%j in %s is not a number', (text, language) => {
    expect(readNumber(text, language)).toEqual(new Unreadable(text))
  })
})

test.each<[unknown, string, string]>([
  [null, 'en', ''],
  [1234.5, 'en', '1234.5'],
  [1234.5, 'pt', '1234,5'],
  [1e-7, 'en', '0.0000001'],
  [1.5e21, 'en', '1500000000000000000000'],
  ['12345678901234567890.10', 'pt', '12345678901234567890,10'],
  [new Unreadable('12a'), 'en', '12a'],
])('%j in %s is printed as %s', (value, language, text) => {
  expect(printNumber(value, language)).toBe(text)
})
