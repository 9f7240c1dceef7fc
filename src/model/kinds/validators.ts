/** Validators of values, compiled at their first use. Columns with the same schema share one. */
import { Compile } from 'typebox/schema'
import type { JsonSchema } from '../../foundation/json/json-schema.js'

type Validator = ReturnType<typeof Compile>

const validators = new Map<string, Validator>()

const compiled = (schema: JsonSchema): Validator => {
  const text = JSON.stringify(schema)
  const validator = validators.get(text) ?? Compile(schema)
  validators.set(text, validator)
  return validator
}

/**
 * Compiling takes a tenth of a millisecond and a contract has thousands of values, of which most
 * requests need a few.
 */
export const validatorOf = (schema: JsonSchema): (() => Validator) => {
  let validator: Validator | undefined
  return () => {
    validator ??= compiled(schema)
    return validator
  }
}
