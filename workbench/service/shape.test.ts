import { expect, test } from 'vitest'
import { readShape } from './shape.js'

const ui = { label: 'Manager', type: 'number', controlType: 'select', order: 10 }
const optionSource = { key: 'managers', filterEndpoint: '/managers', requireDependencies: true }

test('a field whose option source requires another field reads from the source', () => {
  const { byName } = readShape({
    properties: {
      managerId: { 'x-ui': { ...ui, optionSource } },
      headId: { 'x-ui': { ...ui, optionSource, endpoint: '/heads' } },
      note: { 'x-ui': ui },
    },
    'x-ui': {
      language: 'en',
      resource: { resourceKey: 'a', idField: 'id', readOnly: false, capabilities: {} },
    },
  })
  expect(byName.get('managerId')?.endpoint).toBe('/managers')
  expect(byName.get('headId')?.endpoint).toBe('/heads')
  expect(byName.get('note')).not.toHaveProperty('endpoint')
})
