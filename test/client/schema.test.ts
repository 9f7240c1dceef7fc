import { expect, test } from 'vitest'
import { readShape } from '../../src/client/schema.js'

const ui = { label: 'Manager', type: 'number', controlType: 'select', order: 10 }
const optionSource = { key: 'managers', filterEndpoint: '/managers', requireDependencies: true }
const facts = {
  language: 'en',
  resource: { resourceKey: 'a', idField: 'id', readOnly: false, capabilities: {} },
}

test('a list has the fields of its items in their order, and hides those without metadata', () => {
  const items = { $ref: '#/components/schemas/Item' }
  const { byName } = readShape({
    properties: {
      lines: { type: ['array', 'object', 'null'], items, 'x-ui': { ...ui, controlType: 'array' } },
    },
    components: {
      schemas: {
        Item: {
          properties: {
            id: { type: ['integer', 'null'] },
            quantity: { type: 'integer', 'x-ui': { ...ui, order: 2 } },
            productId: { type: 'integer', 'x-ui': { ...ui, order: 1 } },
          },
        },
      },
    },
    'x-ui': facts,
  })
  const fields = byName.get('lines')!.items!
  expect(fields.map(({ name, hidden, nullable }) => [name, hidden ?? false, nullable])).toEqual([
    ['id', true, true],
    ['productId', false, false],
    ['quantity', false, false],
  ])
})

test('a form shows of an item what the list names, and what is computed', () => {
  const properties = {
    id: { 'x-ui': ui },
    quantity: { 'x-ui': ui },
    total: { 'x-ui': { ...ui, computed: true } },
  }
  const listUi = { ...ui, controlType: 'array', items: [{ ...ui, name: 'quantity' }] }
  const { byName } = readShape({
    properties: { lines: { type: 'array', items: { properties }, 'x-ui': listUi } },
    'x-ui': facts,
  })
  const fields = byName.get('lines')!.items!
  expect(fields.map(({ name, formHidden }) => [name, formHidden ?? false])).toEqual([
    ['id', true],
    ['quantity', false],
    ['total', false],
  ])
})

test('a field whose option source requires another field reads from the source', () => {
  const { byName } = readShape({
    properties: {
      managerId: { 'x-ui': { ...ui, optionSource } },
      headId: { 'x-ui': { ...ui, optionSource, endpoint: '/heads' } },
      note: { 'x-ui': ui },
    },
    'x-ui': facts,
  })
  expect(byName.get('managerId')?.endpoint).toBe('/managers')
  expect(byName.get('headId')?.endpoint).toBe('/heads')
  expect(byName.get('note')).not.toHaveProperty('endpoint')
})

test('an object has the fields that it lists, whether it may be null or not', () => {
  const address = { type: 'object', properties: { city: { type: 'string', 'x-ui': ui } } }
  const groupUi = { ...ui, controlType: 'group', items: [{ ...ui, name: 'city' }] }
  const { byName } = readShape({
    properties: {
      from: { $ref: '#/components/schemas/Address', 'x-ui': groupUi },
      to: { anyOf: [address, { type: 'null' }], 'x-ui': groupUi },
    },
    components: { schemas: { Address: address } },
    'x-ui': facts,
  })
  const namesOf = (name: string) => byName.get(name)!.items!.map((field) => field.name)
  expect([namesOf('from'), namesOf('to')]).toEqual([['city'], ['city']])
})
