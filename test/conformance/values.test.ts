import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FilterService, RawBody, startFilterService } from '../support/filter-service.js'
import { ladderRows, ladders } from './ladders.js'

let service: FilterService
beforeAll(async () => {
  service = await startFilterService(ladderRows)
})
afterAll(() => service.close())

const invalid = (target: string | null) => ({
  status: 400,
  problems: [{ code: 'FILTER_PAYLOAD_INVALID', target }],
})

/** Values are strict: a body as it is sent, and the field with the error. */
const wrongTypes: readonly (readonly [field: string, json: string])[] = [
  ['integer_EQUAL', '"7"'],
  ['integer_EQUAL', '7.5'],
  ['integer_EQUAL', 'true'],
  ['integer_EQUAL', '[7]'],
  ['integer_EQUAL', '{"id": 7}'],
  ['integer_EQUAL', '9007199254740993'],
  ['integer_EQUAL', '-9007199254740992'],
  ['integer_EQUAL', '1e400'],
  ['integer_EQUAL', '" "'],
  ['integer_IN', '["7"]'],
  ['integer_IN', '[7, null]'],
  ['integer_IN', '{"0": 7}'],
  ['integer_IN', '7'],
  ['integer_GREATER_THAN', '"0"'],
  ['version_LESS_THAN', '"2"'],
  ['bigint_EQUAL', '7'],
  ['bigint_EQUAL', '"07"'],
  ['bigint_EQUAL', '"+7"'],
  ['bigint_EQUAL', '"7.0"'],
  ['bigint_EQUAL', '"9223372036854775808"'],
  ['bigint_EQUAL', '"-9223372036854775809"'],
  ['bigint_IN', '["1", 2]'],
  ['decimal_EQUAL', '"1,5"'],
  ['decimal_EQUAL', '"1e"'],
  ['decimal_EQUAL', '"01e5"'],
  ['decimal_EQUAL', '"1e1001"'],
  ['decimal_EQUAL', '".5"'],
  ['decimal_EQUAL', '"NaN"'],
  ['decimal_EQUAL', '"Infinity"'],
  ['decimal_EQUAL', '" 1"'],
  ['decimal_EQUAL', '"0x10"'],
  ['decimal_EQUAL', 'true'],
  ['boolean_EQUAL', '1'],
  ['boolean_EQUAL', '0'],
  ['boolean_EQUAL', '"yes"'],
  ['boolean_EQUAL', '"TRUE"'],
  ['boolean_EQUAL', '[]'],
  ['boolean_IN', '["t"]'],
  ['boolean_IS_TRUE', '1'],
  ['boolean_IS_FALSE', '"no"'],
  ['boolean_IS_NULL', '1'],
  ['text_EQUAL', '7'],
  ['text_LIKE', 'true'],
  ['text_STARTS_WITH', '["a"]'],
  ['text_ENDS_WITH', '{}'],
  ['text_IN', '[1]'],
  ['text_IN', '"a"'],
  ['uuid_EQUAL', '"not-a-uuid"'],
  ['uuid_EQUAL', '"{aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee}"'],
  ['uuid_EQUAL', '"urn:uuid:aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"'],
  ['uuid_EQUAL', '"aaaaaaaabbbb4ccc8dddeeeeeeeeeeee"'],
  ['uuid_EQUAL', '7'],
  ['uuid_IN', '["aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeee"]'],
  ['level_EQUAL', '"low"'],
  ['level_EQUAL', '"MISSING"'],
  ['level_EQUAL', '1'],
  ['grade_EQUAL', '"low"'],
  ['grade_IN', '["LOW", "MISSING"]'],
  ['grade_NOT_IN', '["LOW", 1]'],
  ['step_EQUAL', '-7'],
  ['step_EQUAL', '"-7"'],
  ['step_IN', '["LOW", 0]'],
  ['step_NOT_IN', '["low"]'],
  ['json_IS_NULL', '"x"'],
  ['lines_SIZE_EQ', '"1"'],
  ['lines_SIZE_GT', '-1'],
  ['lines_SIZE_LT', '1.5'],
  ['instant_IN_LAST_DAYS', '"7"'],
  ['instant_IN_LAST_DAYS', '1.5'],
  ['date_IN_NEXT_DAYS', '-1'],
  ['date_IN_NEXT_DAYS', '36501'],
  ['depot_id_EQUAL', '"1"'],
  ['depot_id_EQUAL', '{"id": "1"}'],
  ['depot_id_EQUAL', '{"label": "Alpha"}'],
  ['depot_id_EQUAL', '{"id": null}'],
  ['depot_id_IN', '[{"id": true}]'],
  ['depot_IS_NULL', '{"id": 1}'],
  ['lines_amount_BETWEEN', '["x"]'],
]
test.each(wrongTypes)('%s refuses %s', async (field, json) => {
  expect(await service.find(new RawBody(`{"${field}": ${json}}`))).toMatchObject(invalid(field))
})

