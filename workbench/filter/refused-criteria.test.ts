import { expect, test } from 'vitest'
import { refusedCriteria, withoutCriteria } from './refused-criteria.js'

const errorAt = (code: string, ...targets: readonly (string | null)[]) => ({
  code,
  errors: targets.map((target) => ({ target })),
})
const filter = { name: 'a', named: 'b', lines: { quantity: 'x' }, $or: [{ name: 1 }], q: 'c' }

test('the refused criteria are the members that contain the targets', () => {
  const error = errorAt('FILTER_PAYLOAD_INVALID', 'name', 'lines.quantity', '$or[0].name', null)
  expect(refusedCriteria(error, filter)).toEqual(['name', 'lines', '$or'])
})

test('a request for statistics names the filter in its targets', () => {
  const error = errorAt('FILTER_PAYLOAD_INVALID', 'filter.name', 'filter.lines.quantity')
  expect(refusedCriteria(error, filter)).toEqual(['name', 'lines'])
})

test('errors about other things than the filter refuse no criterion', () => {
  expect(refusedCriteria(errorAt('SORT_INVALID', 'name'), filter)).toEqual([])
  expect(refusedCriteria(errorAt('LIMIT_EXCEEDED', 'size', 'nam'), filter)).toEqual([])
})

test('a filter keeps the criteria that are not removed', () => {
  expect(withoutCriteria({ name: 'a', q: 'c' }, ['name', 'other'])).toEqual({ q: 'c' })
})
