import { expect, test } from 'vitest'
import { schemaFault } from '../../foundation/errors/schema-faults.js'
import { validatorOf } from './validators.js'

test.each([
  [{ type: 'integer', minimum: 1 }, 0],
  [{ type: 'integer', exclusiveMaximum: 1 }, 1],
  [{ type: 'string', maxLength: 1 }, 'ab'],
  [{ type: 'string', minLength: 1 }, ''],
  [{ type: 'string', format: 'email' }, 'a'],
  [{ type: 'string', pattern: '^a$' }, 'b'],
  [{ type: 'array', minItems: 1 }, []],
  [{ type: 'array', maxItems: 0 }, [1]],
  [{ type: 'array', uniqueItems: true }, [1, 1]],
  [{ type: 'object', required: ['a', 'b'] }, {}],
  [{ type: 'object', properties: {}, additionalProperties: false }, { a: 1 }],
  [{ type: 'number', multipleOf: 3 }, 4],
  [{ type: 'integer' }, 'a'],
  [{ type: ['string', 'null'] }, 1],
  [{ enum: ['a'] }, 'b'],
  [{ const: 'a' }, 'b'],
  [{ not: { enum: ['a'] } }, 'a'],
  [{ anyOf: [{ type: 'string' }] }, 1],
  [{ oneOf: [{ type: 'string' }] }, 1],
])('what %j reports about %j has the words of the validator', (schema, value) => {
  const error = validatorOf(schema)().Errors(value)[1].at(-1)!
  expect(`${schemaFault({ ...error, message: 'unknown keyword' })}`).toBe(error.message)
})
