import { expect, test } from 'vitest'
import { readShape, type SchemaDocument } from '../../service/shape.js'
import { type FactGroup, factsOf } from './facts.js'

const managerId = {
  order: 2,
  reference: { resourceKey: 'people', resourcePath: '/people', labelField: 'managerName' },
}

const shape = readShape({
  properties: {
    id: { 'x-ui': { order: 1 } },
    managerId: { 'x-ui': managerId },
    managerName: { 'x-ui': { order: 3, group: 'Team' } },
    note: { 'x-ui': { order: 4, controlType: 'textarea' } },
    version: { 'x-ui': { order: 5, formHidden: true } },
    secret: { 'x-ui': { order: 6, hidden: true } },
  },
} as unknown as SchemaDocument)

const names = (row: Record<string, unknown>) =>
  factsOf(shape, row).map(({ title, facts }) => [
    title,
    ...facts.map(({ field, key }) => (key ? `${field.name} with ${key.name}` : field.name)),
  ])

test('an id is shown with its label, in the group of the label', () => {
  expect(names({ managerId: 4, managerName: 'Ana' })).toEqual([
    [undefined, 'id', 'note'],
    ['Team', 'managerName with managerId'],
  ])
})

test('an id without a label is shown by itself', () => {
  expect(names({ managerId: 4, managerName: null })).toEqual([
    [undefined, 'id', 'managerId', 'note'],
    ['Team', 'managerName'],
  ])
})

test('a reference to nothing is shown once', () => {
  expect(names({ managerId: null, managerName: null })[1]).toEqual([
    'Team',
    'managerName with managerId',
  ])
})

test('long texts take the whole width', () => {
  const facts = factsOf(shape, {})[0]!.facts
  expect(facts.map(({ isWide }) => isWide)).toEqual([false, true])
  const [{ facts: filled }] = factsOf(shape, { id: 'x'.repeat(81) }) as [FactGroup]
  expect(filled.map(({ isWide }) => isWide)).toEqual([true, true])
})
