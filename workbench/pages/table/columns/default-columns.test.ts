import { expect, test } from 'vitest'
import type { Field } from '../../../service/shape.js'
import { defaultColumns } from './default-columns.js'

const field = (name: string, more: object = {}) =>
  ({ name, type: 'text', controlType: 'input', ...more }) as unknown as Field
const texts = (count: number) =>
  Array.from({ length: count }, (_, index) => field(`text${index + 1}`))
const namesOf = (fields: readonly Field[]) => [...defaultColumns(fields)].toSorted()

test('a table shows all of few fields, without those that tables hide', () => {
  const stamps = [field('createdAt', { format: 'date-time', formHidden: true })]
  const fields = [...texts(7), ...stamps, field('json', { tableHidden: true })]
  expect(namesOf(fields)).toEqual([
    ...['createdAt', 'text1', 'text2', 'text3', 'text4', 'text5', 'text6', 'text7'],
  ])
})

test('a generated id is a column only if it names the record', () => {
  const id = field('id', { type: 'number', formHidden: true })
  const ticket = field('ticket', { format: 'uuid', formHidden: true })
  const code = field('countryId')
  expect(namesOf([field('name'), id, ticket, code])).toEqual(['countryId', 'name'])
  expect(namesOf([id, field('reason')])).toEqual(['id', 'reason'])
  expect(namesOf([field('name'), { ...id, tableHidden: false }])).toEqual(['id', 'name'])
})

test('of many fields a table shows eight: name, number, state, reference, dates and amounts', () => {
  const customer = { resourceKey: 'customers', resourcePath: '/customers', labelField: 'customer' }
  const fields = [
    field('subject'),
    field('id', { type: 'number', formHidden: true }),
    ...texts(40),
    field('ticketNumber'),
    field('priority', { options: [] }),
    field('customerId', { tableHidden: true, reference: customer }),
    field('customer'),
    field('dueOn', { format: 'date' }),
    field('billed', { type: 'number', currency: 'EUR' }),
    field('distance', { type: 'number' }),
    field('openedAt', { format: 'date-time' }),
    field('updatedAt', { format: 'date-time', formHidden: true }),
  ]
  expect(namesOf(fields)).toEqual([
    ...['billed', 'customer', 'distance', 'dueOn', 'openedAt', 'priority', 'subject'],
    'ticketNumber',
  ])
})

test('many fields of a kind leave room for the other kinds', () => {
  const options = Array.from({ length: 12 }, (_, index) => field(`kind${index}`, { options: [] }))
  const fields = [field('name'), ...options, field('dueOn', { format: 'date' })]
  expect(namesOf(fields)).toEqual([
    ...['dueOn', 'kind0', 'kind1', 'kind2', 'kind3', 'kind4', 'kind5', 'name'],
  ])
})

test('a table without fields has no columns', () => {
  expect(namesOf([])).toEqual([])
})
