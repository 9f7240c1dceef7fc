import { expect, test } from 'vitest'
import type { JsonSchema } from '../../../foundation/json-schema.js'
import { prose } from './layout.js'
import { describeSchema, membersTable } from './schema-text.js'

/** Without tags. */
const textOf = ({ text }: { text: string }): string =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const cases: readonly (readonly [JsonSchema | boolean, string])[] = [
  [true, 'any value'],
  [false, 'never'],
  [{}, 'any value'],
  [{ type: 'integer' }, 'integer'],
  [{ type: ['string', 'null'], format: 'date' }, 'string (date) or null'],
  [{ const: 'success' }, '&quot;success&quot;'],
  [{ type: ['string', 'null'], enum: ['A', 'B', null] }, '&quot;A&quot; , &quot;B&quot; , null'],
  [{ $ref: '#/components/schemas/Thing' }, 'Thing'],
  [{ type: 'array', items: { type: 'integer' } }, 'list of integer'],
  [
    {
      type: ['array', 'object', 'null'],
      items: { type: ['number', 'null'] },
      patternProperties: { '^(from|to)$': {} },
      additionalProperties: false,
    },
    'list of (number or null) or object with names that match ^(from|to)$ or null',
  ],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
  [
    { type: 'object', additionalProperties: { $ref: '#/components/schemas/Link' } },
    'object whose values are Link',
  ],
  [{ type: 'object' }, 'object'],
  [
    {
      type: ['array', 'null'],
      items: { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] },
    },
    'list of object or null Member Type Notes a integer required',
  ],
]

test.each(cases)('%j is described as %j', (schema, text) => {
  expect(textOf(describeSchema(schema))).toBe(text)
})

test('a reference leads to its schema on the page', () => {
  const { text } = describeSchema({ $ref: '#/components/schemas/Thing' })
  expect(text).toBe('<a href="#schema-Thing">Thing</a>')
})

test('members have their limits as notes', () => {
  const table = membersTable({
    required: ['name'],
    properties: {
      name: {
        type: 'string',
        minLength: 1,
        maxLength: 20,
        pattern: '^<a>$',
        description: 'Of it.',
      },
      rating: { type: 'integer', minimum: 1, maximum: 5, default: 3, deprecated: true },
      version: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, readOnly: true },
      never: false,
    },
  })
  const rows = table.text
    .split('<tr>')
    .slice(2)
    .map((text) => textOf({ text }))
  expect(rows).toEqual([
    'name string required; Of it.; at least 1 character; at most 20 characters; matches ^&lt;a&gt;$',
    'rating integer from 1; up to 5; default 3 ; deprecated',
    'version integer read only',
    'never never',
  ])
})

test('names in backticks are code, and nothing else is markup', () => {
  expect(prose('Sends `<b>` & *more*.').text).toBe('Sends <code>&lt;b&gt;</code> &amp; *more*.')
})
