/** Translates the keywords of a field's schema to members of `x-ui`, and makes their messages. */
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import type { Translator } from '../../foundation/text/messages.js'
import { refName, type Schemas } from './components.js'

type Ui = Readonly<Record<string, unknown>>

/**
 * The schema of a value as form clients send it: null is left out, references are resolved, the
 * first alternative is taken, and of several types a list.
 */
export const valueSchema = (sent: JsonSchema, schemas: Schemas): JsonSchema => {
  const name = refName(sent)
  const { $ref: _, anyOf, ...beside } = sent as JsonSchema & { anyOf?: readonly JsonSchema[] }
  const first = name === undefined ? anyOf?.find(({ type }) => type !== 'null') : schemas[name]
  const whole = first ? { ...valueSchema(first, schemas), ...beside } : sent
  const { type, enum: values } = whole
  const types = [type ?? []].flat().filter((name) => name !== 'null')
  return {
    ...whole,
    ...(types.length > 0 ? { type: oneType(types) } : {}),
    ...(Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {}),
  }
}

const oneType = (types: readonly unknown[]): unknown =>
  types.includes('array') ? 'array' : types.length === 1 ? types[0] : types

/** The schema of a list's items; undefined for other values. */
export const itemSchema = (value: JsonSchema, schemas: Schemas): JsonSchema | undefined => {
  const { type, items } = value
  if (type !== 'array') return undefined
  return valueSchema((items ?? {}) as JsonSchema, schemas)
}

/** The values that a schema, or the schema of its items, lists. */
export const listedValues = (
  value: JsonSchema,
  schemas: Schemas,
): readonly unknown[] | undefined => {
  const listed = value['enum'] ?? itemSchema(value, schemas)?.['enum']
  return Array.isArray(listed) ? listed : undefined
}

const ofItems = {
  minimum: 'min',
  maximum: 'max',
  minLength: 'minLength',
  maxLength: 'maxLength',
  pattern: 'pattern',
  format: 'format',
} as const
const ofValues = { ...ofItems, minItems: 'minItems', maxItems: 'maxItems', default: 'defaultValue' }

const pick = (schema: JsonSchema, names: Readonly<Record<string, string>>): Ui =>
  Object.fromEntries(
    Object.entries(names).flatMap(([keyword, name]) =>
      schema[keyword] === undefined ? [] : [[name, schema[keyword]]],
    ),
  )

/** Limits, patterns, formats and defaults of a value, or of each item of a list. */
export const factsOf = (value: JsonSchema, schemas: Schemas): Ui => ({
  ...pick(itemSchema(value, schemas) ?? {}, ofItems),
  ...pick(value, ofValues),
})

/** Facts of a range. The limits of JSON numbers are left out, because no slider can span them. */
export const boundFacts = (bound: JsonSchema, schemas: Schemas): Ui => {
  const { min, max, ...rest } = factsOf(valueSchema(bound, schemas), schemas)
  return {
    ...rest,
    ...(min === undefined || min === Number.MIN_SAFE_INTEGER ? {} : { min }),
    ...(max === undefined || max === Number.MAX_SAFE_INTEGER ? {} : { max }),
  }
}

interface Message {
  readonly name: string
  /** Facts that the message needs. */
  readonly needs: readonly string[]
  /** A fact that another message covers. */
  readonly not?: string
  readonly text: string
}

export const requiredText = '{label} is required.'

const messages: readonly Message[] = [
  {
    name: 'minLengthMessage',
    needs: ['minLength'],
    text: '{label} must have at least {minLength} characters.',
  },
  {
    name: 'maxLengthMessage',
    needs: ['maxLength'],
    text: '{label} must have at most {maxLength} characters.',
  },
  {
    name: 'rangeMessage',
    needs: ['min', 'max'],
    text: '{label} must be between {min} and {max}.',
  },
  { name: 'rangeMessage', needs: ['min'], not: 'max', text: '{label} must be at least {min}.' },
  { name: 'rangeMessage', needs: ['max'], not: 'min', text: '{label} must be at most {max}.' },
  { name: 'patternMessage', needs: ['pattern'], text: '{label} does not have the right form.' },
]

/** All texts of forms. */
export const formTexts: readonly string[] = [requiredText, ...messages.map(({ text }) => text)]

/** Messages of a form for values that violate a fact. */
export const messagesOf = (facts: Ui, label: string, translate: Translator): Ui => {
  const values = { ...(facts as Readonly<Record<string, string | number>>), label }
  return Object.fromEntries(
    messages
      .filter(({ needs, not }) => needs.every((fact) => fact in facts) && !(not && not in facts))
      .map(({ name, text }) => [name, translate(text, values)]),
  )
}
