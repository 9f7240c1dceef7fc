import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FilterOperation } from '../../src/contract/filter/table.js'
import { fieldOf } from '../support/filter-contract.js'
import { type FilterService, type Find, startFilterService } from '../support/filter-service.js'
import { ladderRows } from './ladders.js'

let service: FilterService
let lenient: Find
beforeAll(async () => {
  service = await startFilterService(ladderRows)
  lenient = await service.with({ 'platform.filter.range.allow-scalar-payload': true })
})
afterAll(() => service.close())

const lowerNames = ['from', 'fromDate', 'start', 'startDate', 'min', 'minPrice', 'lower', 'gte']
const upperNames = ['to', 'toDate', 'end', 'endDate', 'max', 'maxPrice', 'upper', 'lte']
const rangeOperations = ['BETWEEN', 'BETWEEN_EXCLUSIVE', 'NOT_BETWEEN', 'OUTSIDE_RANGE'] as const

/** The column `integer` ends with 0 in row 3, 7 in row 4 and null in row 7. */
const between = (operand: unknown) => service.find({ integer_BETWEEN: operand })

test.each(lowerNames)('{ %s } is a lower bound', async (name) => {
  expect((await between({ [name]: 0 })).ids).toEqual([3, 4, 5, 6])
})

test.each(upperNames)('{ %s } is an upper bound', async (name) => {
  expect((await between({ [name]: 0 })).ids).toEqual([1, 2, 3])
})

const pairs = lowerNames.flatMap((lower) => upperNames.map((upper) => [lower, upper] as const))
test.each(pairs)('{ %s, %s } are the two bounds of a range', async (lower, upper) => {
  expect((await between({ [upper]: 7, [lower]: 0 })).ids).toEqual([3, 4])
})

const readable: readonly (readonly [string, unknown, readonly number[]])[] = [
  ['a currency is ignored', { min: 0, max: 7, currency: 'BRL' }, [3, 4]],
  ['a currency that is null is ignored', { minPrice: 0, currency: null }, [3, 4, 5, 6]],
  ['a bound that is null is open', { from: null, to: 0 }, [1, 2, 3]],
  ['inverted bounds of an object are swapped', { from: 7, to: 0 }, [3, 4]],
  ['inverted bounds of a list are swapped', [7, 0], [3, 4]],
  ['equal bounds are one value', [7, 7], [4]],
  ['one bound is the lower one', [7], [4, 5, 6]],
  ['names of bounds are case-insensitive', { FROMDATE: 0, ToDate: 7 }, [3, 4]],
  ['the name currency is case-insensitive', { MINPRICE: 0, CURRENCY: 'BRL' }, [3, 4, 5, 6]],
  ['a member between is equivalent to the list', { between: [0, 7] }, [3, 4]],
  ['a member between accepts one bound', { Between: [null, 0], currency: 'BRL' }, [1, 2, 3]],
  ['a bound in two spellings counts once when one is null', { from: 7, FROM: null }, [4, 5, 6]],
]
test.each(readable)('%s', async (_, operand, ids) => {
  expect((await between(operand)).ids).toEqual(ids)
})

const withoutBounds: readonly (readonly [string, unknown])[] = [
  ['an empty list', []],
  ['one bound that is null', [null]],
  ['two bounds that are null', [null, null]],
  ['two bounds that are empty texts', ['', '']],
  ['an object without a member', {}],
  ['an object whose bounds are null or empty', { startDate: null, endDate: '' }],
  ['a currency alone', { currency: 'BRL' }],
  ['a member between that is null', { between: null }],
  ['a member between without bounds', { between: [] }],
]

