/** The effect of a schema change on each side, and of its reversal. */

/** The change, and its reversal. */
type Kinds = readonly [change: string, reversed: string]

export interface SchemaCase {
  readonly rule: string
  readonly before: unknown
  readonly after: unknown
  /** The path below the body, for example `.name`. */
  readonly at: string
  readonly request: Kinds
  readonly response: Kinds
}

type Row = readonly [rule: string, before: unknown, after: unknown, at?: string]

const rows = (request: Kinds, response: Kinds, ...all: readonly Row[]): readonly SchemaCase[] =>
  all.map(([rule, before, after, at = '']) => ({ rule, before, after, at, request, response }))

const text = { type: 'string' }
const object = (properties: object, ...required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const only = (...values: readonly unknown[]) => ({ enum: values })
const map = (values: unknown) => ({ type: 'object', additionalProperties: values })

const members = [
  ...rows(
    ['additive', 'breaking'],
    ['additive', 'breaking'],
    ['an optional member', object({}), object({ name: text }), '.name'],
    ['in an open object', { type: 'object' }, { type: 'object', properties: { a: text } }, '.a'],
    ['a member called constructor', object({}), object({ constructor: text }), '.constructor'],
    ['a member called x-ray', object({}), object({ 'x-ray': text }), '.x-ray'],
    ['members of a map', map(false), map(text), '.*'],
  ),
  ...rows(
    ['breaking', 'breaking'],
    ['additive', 'breaking'],
    ['a required member', object({}), object({ name: text }, 'name'), '.name'],
  ),
  ...rows(
    ['additive', 'breaking'],
    ['breaking', 'additive'],
    ['required to optional', object({ a: text }, 'a'), object({ a: text }), '.a'],
    ['required without a schema', { type: 'object', required: ['a'] }, { type: 'object' }, '.a'],
    ['a map of more', map(text), map({ type: ['string', 'null'] }), '.*'],
    ['a map of anything', map(text), map(true), '.*'],
  ),
  ...rows(
    ['additive', 'breaking'],
    ['additive', 'additive'],
    ['unnamed members', object({}), { ...object({}), additionalProperties: true }, '.*'],
  ),
  ...rows(
    ['breaking', 'additive'],
    ['', ''],
    ['what only readers see', text, { ...text, readOnly: true }],
  ),
  ...rows(
    ['', ''],
    ['breaking', 'additive'],
    ['what only writers see', text, { ...text, writeOnly: true }],
  ),
]

/** The set of accepted values grows. */
const wider = rows(
  ['additive', 'breaking'],
  ['breaking', 'additive'],
  ['null', text, { type: ['string', 'null'] }],
  ['integer to number', { type: 'integer' }, { type: 'number' }],
  ['a type to any', text, {}],
  ['a type to true', text, true],
  ['nothing to a type', { type: 'array', items: false }, { type: 'array', items: true }, '[]'],
  ['items', { type: 'array', items: text }, { type: 'array' }, '[]'],
  ['a value of an enum', only('A', 'B'), only('B', 'A', 'C')],
  ['const to enum', { const: 'A' }, only('A', 'C')],
  ['an enum gone', { type: 'string', enum: ['A'] }, text],
  ['format gone', { type: 'string', format: 'date' }, text],
  ['int32 to int64', { type: 'integer', format: 'int32' }, { type: 'integer', format: 'int64' }],
  ['float to double', { type: 'number', format: 'float' }, { type: 'number', format: 'double' }],
  ['pattern gone', { type: 'string', pattern: '^a' }, text],
  ['minimum', { type: 'integer', minimum: 5 }, { type: 'integer', minimum: 4 }],
  ['minimum gone', { type: 'integer', minimum: -1 }, { type: 'integer' }],
  ['exclusiveMinimum', { exclusiveMinimum: 5 }, { exclusiveMinimum: 4 }],
  ['maximum', { type: 'integer', maximum: 5 }, { type: 'integer', maximum: 6 }],
  ['maximum gone', { type: 'integer', maximum: 5 }, { type: 'integer' }],
  ['exclusiveMaximum', { exclusiveMaximum: 5 }, { exclusiveMaximum: 6 }],
  ['minLength', { type: 'string', minLength: 2 }, { type: 'string', minLength: 1 }],
  ['maxLength', { type: 'string', maxLength: 2 }, { type: 'string', maxLength: 3 }],
  ['minItems', { type: 'array', minItems: 2 }, { type: 'array' }],
  ['maxItems', { type: 'array', maxItems: 2 }, { type: 'array', maxItems: 3 }],
  ['minProperties', { type: 'object', minProperties: 2 }, { type: 'object', minProperties: 1 }],
  ['maxProperties', { type: 'object', maxProperties: 2 }, { type: 'object' }],
  ['multipleOf', { type: 'number', multipleOf: 0.1 }, { type: 'number', multipleOf: 0.01 }],
  ['multipleOf gone', { type: 'number', multipleOf: 2 }, { type: 'number' }],
  ['uniqueItems', { type: 'array', uniqueItems: true }, { type: 'array', uniqueItems: false }],
  ['below items', { items: object({ a: text }, 'a') }, { items: object({ a: text }) }, '[].a'],
  ['in allOf', { allOf: [text] }, { allOf: [{ type: ['string', 'null'] }] }, '.allOf[0]'],
  ['in anyOf', { anyOf: [only(1), only(2)] }, { anyOf: [only(1), only(2, 3)] }, '.anyOf[1]'],
  ['in oneOf', { oneOf: [only(1), text] }, { oneOf: [only(1, 3), text] }, '.oneOf[0]'],
  ['null beside a schema', object({}), { anyOf: [object({}), { type: 'null' }] }],
)

/** Neither set of values contains the other, or this cannot be decided. */
const incomparable = rows(
  ['breaking', 'breaking'],
  ['breaking', 'breaking'],
  ['another type', text, { type: 'integer' }],
  ['another type, whose members say nothing', object({ a: text }, 'a'), text],
  ['an enum of other values', only('A'), only('B')],
  ['another const', { const: 'A' }, { const: 'B' }],
  ['another format', { type: 'string', format: 'date' }, { type: 'string', format: 'date-time' }],
  ['another pattern', { type: 'string', pattern: '^a' }, { type: 'string', pattern: '^b' }],
  ['another step', { type: 'integer', multipleOf: 2 }, { type: 'integer', multipleOf: 3 }],
  ['an allOf more', { allOf: [text] }, { allOf: [text, text] }],
  ['an anyOf more', { anyOf: [text] }, { anyOf: [text, only(1)] }],
  ['a oneOf more', { oneOf: [text] }, { oneOf: [text, only(1)] }],
  ['not', { not: only(1) }, { not: only(1, 2) }],
  ['a keyword without a rule', { type: 'object', 'unknown-rule': 1 }, { type: 'object' }],
  [
    'a pattern of names',
    { type: 'object', patternProperties: { '^a': text } },
    { type: 'object' },
    '.patternProperties(^a)',
  ],
)

const noted = rows(
  ['other', 'other'],
  ['other', 'other'],
  ['deprecated', text, { ...text, deprecated: true }],
  ['default', { ...text, default: 'a' }, { ...text, default: 'b' }],
)

const described = { ...text, description: 'b', title: 'B', summary: 'b', example: 'b' }

const silent = rows(
  ['', ''],
  ['', ''],
  ['words and examples', text, { ...described, examples: ['b'], 'x-ui': { order: 1 } }],
  ['comments and definitions', text, { ...text, $comment: 'b', $defs: { a: text } }],
  ['the order of types', { type: ['string', 'null'] }, { type: ['null', 'string'] }],
  ['the order of an enum', only('A', 'B'), only('B', 'A')],
  [
    'the order of required',
    object({ a: text, b: text }, 'a', 'b'),
    object({ b: text, a: text }, 'b', 'a'),
  ],
  ['what absent keywords mean', text, { ...text, minLength: 0, readOnly: false }],
  ['a list of one type', text, { type: ['string'] }],
  ['an enum of one', { const: 'A' }, only('A')],
  ['the type of an enum', only('A'), { type: 'string', enum: ['A'] }],
  [
    'null declared in another way',
    { type: ['string', 'null'] },
    { anyOf: [text, { type: 'null' }] },
  ],
)

export const schemaCases: readonly SchemaCase[] = [
  ...[...members, ...wider, ...incomparable],
  ...[...noted, ...silent],
]
