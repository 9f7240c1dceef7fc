import { expect, test } from 'vitest'
import { validatorOf } from './validators.js'

test('equal schemas share a validator', () => {
  const validator = validatorOf({ type: 'string', maxLength: 3 })
  expect(validatorOf({ type: 'string', maxLength: 3 })()).toBe(validator())
  expect(validatorOf({ type: 'string', maxLength: 4 })()).not.toBe(validator())
})

test('a schema is compiled at the first use of its validator', () => {
  const invalid = validatorOf({ type: 'string', pattern: '(' })
  expect(() => invalid()).toThrow(SyntaxError)
})
