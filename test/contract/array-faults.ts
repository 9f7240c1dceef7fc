/** Arrays: declared wrongly, used where they cannot be, or over a column of another type. */
import { arrayOf, category, decimal, EQUAL, enumOf, integer, LIKE, text } from 'corollary'
import { expect } from 'vitest'
import type { Broken, FaultCase } from './board.js'
import { column, type DatabaseCase } from './database-faults.js'

/** The compiler of TypeScript would refuse them. */
const unchecked = (value: unknown): never => value as never

const extra = (declared: object, tasks: object = {}): Broken => ({
  entities: { tasks: { fields: { extra: declared } } },
  tasks: { ...tasks },
})
const words = arrayOf(text(), { nullable: true })

const declared = (
  says: string,
  code: string,
  column: object,
  path: string,
  message: string,
): FaultCase => ({
  says,
  broken: extra(column),
  faults: [[code, `entities.tasks.extra${path}`, message]],
})

const anItem = 'a column without a name of its own, for example text({ maxLength: 40 })'
const members =
  'is, kind, nullable, refersTo, minLength, maxLength, pattern, format, collation' as const

export const arrayFaults: readonly FaultCase[] = [
  {
    says: 'an array of texts is sound',
    broken: extra(words),
    faults: [],
  },
  {
    says: 'an array without items is reported',
    broken: extra(arrayOf(unchecked(undefined))),
    faults: [
      ['MEMBER_INVALID', 'entities.tasks.extra.item', `It is missing; it must be ${anItem}.`],
      ['PATH_UNKNOWN', 'tasks.response.extra', expect.stringContaining("no field 'extra'")],
    ],
  },
  declared(
    'items with a role of their own in the table are reported',
    'MEMBER_UNKNOWN',
    arrayOf(unchecked(text(unchecked({ column: 'words' }))), { nullable: true }),
    '.item.column',
    `There is no member 'column'; there are ${members}.`,
  ),
  declared(
    'items with limits that no value can satisfy are reported',
    'CONSTRAINT_INVALID',
    arrayOf(text({ minLength: 5, maxLength: 4 }), { nullable: true }),
    '.item',
    'minLength is greater than maxLength.',
  ),
  declared(
    'numbers of items that no list can satisfy are reported',
    'CONSTRAINT_INVALID',
    arrayOf(text(), { minItems: 5, maxItems: 4, nullable: true }),
    '',
    'minItems is greater than maxItems.',
  ),
  declared(
    'a negative number of items is reported',
    'CONSTRAINT_INVALID',
    arrayOf(text(), { minItems: -1, nullable: true }),
    '',
    'Numbers of items must be integers, and maxItems at least 1.',
  ),
  declared(
    'a default with an item that does not fit is reported',
    'CONSTRAINT_INVALID',
    arrayOf(integer(), { default: [1, 'two'] }),
    '',
    'The default does not fit: it must be an integer; got a text.',
  ),
  {
    says: 'an array is not sorted by',
    broken: extra(words, { defaultSort: ['extra'] }),
    faults: [
      [
        'SORT_INVALID',
        'tasks.defaultSort[0]',
        expect.stringMatching(/^'extra' is not sortable; sortable fields are id, title/),
      ],
    ],
  },
  {
    says: 'an array does not label records',
    broken: extra(words, { optionLabel: 'extra' }),
    faults: [
      [
        'FIELD_UNKNOWN',
        'tasks.optionLabel',
        "'extra' is a column of type array; an option label must be a column other than json and arrays, or a to-one path.",
      ],
    ],
  },
  {
    says: 'an array has no options',
    broken: extra(words, {
      optionSources: { words: { type: 'DISTINCT_DIMENSION', path: 'extra' } },
    }),
    faults: [
      [
        'PATH_INVALID',
        'tasks.optionSources.words.path',
        'The path leads to a column of type array; it must lead to a column other than json and arrays, directly or through to-one relations.',
      ],
    ],
  },
  {
    says: 'an array has no statistics: a row would be in several groups',
    broken: extra(words, { stats: { extra: category() } }),
    faults: [['STATS_INVALID', 'tasks.stats.extra', 'A column of type array has no statistics.']],
  },
  ...[EQUAL('extra'), LIKE('extra')].map(
    (field): FaultCase => ({
      says: `${field.operation} does not take an array, and the message lists what does`,
      broken: extra(words, { filter: { sought: field } }),
      faults: [
        [
          'OPERATION_KIND',
          'tasks.filter.sought',
          expect.stringMatching(
            /does not take a column of type array; .* Operations that fit: IN, IS_NOT_NULL, IS_NULL, NOT_IN, SIZE_EQ, SIZE_GT, SIZE_LT\.$/,
          ),
        ],
      ],
    }),
  ),
]

const kind = (says: string, declared: object, message: string, sql: string): DatabaseCase => ({
  ...column(says, { more: declared }, 'KIND_MISMATCH', message, sql),
})

export const arrayColumnFaults: readonly DatabaseCase[] = [
  kind(
    'an array over a column that is none',
    arrayOf(text(), { nullable: true }),
    "The kind array of text does not fit the column's type text; it fits text[], character varying[], character[], citext[]. Declare the column as text or enum.",
    'alter table tasks add more text',
  ),
  kind(
    'a text over an array',
    text({ nullable: true }),
    "The kind text does not fit the column's type text[]; it fits text, character varying, character, citext. Declare the column as array of text or array of enum.",
    'alter table tasks add more text[]',
  ),
  kind(
    'an array of another type',
    arrayOf(integer(), { nullable: true }),
    "The kind array of integer does not fit the column's type text[]; it fits smallint[], integer[], bigint[]. Declare the column as array of text or array of enum.",
    'alter table tasks add more text[]',
  ),
  kind(
    'an array of an enum type without one of the names',
    arrayOf(enumOf(['sad', 'ok']), { nullable: true }),
    'The type mood has no ok; it has sad.',
    "create type mood as enum ('sad'); alter table tasks add more mood[]",
  ),
  kind(
    'an array of an enum type with further values',
    arrayOf(enumOf(['sad']), { nullable: true }),
    'The type mood also has ok; declare all its values.',
    "create type mood as enum ('sad', 'ok'); alter table tasks add more mood[]",
  ),
  column(
    'items that may be longer than those of the column',
    { more: arrayOf(text({ maxLength: 9 }), { nullable: true }) },
    'SIZE_MISMATCH',
    'The column holds 8 characters; declare maxLength: 8 or less.',
    'alter table tasks add more varchar(8)[]',
  ),
  column(
    'items with more digits than those of the column',
    { more: arrayOf(decimal({ precision: 9, scale: 2 }), { nullable: true }) },
    'SIZE_MISMATCH',
    'The column is numeric(6,2); the contract allows more digits. Declare precision: 6, scale: 2.',
    'alter table tasks add more numeric(6,2)[]',
  ),
  column(
    'items beyond the range of those of the column',
    { more: arrayOf(integer({ minimum: 0, maximum: 40_000 }), { nullable: true }) },
    'SIZE_MISMATCH',
    'The column is smallint; declare limits from -32768 to 32767, or none.',
    'alter table tasks add more smallint[]',
  ),
  column(
    'an array that may be null where the contract says no',
    { more: arrayOf(text(), { default: [] }) },
    'NULLABLE_MISMATCH',
    'The column may be null, the contract says it is not; add nullable: true, or NOT NULL to the column.',
    'alter table tasks add more text[]',
  ),
]
