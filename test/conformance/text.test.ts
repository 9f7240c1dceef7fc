import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FilterOperation } from '../../src/contract/filter/table.js'
import { fieldOf } from '../support/filter-contract.js'
import { type FilterService, RawBody, startFilterService } from '../support/filter-service.js'
import { onlyParcels, rowWith } from './ladders.js'

/** Texts by id; 16 is null. */
const texts: readonly (string | null)[] = [
  '100%',
  '100x',
  'a_b',
  'axb',
  'a\\b',
  "O'Brien",
  'say "hi"',
  'ÉCLAIR',
  'éclair',
  'ÇELIK',
  'straße',
  'STRASSE',
  '\u{1F600} smile',
  '\u{1F601}',
  '',
  null,
  'NULL',
  '{a,b}',
  '%_\\',
  ' padded ',
  "'; drop table parcels; --",
  'Tab\tand\nline',
]
const present = texts.flatMap((text, index) => (text === null ? [] : [index + 1]))
const without = (...ids: readonly number[]) => present.filter((id) => !ids.includes(id))

let service: FilterService
beforeAll(async () => {
  const rows = texts.map((text, index) => rowWith(index + 1, { text, name: text }))
  service = await startFilterService(onlyParcels(rows))
})
afterAll(() => service.close())

type TextCase = readonly [FilterOperation, operand: unknown, ids: readonly number[]]

/** A search text is plain text: no pattern, no SQL syntax, no array literal. */
const hostile: readonly TextCase[] = [
  ['LIKE', '%', [1, 19]],
  ['LIKE', '_', [3, 19]],
  ['LIKE', '\\', [5, 19]],
  ['LIKE', '\\\\', []],
  ['LIKE', '\\%', []],
  ['LIKE', '%_\\', [19]],
  ['LIKE', '100_', []],
  ['LIKE', "'", [6, 21]],
  ['LIKE', '"', [7]],
  ['LIKE', '\u{1F600}', [13]],
  ['LIKE', 'B', [3, 4, 5, 6, 18, 21, 22]],
  ['LIKE', 'null', [17]],
  ['LIKE', '{', [18]],
  ['LIKE', ' ', [7, 13, 20, 21]],
  ['LIKE', '\t', [22]],
  ['LIKE', '\n', [22]],
  ['LIKE', '$1', []],
  ['NOT_LIKE', '%', without(1, 19)],
  ['NOT_LIKE', '_', without(3, 19)],
  ['NOT_LIKE', '\\', without(5, 19)],
  ['NOT_LIKE', "'; drop", without(21)],
  ['NOT_LIKE', '\u{1F601}', without(14)],
  ['STARTS_WITH', '%', [19]],
  ['STARTS_WITH', '100', [1, 2]],
  ['STARTS_WITH', '100%', [1]],
  ['STARTS_WITH', 'a_', [3]],
  ['STARTS_WITH', 'A\\', [5]],
  ['STARTS_WITH', '\u{1F600}', [13]],
  ['STARTS_WITH', ' ', [20]],
  ['ENDS_WITH', '%', [1]],
  ['ENDS_WITH', '_B', [3]],
  ['ENDS_WITH', '\\', [19]],
  ['ENDS_WITH', '"', [7]],
  ['ENDS_WITH', '\u{1F601}', [14]],
  ['ENDS_WITH', 'DED ', [20]],
  ['EQUAL', '100%', [1]],
  ['EQUAL', 'A_B', []],
  ['EQUAL', 'NULL', [17]],
  ['EQUAL', 'null', []],
  ['EQUAL', '', [15]],
  ['EQUAL', 'padded', []],
  ['EQUAL', "'; drop table parcels; --", [21]],
  ['NOT_EQUAL', '', without(15)],
  ['NOT_EQUAL', 'NULL', without(17)],
  ['IN', ['NULL', '', '{a,b}', '%_\\', 'say "hi"'], [7, 15, 17, 18, 19]],
  ['IN', ["O'Brien", '\u{1F600} smile', 'Tab\tand\nline'], [6, 13, 22]],
  ['NOT_IN', ['NULL', '', 'a\\b'], without(5, 15, 17)],
]