const longNumbers = ['0.30000000000000004', '1234567890123456', '1.0000000000000001']
test.each(longNumbers)('the number %s must be sent as text', async (number) => {
  for (const body of [`{"long_EQUAL": ${number}}`, `{"long_EQUAL":${number} ,"text_LIKE":"a"}`]) {
    const answer = await service.find(new RawBody(body))
    expect(answer).toMatchObject(invalid('long_EQUAL'))
    expect(answer.problems[0]?.message).toMatch(/15 significant digits.*as text/)
  }
  for (const body of [`{"long_IN": [1, ${number}]}`, `{"long_BETWEEN": [${number}, null]}`]) {
    const answer = await service.find(new RawBody(body))
    expect(answer.status).toBe(400)
    expect(answer.problems[0]?.message).toMatch(/15 significant digits/)
  }
})

const unheldNumbers = ['1e400', '-1e309', '1e-400', '4.9e-324']
test.each(unheldNumbers)(
  'the number %s, which parsers cannot represent, must be sent as text',
  async (number) => {
    const operands = { EQUAL: number, IN: `[1, ${number}]`, BETWEEN: `[${number}, null]` }
    for (const [operation, operand] of Object.entries(operands)) {
      const field = `long_${operation}`
      const answer = await service.find(new RawBody(`{"${field}": ${operand}}`))
      expect(answer).toMatchObject(invalid(field))
      expect(answer.problems[0]?.message).toMatch(/many parsers cannot represent; send it as text/)
    }
    const { status, ids } = await service.find({ long_EQUAL: number })
    expect({ status, ids }).toEqual({ status: 200, ids: [] })
  },
)

test('an integer may have 16 digits, up to 2^53 - 1', async () => {
  const found = async (json: string) => {
    const { status, ids } = await service.find(new RawBody(`{${json}}`))
    return { json, status, ids }
  }
  const cases: readonly (readonly [string, readonly number[]])[] = [
    ['"integer_LESS_OR_EQUAL": 9007199254740991', [1, 2, 3, 4, 5, 6]],
    ['"integer_GREATER_THAN": 9007199254740990', []],
    ['"integer_GREATER_OR_EQUAL": -9007199254740991', [1, 2, 3, 4, 5, 6]],
    ['"integer_IN": [1000000000000000, 7]', [4]],
    ['"integer_BETWEEN": [-9007199254740991, 0]', [1, 2, 3]],
    ['"depot_id_EQUAL": 9007199254740991', []],
    ['"lines_SIZE_LT": 9007199254740991', [1, 2, 3, 4, 5, 6, 7]],
  ]
  const answers = await Promise.all(cases.map(([json]) => found(json)))
  expect(answers).toEqual(cases.map(([json, ids]) => ({ json, status: 200, ids })))
})

/** Rows of `decimal`: ±9999999999.99, -0.1, 0.1, 0.3, 0.31; of `long` 0.1 is number 4. */
const exact: readonly (readonly [json: string, ids: readonly number[]])[] = [
  ['"decimal_EQUAL": 0.3', [4]],
  ['"decimal_EQUAL": 0.30', [4]],
  ['"decimal_EQUAL": 3e-1', [4]],
  ['"decimal_EQUAL": "0.300000000000000000000"', [4]],
  ['"decimal_EQUAL": "0.300000000000000000001"', []],
  ['"decimal_EQUAL": "0.305"', []],
  ['"decimal_GREATER_THAN": "0.305"', [5, 6]],
  ['"decimal_GREATER_THAN": "0.3000000000000000000000001"', [5, 6]],
  ['"decimal_LESS_THAN": "-0.0999999999999999999999999"', [1, 2]],
  ['"decimal_BETWEEN": ["0.1", 0.3]', [3, 4]],
  ['"decimal_IN": [0.1, "0.31", "-0.10"]', [2, 3, 5]],
  ['"decimal_LESS_THAN": 1e21', [1, 2, 3, 4, 5, 6]],
  ['"decimal_GREATER_THAN": "99999999999999999999999999999999999999999"', []],
  ['"decimal_GREATER_THAN": 1e-7', [3, 4, 5, 6]],
  ['"long_EQUAL": 0.1', [4]],
  ['"long_EQUAL": "12345678901234567890.0000000001"', [5]],
  ['"long_EQUAL": "12345678901234567890.0000000002"', []],
  ['"long_GREATER_THAN": -1e-11', [3, 4, 5, 6]],
  ['"integer_EQUAL": 7.0', [4]],
  ['"integer_EQUAL": 70e-1', [4]],
  ['"integer_EQUAL": -0', [3]],
  ['"small_GREATER_THAN": 40000', []],
  ['"small_LESS_THAN": 2147483648', [1, 2, 3, 4, 5, 6]],
  ['"small_IN": [99999999999, 7]', [4]],
  ['"uuid_EQUAL": "AAAAAAAA-BBBB-4CCC-8DDD-EEEEEEEEEEEE"', [3]],
  ['"uuid_IN": ["FFFFFFFF-ffff-FFFF-ffff-FFFFFFFFFFFF"]', [6]],
  ['"instant_EQUAL": "2024-03-31T03:00:00.000002+02:00"', [4]],
  ['"instant_EQUAL": "2024-03-30T22:00:00.000000-03:00"', [3]],
  ['"instant_EQUAL": "2024-03-31t01:00:00z"', [3]],
  ['"boolean_EQUAL": "false"', [2, 4, 6]],
  ['"boolean_NOT_IN": ["true"]', [2, 4, 6]],
  ['"boolean_IS_TRUE": "true"', [1, 3, 5]],
  ['"boolean_IS_FALSE": "true"', [2, 4, 6]],
  ['"boolean_IS_NULL": "true"', [7]],
  ['"boolean_IS_NOT_NULL": "true"', [1, 2, 3, 4, 5, 6]],
  ['"depot_IS_NULL": "false"', [1, 2, 3, 4, 5, 6, 7]],
]
test.each(exact)('{%s} finds %j', async (json, ids) => {
  const { status, ids: found } = await service.find(new RawBody(`{${json}}`))
  expect({ status, found }).toEqual({ status: 200, found: ids })
})

