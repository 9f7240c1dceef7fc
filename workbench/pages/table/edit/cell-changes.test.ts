import { expect, test } from 'vitest'
import type { Field } from '../../../service/shape.js'
import { type CellChange, messagesOf, recordChanges } from './cell-changes.js'

const field = (name: string): Field => ({
  ...{ name, label: name, type: 'text', controlType: 'input', order: 0 },
  ...{ nullable: true, schema: {} },
})
const cell = (id: number, name: string, value: unknown): CellChange => ({
  ...{ id, row: { id, [name]: 'old' }, field: field(name), value },
})
const cells = [cell(1, 'code', 'A'), cell(1, 'name', 'B'), cell(2, 'name', 'C')]

test('the changes of a record are one change', () => {
  expect(recordChanges(cells).map(({ id, values }) => [id, values])).toEqual([
    [1, { code: 'A', name: 'B' }],
    [2, { name: 'C' }],
  ])
})

test('a message belongs to the cells that it is about', () => {
  const refused = (id: number, message: string, fields = {}) =>
    ({ isSaved: false, id, message, fields }) as const
  expect([...messagesOf([refused(1, 'wrong', { name: 'too long' })], cells)]).toEqual([
    ['1 name', 'too long'],
  ])
  expect([...messagesOf([refused(1, 'not now')], cells)]).toEqual([
    ['1 code', 'not now'],
    ['1 name', 'not now'],
  ])
})
