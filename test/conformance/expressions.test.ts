/** Filters that are combined, and criteria that one and the same related row meets. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parcelsApi } from '../support/filter-contract.js'
import {
  type FilterService,
  headers,
  serveParcels,
  startFilterService,
} from '../support/filter-service.js'
import { ladderRows } from './ladders.js'

/*
 * parcel → depot → region        lines (label, amount, depot)                 tags
 *   1       Alpha   North         one 10 Alpha; two 20 -                       red blue
 *   2       Alpha   North         - - Beta                                     red
 *   3       Beta    South
 *   4       Gamma   -             one 20 Gamma                                 blue
 *   5       -       -                                                          red blue
 *   6       -       -
 *   7       Beta    South         three 5 Alpha
 */
let service: FilterService
beforeAll(async () => {
  service = await startFilterService(ladderRows)
})
afterAll(() => service.close())

type Payload = Readonly<Record<string, unknown>>
type Case = readonly [payload: Payload, ids: readonly number[]]

const everyId = [1, 2, 3, 4, 5, 6, 7]
const inBeta = { depot_name_EQUAL: 'Beta' }
const isBlue = { tags_name_EQUAL: 'blue' }
const first = { label_EQUAL: 'one' }

const suites: Readonly<Record<string, readonly Case[]>> = {
  '$or matches what at least one part matches': [
    [{ $or: [inBeta, isBlue] }, [1, 3, 4, 5, 7]],
    [{ $or: [inBeta] }, [3, 7]],
    [{ $or: [{ ...inBeta, lines_SIZE_GT: 0 }, { depot_IS_NULL: true }] }, [5, 6, 7]],
  ],
  '$and matches what every part matches': [
    [{ $and: [{ tags_name_EQUAL: 'red' }, isBlue] }, [1, 5]],
    [{ $and: [{ $or: [inBeta, isBlue] }, { $or: [inBeta, { depot_IS_NULL: true }] }] }, [3, 5, 7]],
  ],
  '$not matches all that its part does not match, nulls included': [
    [{ $not: inBeta }, [1, 2, 4, 5, 6]],
    [{ $not: { $not: inBeta } }, [3, 7]],
    [{ $not: { ...inBeta, lines_SIZE_GT: 0 } }, [1, 2, 3, 4, 5, 6]],
    [{ $not: { $or: [inBeta, isBlue] } }, [2, 6]],
    [{ $not: { lines_amount_GREATER_THAN: 5 } }, [2, 3, 5, 6, 7]],
  ],
  'expressions are joined with the other members by and': [
    [{ depot_IS_NOT_NULL: true, $not: inBeta }, [1, 2, 4]],
    [{ ...isBlue, $or: [inBeta, { depot_IS_NULL: true }] }, [5]],
  ],
  'blank parts are left out': [
    [{ $or: [] }, everyId],
    [{ $or: null, $and: '', $not: null }, everyId],
    [{ $or: [{}, { text_LIKE: '' }] }, everyId],
    [{ $or: [{}, inBeta] }, [3, 7]],
    [{ $and: [{ depot_id_IN: [] }, inBeta] }, [3, 7]],
    [{ $not: {} }, everyId],
    [{ $not: { $or: [{}] } }, everyId],
  ],
  'some means one and the same related row': [
    [{ lines_label_EQUAL: 'one', lines_amount_EQUAL: 20 }, [1, 4]],
    [{ lines_SOME: { ...first, amount_EQUAL: 20 } }, [4]],
    [{ tags_SOME: { name_EQUAL: 'red' } }, [1, 2, 5]],
    [{ lines_SOME: { depot_name_EQUAL: 'Alpha', amount_LESS_THAN: 10 } }, [7]],
    [{ depot_parcels_SOME: { integer_GREATER_THAN: 0 } }, [4]],
  ],
  'none means that no related row meets all criteria': [
    [{ lines_NONE: first }, [2, 3, 5, 6, 7]],
    [{ lines_NONE: { ...first, amount_EQUAL: 20 } }, [1, 2, 3, 5, 6, 7]],
    [{ depot_parcels_NONE: { integer_GREATER_THAN: 0 } }, [1, 2, 3, 5, 6, 7]],
  ],
  'every means all related rows; null does not meet a criterion': [
    [{ lines_EVERY: { amount_GREATER_OR_EQUAL: 10 } }, [1, 3, 4, 5, 6]],
    [{ lines_EVERY: { ...first, amount_EQUAL: 20 } }, [3, 4, 5, 6]],
    [{ depot_parcels_EVERY: { integer_GREATER_OR_EQUAL: 0 } }, [4, 5, 6]],
    [{ $not: { lines_EVERY: { amount_GREATER_OR_EQUAL: 10 } } }, [2, 7]],
  ],
  'blank criteria of related rows have no effect': [
    [{ lines_SOME: {}, tags_NONE: null, lines_EVERY: '' }, everyId],
    [{ lines_SOME: { label_LIKE: '', amount_BETWEEN: [null, null] } }, everyId],
  ],
  'criteria of related rows can be combined, and be parts': [
    [{ lines_SOME: { $or: [{ label_EQUAL: 'two' }, { amount_EQUAL: 5 }] } }, [1, 7]],
    [{ lines_SOME: { $not: first } }, [1, 2, 7]],
    [
      { $or: [{ lines_SOME: { label_EQUAL: 'three' } }, { tags_NONE: { name_EQUAL: 'red' } }] },
      [3, 4, 6, 7],
    ],
  ],
}