const references: readonly (readonly [field: string, operand: unknown, ids: readonly number[]])[] =
  [
    ['depot_id_EQUAL', { id: 1 }, [1, 2]],
    ['depot_id_EQUAL', { id: 2, label: 'Beta', extra: null }, [3, 7]],
    ['depot_id_NOT_EQUAL', { id: 1 }, [3, 4, 7]],
    ['depot_id_IN', [{ id: 1 }, 3], [1, 2, 4]],
    ['depot_id_BETWEEN', [{ id: 3 }, { id: 2 }], [3, 4, 7]],
    ['depot_region_id_EQUAL', { id: 2 }, [3, 7]],
  ]
test.each(references)('%s accepts an option object: %j', async (field, operand, ids) => {
  const { status, ids: found } = await service.find({ [field]: operand })
  expect({ status, found }).toEqual({ status: 200, found: ids })
})

const unknownMembers = ['nope', 'integer', 'INTEGER_EQUAL', '', 'constructor', '__proto__', 'a.b']
test.each(unknownMembers)('the unknown member %j is refused by name', async (name) => {
  const body = new RawBody(`{"integer_EQUAL": 7, ${JSON.stringify(name)}: null}`)
  expect(await service.find(body)).toMatchObject(invalid(name))
})

test('every invalid member is reported, each with its own target', async () => {
  const { status, problems } = await service.find({ integer_EQUAL: 'x', nope: 1, boolean_IN: [1] })
  expect(status).toBe(400)
  expect(problems.map(({ target }) => target)).toEqual(['integer_EQUAL', 'boolean_IN', 'nope'])
})

test('a message says what would be accepted', async () => {
  const messageOf = async (payload: unknown) => (await service.find(payload)).problems[0]?.message
  expect(await messageOf({ integer_EQUAL: 'x' })).toMatch(/integer_EQUAL.*an integer.*a text/)
  expect(await messageOf({ level_EQUAL: 'x' })).toMatch(/LOW.*MID/)
  expect(await messageOf({ date_EQUAL: 'x' })).toMatch(/yyyy-MM-dd/)
  expect(await messageOf({ integer_BETWEEN: 5 })).toMatch(/\[from, to\]/)
  expect(await messageOf({ integer_EQUALS: 5 })).toMatch(/integer_EQUAL/)
})

describe('filter bodies', () => {
  test.each(['[]', 'null', '"text"', '7', 'true'])('the body %s is not a filter', async (text) => {
    expect(await service.find(new RawBody(text))).toMatchObject(invalid(null))
  })

  test('a missing body is not a filter', async () => {
    expect(await service.find(undefined)).toMatchObject(invalid(null))
  })

  test.each(['{', '{"a": }', '{} x', "{'a': 1}"])('the body %s is not valid JSON', async (text) => {
    expect(await service.find(new RawBody(text))).toMatchObject({
      status: 400,
      problems: [{ code: 'REQUEST_PAYLOAD_INVALID' }],
    })
  })

  test('a filter without criteria matches everything', async () => {
    expect((await service.find({})).ids).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  test('a filter with several criteria matches rows that satisfy all of them', async () => {
    const payload = { integer_GREATER_THAN: -1, boolean_IS_TRUE: true, depot_IS_NULL: true }
    expect((await service.find(payload)).ids).toEqual([5])
  })
})

describe('the limit of lists', () => {
  test.each(['integer_IN', 'integer_NOT_IN'])('the limit of %s is a setting', async (field) => {
    const find = await service.with({ 'platform.filter.in.max': 2 })
    expect((await find({ [field]: [7, 0] })).status).toBe(200)
    expect(await find({ [field]: [7, 0, 7] })).toMatchObject({
      status: 422,
      problems: [{ code: 'LIMIT_EXCEEDED', target: field }],
    })
  })

  test('the default limit is 1000 items, for every column type', async () => {
    const { values } = ladders.uuid
    const thousand = Array.from({ length: 1000 }, () => values[0])
    expect((await service.find({ uuid_IN: thousand })).ids).toEqual([1])
    expect(await service.find({ uuid_IN: [...thousand, values[0]] })).toMatchObject({ status: 422 })
  })
})
