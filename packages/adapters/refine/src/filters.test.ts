import type { CrudFilter, CrudOperators } from '@refinedev/core'
import type { Field } from 'corollary/client'
import { describe, expect, test } from 'vitest'
import { filterOf } from './filters.js'

/** A filter field for each operation, on a response field of its own. */
const operations = [
  ...['EQUAL', 'NOT_EQUAL', 'LIKE', 'NOT_LIKE', 'STARTS_WITH', 'ENDS_WITH', 'IN', 'NOT_IN'],
  ...['GREATER_THAN', 'GREATER_OR_EQUAL', 'LESS_THAN', 'LESS_OR_EQUAL', 'BETWEEN'],
  ...['BETWEEN_EXCLUSIVE', 'NOT_BETWEEN', 'IS_NULL', 'IS_NOT_NULL', 'IS_TRUE', 'IS_FALSE'],
]
const field = (name: string, facts: Partial<Field> = {}): Field => ({
  ...{ name, label: name, type: 'text', controlType: 'input', order: 1, schema: {} },
  ...{ nullable: false, ...facts },
})
const fields = [
  ...operations.map((filterOperation) =>
    field(`by ${filterOperation}`, { filterOperation, filterTarget: filterOperation }),
  ),
  field('line', { items: [field('quantity', { filterOperation: 'BETWEEN' })] }),
  field('range', { filterOperation: 'BETWEEN', filterTarget: 'amount' }),
]
const plain = { resource: 'tests', fields }
const withExpressions = { ...plain, fields: [...fields, field('$or')] }

const translated: readonly (readonly [CrudOperators, string, unknown, unknown])[] = [
  ['eq', 'EQUAL', 'a', 'a'],
  ['eq', 'IN', 'a', ['a']],
  ['eq', 'BETWEEN', 5, [5, 5]],
  ['eq', 'IS_TRUE', true, true],
  ['eq', 'IS_FALSE', false, true],
  ['eqs', 'EQUAL', 'a', 'a'],
  ['ne', 'NOT_EQUAL', 'a', 'a'],
  ['nes', 'NOT_IN', 'a', ['a']],
  ['lt', 'LESS_THAN', 5, 5],
  ['lt', 'BETWEEN_EXCLUSIVE', 5, [null, 5]],
  ['gt', 'GREATER_THAN', 5, 5],
  ['gt', 'BETWEEN_EXCLUSIVE', 5, [5, null]],
  ['lte', 'LESS_OR_EQUAL', 5, 5],
  ['lte', 'BETWEEN', 5, [null, 5]],
  ['gte', 'GREATER_OR_EQUAL', 5, 5],
  ['gte', 'BETWEEN', 5, [5, null]],
  ['in', 'IN', ['a', 'b'], ['a', 'b']],
  ['nin', 'NOT_IN', ['a', 'b'], ['a', 'b']],
  ['contains', 'LIKE', 'a', 'a'],
  ['ncontains', 'NOT_LIKE', 'a', 'a'],
  ['between', 'BETWEEN', [1, 2], [1, 2]],
  ['nbetween', 'NOT_BETWEEN', [1, 2], [1, 2]],
  ['null', 'IS_NULL', true, true],
  ['null', 'IS_NOT_NULL', false, true],
  ['nnull', 'IS_NOT_NULL', true, true],
  ['startswith', 'STARTS_WITH', 'a', 'a'],
  ['endswith', 'ENDS_WITH', 'a', 'a'],
]

test.each(translated)('%s is the operation %s', (operator, operation, value, operand) => {
  const filter = { field: operation, operator, value } as CrudFilter
  expect(filterOf([filter], plain)).toEqual({ [`by ${operation}`]: operand })
})

const negated: readonly (readonly [CrudOperators, string, unknown])[] = [
  ['ne', 'EQUAL', 'a'],
  ['nes', 'EQUAL', 'a'],
  ['nin', 'IN', ['a']],
  ['nbetween', 'BETWEEN', [1, 2]],
  ['ncontains', 'LIKE', 'a'],
  ['nstartswith', 'STARTS_WITH', 'a'],
  ['nendswith', 'ENDS_WITH', 'a'],
  ['nnull', 'IS_NULL', true],
]

test.each(negated)('%s negates %s where the contract has expressions', (operator, name, value) => {
  const filter = { field: name, operator, value } as CrudFilter
  expect(filterOf([filter], withExpressions)).toEqual({ $not: { [`by ${name}`]: value } })
  expect(() => filterOf([filter], plain)).toThrow(`Filters for '${name}': by ${name} (${name}).`)
})

/** There is no operation that distinguishes upper case, or that compares lists as a whole. */
const impossible: readonly CrudOperators[] = [
  ...(['ina', 'nina', 'containss', 'ncontainss', 'startswiths', 'nstartswiths'] as const),
  ...(['endswiths', 'nendswiths'] as const),
]