const unreadable: readonly (readonly [string, unknown])[] = [
  ['three bounds', [1, 2, 3]],
  ['three bounds, two of them null', [1, null, null]],
  ['an unknown member', { from: 1, until: 2 }],
  ['two lower bounds', { from: 1, min: 2 }],
  ['one bound in two spellings', { from: 1, FROM: 2 }],
  ['a bound beside a member between', { between: [1, 2], from: 1 }],
  ['a member between that is not a list', { between: 1 }],
  ['three bounds in a member between', { between: [1, 2, 3] }],
  ['a bound that is a text', ['1', 2]],
  ['a bound that is a list', [[1], 2]],
  ['a bound that is an object', [{ from: 1 }, 2]],
  ['a bound that is a boolean', { from: true }],
  ['a number alone', 5],
  ['a text alone', '5'],
  ['a boolean alone', true],
]
describe.each(rangeOperations)('%s', (operation) => {
  const field = fieldOf('integer', operation)

  test.each(unreadable)('a range refuses %s', async (_, operand) => {
    const { status, problems } = await service.find({ [field]: operand })
    expect({ status, problems }).toMatchObject({
      status: 400,
      problems: [{ code: 'FILTER_PAYLOAD_INVALID', target: field }],
    })
  })

  test.each(withoutBounds)('a range without bounds is ignored: %s', async (_, operand) => {
    expect((await service.find({ [field]: operand })).total).toBe(7)
  })

  test('a null or blank range has no effect', async () => {
    expect((await service.find({ [field]: null })).total).toBe(7)
    expect((await service.find({ [field]: '' })).total).toBe(7)
  })

  test('a scalar is the lower bound only if the setting allows it', async () => {
    const { ids } = await lenient({ [field]: 7 })
    expect(ids).toEqual((await service.find({ [field]: [7] })).ids)
    expect(ids).toEqual((await lenient({ [field]: [7] })).ids)
  })
})

const scalars: readonly (readonly [string, FilterOperation, unknown, readonly number[]])[] = [
  ['integer', 'BETWEEN', 7, [4, 5, 6]],
  ['integer', 'BETWEEN_EXCLUSIVE', 7, [5, 6]],
  ['integer', 'NOT_BETWEEN', 7, [1, 2, 3]],
  ['integer', 'OUTSIDE_RANGE', 7, [1, 2, 3]],
  ['decimal', 'BETWEEN', '0.30', [4, 5, 6]],
  ['date', 'BETWEEN', '2024-03-31', [4, 5, 6]],
  ['instant', 'BETWEEN', '2024-03-31T01:00:00Z', [3, 4, 5, 6]],
  ['instant', 'BETWEEN_EXCLUSIVE', '2024-03-31', [5, 6]],
]
test.each(scalars)('an allowed scalar over %s: %s %j', async (column, operation, operand, ids) => {
  expect((await lenient({ [fieldOf(column, operation)]: operand })).ids).toEqual(ids)
})

test('an allowed scalar must still have the right type', async () => {
  expect((await lenient({ integer_BETWEEN: 'x' })).problems).toMatchObject([
    { code: 'FILTER_PAYLOAD_INVALID', target: 'integer_BETWEEN' },
  ])
})

/** Bounds are swapped by their values, not as texts: 9 is less than 10, -2 less than -1. */
const swapped: readonly (readonly [string, unknown, readonly number[]])[] = [
  ['bigint', ['9007199254740993', '9'], [4, 5]],
  ['bigint', ['-1', '-9007199254740993'], [2]],
  ['decimal', [10, 9], []],
  ['decimal', ['0.31', '0.3'], [4, 5]],
  ['decimal', ['-0.01', '-0.2'], [2]],
  ['long', ['12345678901234567890.0000000001', '9'], [5]],
  ['date', ['2024-12-31', '2024-02-29'], [3, 4, 5]],
  ['instant', ['2024-03-31T01:00:00.000002Z', '2024-03-31T01:00:00.000001Z'], [4]],
  ['instant', ['2024-03-31T03:00:00+02:00', '2024-03-31T02:59:59.999999+02:00'], [2, 3]],
]
test.each(swapped)('inverted bounds over %s are swapped: %j', async (column, operand, ids) => {
  expect((await service.find({ [fieldOf(column, 'BETWEEN')]: operand })).ids).toEqual(ids)
  const { ids: outside } = await service.find({ [fieldOf(column, 'OUTSIDE_RANGE')]: operand })
  expect(outside).toEqual([1, 2, 3, 4, 5, 6].filter((id) => !ids.includes(id)))
})
