/**
 * What the validator of JSON Schema reports about a value, as texts that can be translated. They
 * complete a sentence whose subject is the member, as `valueFaults` do.
 */
import { Phrase, type TextValue } from '../text/placeholders.js'
import { eitherOf, valueForm } from './value-forms.js'

const compared = 'must be {comparison} {limit}'

/** By keyword, with the parameters of the validator. */
export const schemaFaults: Readonly<Record<string, string>> = {
  additionalProperties: 'must not have additional properties',
  anyOf: 'must match a schema in anyOf',
  const: 'must be equal to constant',
  enum: 'must be equal to one of the allowed values',
  exclusiveMaximum: compared,
  exclusiveMinimum: compared,
  format: 'must match format "{format}"',
  maxItems: 'must not have more than {limit} items',
  maxLength: 'must not have more than {limit} characters',
  maxProperties: 'must not have more than {limit} properties',
  maximum: compared,
  minItems: 'must not have fewer than {limit} items',
  minLength: 'must not have fewer than {limit} characters',
  minProperties: 'must not have fewer than {limit} properties',
  minimum: compared,
  multipleOf: 'must be multiple of {multipleOf}',
  not: 'must not be valid',
  oneOf: 'must match exactly one schema in oneOf',
  pattern: 'must match pattern "{pattern}"',
  required: 'must have required properties {requiredProperties}',
  type: 'must be {type}',
  uniqueItems: 'must not have duplicate items',
}

/** An error of the validator. */
interface SchemaError {
  readonly keyword: string
  readonly message: string
  readonly params: object
}

export const schemaFault = ({ keyword, message, params }: SchemaError): Phrase => {
  const values = params as Readonly<Record<string, TextValue>>
  const { type } = values
  const types = Array.isArray(type)
    ? { type: valueForm('eitherType', { types: eitherOf(type) }) }
    : {}
  return new Phrase(schemaFaults[keyword] ?? message, { ...values, ...types })
}