/** The collation knows all letters; a long s is not changed into two letters. */
const letters: readonly TextCase[] = [
  ['LIKE', 'é', [8, 9]],
  ['LIKE', 'ÉCL', [8, 9]],
  ['LIKE', 'e\u0301', []],
  ['LIKE', 'ç', [10]],
  ['LIKE', 'Çe', [10]],
  ['LIKE', 'ß', [11]],
  ['LIKE', '\u1E9E', [11]],
  ['LIKE', 'ss', [12]],
  ['NOT_LIKE', 'É', without(8, 9)],
  ['STARTS_WITH', 'éc', [8, 9]],
  ['ENDS_WITH', 'SSE', [12]],
  ['EQUAL', 'éclair', [9]],
  ['EQUAL', 'éCLAIR', []],
  ['IN', ['ÉCLAIR', 'STRAßE'], [8]],
]

describe.each(['text', 'name'])('characters of a search in %s', (column) => {
  test.each(hostile)('special characters are ordinary: %s %j', async (operation, operand, ids) => {
    expect((await service.find({ [fieldOf(column, operation)]: operand })).ids).toEqual(ids)
  })
})

test.each(letters)(
  '%s %j compares letters as the database does',
  async (operation, operand, ids) => {
    expect((await service.find({ [fieldOf('name', operation)]: operand })).ids).toEqual(ids)
  },
)

const unstorable: readonly (readonly [string, string])[] = [
  ['the character NUL', '"a\\u0000b"'],
  ['a high surrogate without its half', '"a\\ud83d"'],
  ['a low surrogate without its half', '"\\ude00b"'],
  ['surrogates in the wrong order', '"\\ude00\\ud83d"'],
]

describe.each(unstorable)('a text with %s', (_, json) => {
  const lists: readonly FilterOperation[] = ['IN', 'NOT_IN']
  test.each([
    'EQUAL',
    'NOT_EQUAL',
    'LIKE',
    'NOT_LIKE',
    'STARTS_WITH',
    'ENDS_WITH',
    ...lists,
  ] as const)('is refused by %s', async (operation) => {
    const field = fieldOf('text', operation)
    const operand = lists.includes(operation) ? `[${json}]` : json
    const { status, problems } = await service.find(new RawBody(`{"${field}": ${operand}}`))
    expect({ status, problems }).toMatchObject({
      status: 400,
      problems: [{ code: 'FILTER_PAYLOAD_INVALID', target: field }],
    })
  })
})

const longTexts: readonly (readonly [FilterOperation, (text: string) => unknown])[] = [
  ['EQUAL', (text) => text],
  ['LIKE', (text) => text],
  ['NOT_LIKE', (text) => text],
  ['STARTS_WITH', (text) => text],
  ['ENDS_WITH', (text) => text],
  ['IN', (text) => [text]],
  ['NOT_IN', (text) => [text]],
]

test.each(longTexts)('%s accepts texts of 1000 characters and no more', async (operation, wrap) => {
  const field = fieldOf('text', operation)
  const longest = '\u{1F600}'.repeat(1000)
  expect((await service.find({ [field]: wrap(longest) })).status).toBe(200)
  const { status, problems } = await service.find({ [field]: wrap(`${longest}x`) })
  expect({ status, problems }).toMatchObject({
    status: 422,
    problems: [{ code: 'LIMIT_EXCEEDED', target: field }],
  })
})

test('the maximum length of a text is a setting', async () => {
  const find = await service.with({ 'platform.filter.text.max-length': 3 })
  expect((await find({ text_LIKE: '100' })).ids).toEqual([1, 2])
  expect((await find({ text_LIKE: '100%' })).problems).toMatchObject([{ code: 'LIMIT_EXCEEDED' }])
})