test.each(impossible)('%s is refused', (operator) => {
  const filter = { field: 'LIKE', operator, value: 'a' } as CrudFilter
  expect(() => filterOf([filter], withExpressions)).toThrow(
    `'tests' has no filter for 'LIKE' with the operator '${operator}'.`,
  )
})

describe('several filters', () => {
  const from: CrudFilter = { field: 'amount', operator: 'gte', value: 5 }
  const to: CrudFilter = { field: 'amount', operator: 'lte', value: 9 }

  test('two bounds become one range, also of a member of a group', () => {
    expect(filterOf([from, to], plain)).toEqual({ range: [5, 9] })
    const within = (operator: 'gte' | 'lte', value: number): CrudFilter => ({
      ...{ field: 'line.quantity', operator, value },
    })
    expect(filterOf([within('lte', 1)], plain)).toEqual({ line: { quantity: [null, 1] } })
    expect(filterOf([within('gte', 1), within('lte', 2)], plain)).toEqual({
      line: { quantity: [1, 2] },
    })
    expect(() => filterOf([within('lte', 1), within('lte', 2)], plain)).toThrow(
      `'tests' does not support two filters for 'line'`,
    )
  })

  test('filters of one field that do not join need expressions', () => {
    expect(filterOf([from, from], withExpressions)).toEqual({
      ...{ range: [5, null], $and: [{ range: [5, null] }] },
    })
    expect(() => filterOf([from, from], plain)).toThrow(
      `'tests' does not support two filters for 'range': its contract has no 'expressions: true'.`,
    )
  })

  test('two negated filters do not become one', () => {
    const no = (name: string): CrudFilter => ({ field: name, operator: 'ne', value: 'a' })
    expect(filterOf([no('EQUAL'), no('IN')], withExpressions)).toEqual({
      ...{ $not: { 'by EQUAL': 'a' }, $and: [{ $not: { 'by IN': ['a'] } }] },
    })
  })

  test('or and and become expressions; an or of one alternative needs none', () => {
    const or = (...value: CrudFilter[]) => [{ operator: 'or', value } as CrudFilter]
    const and = { operator: 'and', value: [from, to] } as CrudFilter
    expect(filterOf(or(and), plain)).toEqual({ range: [5, 9] })
    expect(filterOf(or(and, to), withExpressions)).toEqual({
      $or: [{ range: [5, 9] }, { range: [null, 9] }],
    })
    expect(() => filterOf(or(from, to), plain)).toThrow("does not support the operator 'or'")
  })

  test('texts of an address become numbers and bounds', () => {
    const schema = { type: ['array', 'null'], items: { type: 'integer' } }
    const ids = field('ids', { filterOperation: 'IN', schema })
    const filter: CrudFilter = { field: 'ids', operator: 'in', value: ['7', '8'] }
    expect(filterOf([filter], { resource: 'tests', fields: [ids] })).toEqual({ ids: [7, 8] })
    const range: CrudFilter = { field: 'range', operator: 'between', value: ['', '8'] }
    expect(filterOf([range], plain)).toEqual({ range: [null, '8'] })
  })

  test('a filter without a value has no effect', () => {
    const blank: CrudFilter = { field: 'unknown', operator: 'eq', value: undefined }
    expect(filterOf([blank], plain)).toEqual({})
  })

  test('operators that are about null have an effect also with the value null', () => {
    const about = (name: string, operator: 'null' | 'nnull', value: unknown): CrudFilter => ({
      ...{ field: name, operator, value },
    })
    for (const value of [null, '', true, 'true']) {
      expect(filterOf([about('IS_NULL', 'null', value)], plain)).toEqual({ 'by IS_NULL': true })
    }
    for (const value of [false, 'false']) {
      const filter = [about('IS_NULL', 'nnull', value)]
      expect(filterOf(filter, plain)).toEqual({ 'by IS_NULL': true })
    }
  })

  test('no range joins two that exclude values', () => {
    const outside = (value: unknown): CrudFilter => ({
      ...{ field: 'NOT_BETWEEN', operator: 'nbetween', value },
    })
    expect(() => filterOf([outside([null, 5]), outside([9, null])], plain)).toThrow(
      `'tests' does not support two filters for 'by NOT_BETWEEN'`,
    )
  })

  test('texts of an address become booleans and decimals', () => {
    const flag = field('flag', { filterOperation: 'EQUAL', schema: { type: ['boolean', 'null'] } })
    const ratio = field('ratio', { filterOperation: 'EQUAL', schema: { type: 'number' } })
    const contract = { resource: 'tests', fields: [flag, ratio] }
    const filters: CrudFilter[] = [
      { field: 'flag', operator: 'eq', value: 'false' },
      { field: 'ratio', operator: 'eq', value: '-0.5' },
    ]
    expect(filterOf(filters, contract)).toEqual({ flag: false, ratio: -0.5 })
  })
})
