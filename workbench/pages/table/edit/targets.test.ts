import { expect, test } from 'vitest'
import { allowed, denied } from '../../../../src/wire/availability.js'
import type { Field, Shape } from '../../../service/shape.js'
import type { RecordSurface } from '../../record/surfaces.js'
import { chooseTarget, formOf, obstacleOf, type WriteTarget, writtenName } from './targets.js'

const byRecord = denied('resource-context-required')

const field = (name: string, members: Partial<Field> = {}): Field => ({
  ...{ name, label: name, type: 'text', controlType: 'input', order: 0 },
  ...{ nullable: true, schema: {} },
  ...members,
})

const shapeOf = (fields: readonly Field[]): Shape => ({
  fields,
  byName: new Map(fields.map((each) => [each.name, each])),
  document: { 'x-ui': {} } as Shape['document'],
})

const target = (
  id: string,
  method: string,
  fields: readonly Field[],
  availability = byRecord,
): WriteTarget => ({
  surface: { id, method, availability } as RecordSurface,
  shape: shapeOf(fields),
})

const code = field('code')
const salary = field('salary')
const secret = field('secret')
const lines = field('lines', { items: [field('price')] })
const pay = target('pay', 'PATCH', [salary])
const edit = target('edit', 'PUT', [code, salary, lines])
const row = { id: 1, code: 'A', salary: '1' }

const choose = (names: readonly string[], availabilities = { pay: allowed, edit: allowed }) => {
  const choice = chooseTarget([pay, edit], names, row, new Map(Object.entries(availabilities)))
  return 'target' in choice ? choice.target.surface.id : choice.obstacle
}

test('the narrowest operation that has all fields and that the record allows writes them', () => {
  expect(choose(['salary'])).toBe('pay')
  expect(choose(['code'])).toBe('edit')
  expect(choose(['salary', 'code'])).toBe('edit')
  expect(choose(['salary'], { pay: denied('not-your-own'), edit: allowed })).toBe('edit')
  expect(choose(['code'], { pay: allowed, edit: denied('not-your-own') })).toBe('Not your own.')
})

test('an update that would clear a field that the record does not show is not sent', () => {
  const whole = target('edit', 'PUT', [code, secret])
  const availabilities = new Map([['edit', allowed]])
  expect(chooseTarget([whole], ['code'], row, availabilities)).toEqual({
    obstacle: 'Open the record to change this: saving would replace secret, which is not shown.',
  })
})

test('a cell that cannot be changed says why', () => {
  const denial = denied('missing-authority', { requiredAuthorities: ['pay'] })
  const targets = [target('pay', 'PATCH', [salary], denial), edit]
  expect(obstacleOf(targets, code, 'code')).toBe('')
  expect(obstacleOf(targets, salary, 'salary')).toBe('')
  expect(obstacleOf(targets.slice(0, 1), salary, 'salary')).toBe('Needs pay.')
  expect(obstacleOf(targets, secret, 'secret')).toBe('secret cannot be changed here.')
  expect(obstacleOf(targets, lines, 'lines')).toBe('Open the record to change lines.')
  const total = field('total', { computed: true })
  expect(obstacleOf(targets, total, 'total')).toBe('The service computes total.')
})

test('a field without a control for cells has a form, unless the caller may not use it', () => {
  const refused = target('edit', 'PUT', [lines], denied('missing-authority'))
  expect(formOf([pay, edit], 'lines')).toBe('edit')
  expect(formOf([pay, refused], 'lines')).toBeUndefined()
  expect(formOf([pay, edit], 'secret')).toBeUndefined()
})

test('a column of labels changes the reference beside it', () => {
  const reference = { resourceKey: 'r', resourcePath: '/r', labelField: 'departmentName' }
  const departmentId = field('departmentId', { reference })
  const shape = shapeOf([departmentId, field('departmentName'), code])
  const targets = [target('edit', 'PUT', [departmentId, code])]
  expect(writtenName(shape, targets, 'departmentName')).toBe('departmentId')
  expect(writtenName(shape, targets, 'code')).toBe('code')
  expect(writtenName(shape, [], 'departmentName')).toBe('departmentName')
})