describe.each(Object.entries(suites))('%s', (_, cases) => {
  test.each(cases)('%j finds %j', async (payload, ids) => {
    expect(await service.find(payload, 'size=200&sort=id')).toEqual({
      ...{ status: 200, ids, total: ids.length, problems: [] },
    })
  })
})

const nested = (levels: number): Payload =>
  levels === 0 ? { integer_EQUAL: 7 } : { $not: nested(levels - 1) }
const many = (count: number, field = 'integer_EQUAL'): Payload => ({
  $or: Array.from({ length: count }, (_, at) => ({ [field]: at })),
})

describe('a filter is refused with the place of what is wrong', () => {
  const invalid = 'FILTER_PAYLOAD_INVALID'
  const exceeded = 'LIMIT_EXCEEDED'
  test.each<[payload: Payload, status: number, code: string, targets: readonly string[]]>([
    [{ $or: {} }, 400, invalid, ['$or']],
    [{ $or: [5, null] }, 400, invalid, ['$or[0]', '$or[1]']],
    [{ $not: [] }, 400, invalid, ['$not']],
    [{ $nor: [] }, 400, invalid, ['$nor']],
    [
      { $or: [{}, { nope: 1, integer_EQUAL: 'x' }] },
      400,
      invalid,
      ['$or[1].integer_EQUAL', '$or[1].nope'],
    ],
    [{ $or: [{ $and: [{ $not: { nope: 1 } }] }] }, 400, invalid, ['$or[0].$and[0].$not.nope']],
    [{ lines_SOME: [] }, 400, invalid, ['lines_SOME']],
    [{ lines_SOME: { integer_EQUAL: 1 } }, 400, invalid, ['lines_SOME.integer_EQUAL']],
    [{ lines_SOME: { amount_BETWEEN: ['x', 1] } }, 400, invalid, ['lines_SOME.amount_BETWEEN[0]']],
    [{ $not: { integer_IN: [1, 'x'] } }, 400, invalid, ['$not.integer_IN[1]']],
    [{ integer_BETWEEN: ['x', 1] }, 400, invalid, ['integer_BETWEEN']],
    [nested(5), 422, exceeded, ['$not.$not.$not.$not.$not']],
    [
      { lines_SOME: { $or: [{ $or: [{ $or: [{ $or: [{ $or: [] }] }] }] }] } },
      422,
      exceeded,
      ['lines_SOME.$or[0].$or[0].$or[0].$or[0].$or'],
    ],
    [many(51), 422, exceeded, ['$or[50].integer_EQUAL']],
    [{ $or: [many(25), { $not: many(26) }] }, 422, exceeded, ['$or[1].$not.$or[25].integer_EQUAL']],
    [
      { $not: { lines_SOME: many(51, 'amount_EQUAL') } },
      422,
      exceeded,
      ['$not.lines_SOME.$or[50].amount_EQUAL'],
    ],
  ])('%j', async (payload, status, code, targets) => {
    const found = await service.find(payload)
    expect(found.status).toBe(status)
    expect(found.problems.map(({ target }) => target)).toEqual(targets)
    expect(new Set(found.problems.map((each) => each.code))).toEqual(new Set([code]))
  })

  test('a response has few problems, however many parts are wrong', async () => {
    const { problems } = await service.find({ $or: Array.from({ length: 500 }, () => ({ x: 1 })) })
    expect(problems).toHaveLength(20)
  })
})

test('the limits are settings, and what is within them is accepted', async () => {
  expect(await service.find(nested(4))).toMatchObject({ status: 200 })
  expect(await service.find(many(50))).toMatchObject({ status: 200 })
  const find = await service.with({
    'platform.filter.expressions.max-depth': 1,
    'platform.filter.expressions.max-criteria': 2,
  })
  expect(await find(many(2))).toMatchObject({ status: 200 })
  expect(await find(many(3))).toMatchObject({ status: 422 })
  expect(await find(nested(2))).toMatchObject({ status: 422 })
  const { problems } = await find(nested(2))
  expect(problems[0]!.message).toBe('The number of nested $or, $and and $not must be at most 1.')
})

test('without the declaration expressions are unknown members', async () => {
  const data = { ...parcelsApi.data, expressions: false }
  const plain = await serveParcels(service.database, {}, { ...parcelsApi, data })
  const response = await plain.app.inject({
    ...{ method: 'POST', url: '/api/tests/parcels/filter', headers },
    payload: { $or: [inBeta], lines_SOME: { $not: first } },
  })
  await plain.close()
  expect(response.statusCode).toBe(400)
  const { errors } = response.json() as { errors: readonly { target: string; code: string }[] }
  expect(errors.map(({ target, code }) => [target, code])).toEqual([
    ['lines_SOME.$not', 'FILTER_PAYLOAD_INVALID'],
    ['$or', 'FILTER_PAYLOAD_INVALID'],
  ])
})
