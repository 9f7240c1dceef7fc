import { expect, test } from 'vitest'
import { readShape } from '../../../service/shape.js'
import { arrangeColumns, fitColumns, moveColumn, stepColumn } from './columns.js'
import type { Layout } from './layout.js'

const field = (order: number, more: object = {}) => ({
  type: 'string',
  'x-ui': { label: `Field ${order}`, type: 'text', controlType: 'input', order, ...more },
})

const shape = readShape({
  properties: {
    id: field(1),
    code: field(2),
    name: field(3),
    json: field(4, { tableHidden: true }),
    secret: field(5, { hidden: true }),
    note: field(6, { width: 300 }),
  },
  'x-ui': {} as never,
})

const arrange = (layout: Layout) => arrangeColumns(shape, 'name', layout)
const names = (layout: Layout) =>
  arrange(layout)
    .filter(({ isShown }) => isShown)
    .map(({ field: { name } }) => name)

test('the label leads, the rest is as declared, without hidden fields', () => {
  expect(names({})).toEqual(['name', 'id', 'code', 'note'])
  expect(arrange({}).map((column) => column.field.name)).not.toContain('secret')
})

test('the layout of the user wins', () => {
  expect(names({ shown: { json: true, id: false } })).toEqual(['name', 'code', 'json', 'note'])
  expect(names({ order: ['note', 'name', 'id', 'code'] })).toEqual(['note', 'name', 'id', 'code'])
})

test('fields that the layout does not know are shown where they are declared', () => {
  expect(names({ order: ['note', 'gone', 'name'] })).toEqual(['note', 'name', 'id', 'code'])
})

test('widths are those of the user, of the contract, of the kind; within limits', () => {
  const width = (name: string, widths = {}) =>
    arrange({ widths }).find((column) => column.field.name === name)!.width
  expect(width('note')).toBe(300)
  expect(width('note', { note: 120 })).toBe(120)
  expect(width('note', { note: 1 })).toBe(56)
  expect(width('note', { note: 1e9 })).toBe(900)
  expect(width('note', { note: Number.NaN })).toBe(56)
  expect(width('id')).toBe(180)
})

test('columns move to a place, and over hidden ones', () => {
  const columns = arrange({})
  expect(moveColumn(columns, 'note', 0)).toEqual(['note', 'name', 'id', 'code', 'json'])
  expect(moveColumn(columns, 'name', 99)).toEqual(['id', 'code', 'json', 'note', 'name'])
  expect(stepColumn(columns, 'code', 1)).toEqual(['name', 'id', 'json', 'note', 'code'])
  expect(stepColumn(columns, 'note', 1)).toEqual(['name', 'id', 'code', 'json', 'note'])
  expect(stepColumn(columns, 'name', -1)[0]).toBe('name')
})

test('columns of texts shrink if that makes all columns fit, the name of the record least', () => {
  const columns = arrange({ widths: { note: 200 } }).filter(({ isShown }) => isShown)
  const widths = (room: number) => fitColumns(columns, room).map(({ width }) => width)
  expect(widths(740)).toEqual([180, 180, 180, 200])
  expect(widths(626)).toEqual([156, 134, 134, 200])
  expect(widths(548)).toEqual([140, 104, 104, 200])
  // They do not fit, so the table scrolls.
  expect(widths(547)).toEqual([180, 180, 180, 200])
})
