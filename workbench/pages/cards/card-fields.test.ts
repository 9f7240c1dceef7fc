import { expect, test } from 'vitest'
import type { Field, Shape } from '../../service/shape.js'
import { cardFields } from './card-fields.js'

const field = (name: string, more: object = {}) =>
  ({ name, label: name, type: 'text', controlType: 'input', ...more }) as unknown as Field
const texts = Array.from({ length: 9 }, (_, index) => field(`text${index + 1}`))
const namesOf = (fields: readonly Field[], ...elsewhere: string[]) =>
  cardFields({ labelField: 'name' }, { fields } as unknown as Shape, elsewhere).map(
    ({ name }) => name,
  )

test('a card shows the first of few fields that are short', () => {
  const fields = [field('state'), field('note', { controlType: 'textarea' }), field('name')]
  expect(namesOf([...fields, ...texts.slice(0, 4)], 'name', 'state')).toEqual([
    ...['text1', 'text2', 'text3'],
  ])
})

test('of many fields a card shows columns of the table: dates and amounts before other texts', () => {
  const fields = [
    ...texts,
    field('name'),
    field('dueOn', { format: 'date' }),
    field('total', { type: 'number', currency: 'EUR' }),
    field('ticketNumber'),
  ]
  expect(namesOf(fields, 'name', 'text1', 'text2', 'text3')).toEqual([
    ...['text4', 'dueOn', 'total'],
  ])
})
