import { describe, expect, test } from 'vitest'
import { filterOperations } from '../../src/contract/filter/table.js'
import { type Field, readShape, type SchemaDocument } from '../service/shape.js'
import {
  activeFirst,
  groupCriteria,
  operationNote,
  searchCriteria,
  splitGroup,
} from './criteria.js'
import { describeCriterion } from './describe.js'
import { operationWords } from './operations.js'

const field = (filterOperation: string, more: Partial<Field> = {}): Field => ({
  ...{ name: 'f', label: 'Salary', type: 'number', controlType: 'input', order: 0, schema: {} },
  ...{ nullable: true, filterOperation },
  ...more,
})
const text = (operation: string) => field(operation, { label: 'Name', type: 'text' })
const date = (operation: string) =>
  field(operation, { label: 'Hired on', type: 'date', format: 'date' })

describe('criteria in words', () => {
  test.each<[Field, unknown, string]>([
    [text('EQUAL'), 'Ann', 'Name is “Ann”'],
    [text('NOT_EQUAL'), 'Ann', 'Name is not “Ann”'],
    [text('LIKE'), 'nn', 'Name contains “nn”'],
    [text('NOT_LIKE'), 'nn', 'Name does not contain “nn”'],
    [text('STARTS_WITH'), 'A', 'Name starts with “A”'],
    [text('ENDS_WITH'), 'n', 'Name ends with “n”'],
    [field('GREATER_THAN'), 5000, 'Salary greater than 5,000'],
    [field('GREATER_OR_EQUAL'), '12345678901234567.5', 'Salary at least 12,345,678,901,234,567.5'],
    [field('LESS_THAN'), 1, 'Salary less than 1'],
    [field('LESS_OR_EQUAL'), 1, 'Salary at most 1'],
    [field('IN'), [1, 2], 'Salary is 1, 2'],
    [field('NOT_IN'), [1, 2, 3, 4, 5], 'Salary is not 1, 2, 3 and 2 more'],
    [field('BETWEEN'), [1, 2], 'Salary between 1 and 2'],
    [field('BETWEEN'), { min: 1 }, 'Salary at least 1'],
    [field('BETWEEN'), [null, 2], 'Salary at most 2'],
    [field('BETWEEN_EXCLUSIVE'), [1, 2], 'Salary between 1 and 2, without these'],
    [field('BETWEEN_EXCLUSIVE'), [1, null], 'Salary greater than 1'],
    [field('NOT_BETWEEN'), [1, 2], 'Salary less than 1 or greater than 2'],
    [field('OUTSIDE_RANGE'), [1], 'Salary less than 1'],
    [date('ON_DATE'), '2026-03-20', 'Hired on on 03/20/2026'],
    [date('BETWEEN'), ['2026-03-01', '2026-03-20'], 'Hired on between 03/01/2026 and 03/20/2026'],
    [date('BETWEEN'), ['2026-03-01', null], 'Hired on from 03/01/2026'],
    [date('OUTSIDE_RANGE'), [null, '2026-03-01'], 'Hired on after 03/01/2026'],
    [date('LESS_THAN'), '2026-03-01', 'Hired on before 03/01/2026'],
    [field('IN_LAST_DAYS'), 30, 'Salary in the last 30 days'],
    [field('IN_NEXT_DAYS'), 7, 'Salary in the next 7 days'],
    [field('IS_NULL'), true, 'Salary is empty'],
    [field('IS_NOT_NULL'), true, 'Salary is not empty'],
    [field('IS_TRUE'), true, 'Salary is true'],
    [field('IS_FALSE'), true, 'Salary is false'],
    [field('SIZE_EQ'), 3, 'Salary is 3'],
    [field('SIZE_GT'), 3, 'Salary greater than 3'],
    [field('SIZE_LT'), 3, 'Salary less than 3'],
  ])('%#: %j', (criterion, value, words) => {
    expect(describeCriterion(criterion, value)).toBe(words)
  })

  test('every operation has words', () => {
    const without = Object.keys(filterOperations).filter(
      (operation) => !operationWords(field(operation)),
    )
    expect(without).toEqual([])
  })

  test('labels stand for ids, and the label of the field for that of the criterion', () => {
    const departments = field('IN', { label: 'Department ids' })
    const labels = (id: unknown) => (id === 2 ? 'Engineering' : undefined)
    expect(describeCriterion(departments, [2, 9], labels, 'Department')).toBe(
      'Department is Engineering, 9',
    )
  })

  test('an operation that the label names is not repeated', () => {
    const named = field('BETWEEN', { label: 'Salary between' })
    expect(describeCriterion(named, [1, 2])).toBe('Salary between: 1 – 2')
    expect(describeCriterion(named, [null, 2])).toBe('Salary between: … – 2')
    expect(operationNote(named)).toBeUndefined()
    expect(operationNote(field('BETWEEN'))).toBe('between')
  })

  test('long values are cut', () => {
    expect(describeCriterion(text('EQUAL'), 'x'.repeat(10_000)).length).toBeLessThan(100)
  })
})

describe('groups of criteria', () => {
  const ui = (name: string, order: number, more: object) => ({
    type: 'string',
    'x-ui': { name, order, label: name, type: 'text', controlType: 'input', ...more },
  })
  const shapeOf = (properties: object) => readShape({ properties } as unknown as SchemaDocument)
  const columns = shapeOf({ pay: ui('pay', 1, { label: 'Pay' }) })
  const { fields } = shapeOf({
    name: ui('name', 1, { label: 'Full name', filterOperation: 'LIKE' }),
    payOver: ui('payOver', 2, { filterOperation: 'GREATER_THAN', filterTarget: 'pay' }),
    hidden: ui('hidden', 3, { hidden: true }),
    payUnder: ui('payUnder', 4, { filterOperation: 'LESS_THAN', filterTarget: 'pay' }),
  })
  const groups = groupCriteria(fields, columns)
  const names = (found: typeof groups) =>
    found.map(({ label, fields: of }) => [label, ...of.map(({ name }) => name)])

  test('have the label of the field that they restrict', () => {
    expect(names(groups)).toEqual([
      ['Full name', 'name'],
      ['Pay', 'payOver', 'payUnder'],
    ])
  })

  test('are found by label and by operation', () => {
    expect(names(searchCriteria(groups, 'pay'))).toEqual([['Pay', 'payOver', 'payUnder']])
    expect(names(searchCriteria(groups, 'PAY less'))).toEqual([['Pay', 'payUnder']])
    expect(names(searchCriteria(groups, 'nothing'))).toEqual([])
  })

  test('show the usual operation first', () => {
    const ofPay = (operations: readonly string[]) =>
      splitGroup({ key: 'pay', label: 'Pay', fields: operations.map((each) => field(each)) })
    const [first, others] = ofPay(['GREATER_THAN', 'IS_NULL', 'BETWEEN'])
    expect(first.filterOperation).toBe('BETWEEN')
    expect(others.map(({ filterOperation }) => filterOperation)).toEqual([
      'GREATER_THAN',
      'IS_NULL',
    ])
    expect(ofPay(['SIZE_GT', 'SIZE_LT'])[0].filterOperation).toBe('SIZE_GT')
  })

  test('with active criteria come first', () => {
    expect(names(activeFirst(groups, { payUnder: '5', name: '' }))[0]).toEqual([
      ...['Pay', 'payOver', 'payUnder'],
    ])
  })
})
