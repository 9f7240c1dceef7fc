import { describe, expect, test } from 'vitest'
import type { CatalogColumn } from '../database/catalog/catalog.js'
import { allows, columnChecks, type Limits } from './check-limits.js'

const column = (type: string, more: Partial<CatalogColumn> = {}): CatalogColumn => ({
  name: 'x',
  type,
  fullType: type,
  domain: null,
  isEnum: false,
  enumLabels: [],
  item: null,
  notNull: false,
  hasDefault: false,
  generatedAlways: false,
  isUpdatable: true,
  isVirtual: false,
  collation: null,
  ...more,
})
const integer = column('integer')
const numeric = column('numeric', { precision: 8, scale: 2 })
const text = column('text')

/** Definitions as PostgreSQL prints them. */
const said: readonly (readonly [CatalogColumn, string, Limits])[] = [
  [integer, 'CHECK (x >= 1 AND x <= 99)', { minimum: '1', maximum: '99' }],
  [integer, 'CHECK (((x >= 1) AND (x <= 99)))', { minimum: '1', maximum: '99' }],
  [integer, 'CHECK (x > 0)', { minimum: '1' }],
  [integer, "CHECK (x < '-5'::integer)", { maximum: '-6' }],
  [integer, 'CHECK (0 < x)', { minimum: '1' }],
  [integer, 'CHECK (x IS NULL OR x >= 3)', { minimum: '3' }],
  [integer, 'CHECK (x >= 3 AND x >= 2 AND x >= 4)', { minimum: '4' }],
  [numeric, 'CHECK (x > 0::numeric)', { minimum: '0.01' }],
  [numeric, "CHECK (x >= '-1.5'::numeric(4,1) AND x < 1)", { minimum: '-1.5', maximum: '0.99' }],
  [column('real'), 'CHECK (x >= 0.5::double precision)', { minimum: '0.5' }],
  [text, "CHECK (x = ANY (ARRAY['a'::text, 'it''s'::text]))", { values: ['a', "it's"] }],
  [
    column('character varying'),
    "CHECK (x::text = ANY (ARRAY['a'::character varying, 'b'::character varying]::text[]))",
    { values: ['a', 'b'] },
  ],
  [
    column('character'),
    "CHECK (x = ANY (ARRAY['a'::bpchar, 'b '::bpchar, 'b'::bpchar]))",
    { values: ['a', 'b'] },
  ],
  [text, "CHECK (x = 'a'::text OR x = 'b'::text)", { values: ['a', 'b'] }],
  [column('character'), "CHECK (x = 'a'::bpchar OR x = 'a '::bpchar)", { values: ['a'] }],
  [text, "CHECK (x = 'only'::text)", { values: ['only'] }],
  [text, 'CHECK (length(x) >= 2 AND char_length(x) < 9)', { minLength: 2, maxLength: 8 }],
  [text, "CHECK (x <> ''::text)", { minLength: 1 }],
  [text, "CHECK (x ~ '^[A-Z]{2}-[0-9]+$'::text)", { pattern: '^[A-Z]{2}-[0-9]+$' }],
  [text, String.raw`CHECK (x ~ E'^\\+[0-9 ]+$'::text)`, { pattern: String.raw`^\+[0-9 ]+$` }],
]

describe('the limits of a condition', () => {
  test.each(said)('of $type: %s', (of, definition, limits) => {
    expect(columnChecks(of, 'x', [{ name: 'c', definition }])).toEqual({ limits, rest: [] })
  })

  test('of a column with a quoted name', () => {
    const checks = [{ name: 'c', definition: 'CHECK ("a ""b" > 1)' }]
    expect(columnChecks(integer, 'a "b', checks).limits).toEqual({ minimum: '2' })
  })
})

/** Conditions that a contract cannot say completely, with the limits that it can say. */
const unsaid: readonly (readonly [CatalogColumn, string, Limits])[] = [
  [integer, 'CHECK (x <> 7)', {}],
  [integer, 'CHECK (x = ANY (ARRAY[1, 2, 4]))', {}],
  [integer, 'CHECK (x > 0 AND x % 2 = 0)', {}],
  [integer, 'CHECK (x > 0 AND x <> 7)', { minimum: '1' }],
  [integer, 'CHECK (x >= 1) NOT VALID', {}],
  [integer, 'CHECK (x <= 3000000000::bigint)', {}],
  [integer, 'CHECK (x > y)', {}],
  [integer, 'CHECK (x >= 0 OR x = -9)', {}],
  [column('numeric'), 'CHECK (x > 0::numeric)', {}],
  [numeric, 'CHECK (x >= 0.005)', {}],
  [column('bigint'), 'CHECK (x > 0)', {}],
  [column('date'), "CHECK (x > '2000-01-01'::date)", {}],
  [column('citext'), "CHECK (x = ANY (ARRAY['a'::citext, 'b'::citext]))", {}],
  [text, "CHECK (lower(x) = ANY (ARRAY['a'::text]))", {}],
  [text, "CHECK (x <> ALL (ARRAY['a'::text]))", {}],
  [text, "CHECK (x ~* 'a'::text)", {}],
  [text, String.raw`CHECK (x ~ E'^\\w+$'::text)`, {}],
  [text, "CHECK (x ~ '^a.b$'::text)", {}],
  [text, "CHECK (x ~ '^[[:alpha:]]+$'::text)", {}],
  [text, "CHECK (x ~ 'a'::text AND x ~ 'b'::text)", { pattern: 'a' }],
  [text, "CHECK (x ~~ 'a%'::text)", {}],
  [text, 'CHECK (x = upper(x))', {}],
  [text, 'CHECK (x IS NOT NULL)', {}],
]

test.each(unsaid)('of %o, %s is left to the database', (of, definition, limits) => {
  const check = { name: 'c', definition }
  expect(columnChecks(of, 'x', [check])).toEqual({ limits, rest: [check] })
})

test.each<readonly [Limits, string, boolean]>([
  [{}, 'a', true],
  [{ values: ['a'] }, 'b', false],
  [{ minimum: '0.01' }, '0', false],
  [{ minimum: '-2', maximum: '2' }, '-1.5', true],
  [{ maximum: '9' }, '10', false],
  [{ minLength: 1 }, '', false],
  [{ maxLength: 2 }, '😀😀', true],
  [{ pattern: '^a' }, 'ba', false],
])('%o allows %s: %s', (limits, value, expected) => {
  expect(allows(limits, value)).toBe(expected)
})
