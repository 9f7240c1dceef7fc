import { expect, test } from 'vitest'
import { readShape } from '../../../service/shape.js'
import { mappingTargets, missingTargets, similarFields } from './mapping.js'

const shapeOf = (fields: Readonly<Record<string, object>>) =>
  readShape({
    'x-ui': {} as never,
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, ui], order) => [
        name,
        { 'x-ui': { name, label: name, type: 'text', controlType: 'input', order, ...ui } },
      ]),
    ),
  })

const price = { label: 'List price', required: true }
const create = shapeOf({
  ...{ code: { label: 'Code', required: true }, name: { label: 'Name', required: true } },
  ...{ listPrice: price, status: { label: 'Status', required: true, defaultValue: 'NEW' } },
  ...{ photo: { label: 'Photo', controlType: 'file' } },
  tags: { label: 'Tags', multiple: true, reference: {} },
})
const list = shapeOf({ id: { label: 'Id' }, code: {}, soldQuantity: { label: 'Sold quantity' } })
const capability = { keys: ['id', 'code'] } as never
const targets = mappingTargets({ list, create, update: create }, capability)

test('columns can be fields that are written, and the keys of records', () => {
  expect(targets.map(({ name, isRequired, isReadOnly }) => [name, isRequired, isReadOnly])).toEqual(
    [
      ...[
        ['code', true, false],
        ['name', true, false],
        ['listPrice', true, false],
      ],
      ...[
        ['status', false, false],
        ['id', false, false],
        ['soldQuantity', false, true],
      ],
    ],
  )
})

test('required fields without a column are missing, unless the file only updates records', () => {
  const columns = [
    { header: 'Code', field: 'code' },
    { header: 'Shelf', field: null },
  ]
  const missing = (mode: 'update' | 'upsert' | undefined) =>
    missingTargets(targets, columns, mode).map(({ name }) => name)
  expect(missing('upsert')).toEqual(['name', 'listPrice'])
  expect(missing(undefined)).toEqual(['name', 'listPrice'])
  expect(missing('update')).toEqual([])
})

test.each([
  ['list_price', 'listPrice'],
  ['LIST-PRICE (EUR)', 'listPrice'],
  ['Price', 'listPrice'],
  ['Product name', 'name'],
  ['Códe', 'code'],
  ['Statuss', 'status'],
  ['Shelf', undefined],
  ['Sold quantities', undefined],
  ['', undefined],
  ['№', undefined],
])('the column %j is proposed to be %s', (header, name) => {
  const found = similarFields([{ header, field: null }], targets)
  expect(found).toEqual(name === undefined ? {} : { [header]: name })
})

test('each field is proposed for one column, the most similar one, and not if it has one', () => {
  const columns = [
    { header: 'price', field: null },
    { header: 'list prices', field: null },
    { header: 'names', field: null },
    { header: 'Name', field: 'name' },
  ]
  expect(similarFields(columns, targets)).toEqual({ 'list prices': 'listPrice' })
})
