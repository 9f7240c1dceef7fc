import { expect, test } from 'vitest'
import {
  countOf,
  isSelected,
  nothing,
  type Selection,
  select,
  shareOf,
  without,
} from './selection.js'

const rows = [{ id: 1 }, { id: 2 }, { id: 3 }]
const choose = (selection: Selection, chosen: typeof rows, isChosen = true) =>
  select(selection, chosen, { idField: 'id', isChosen })

test('a selection grows and shrinks over pages', () => {
  const first = choose(nothing, rows.slice(0, 2))
  const both = choose(first, [{ id: 9 }])
  expect([countOf(first), countOf(both)]).toEqual([2, 3])
  expect(shareOf(both, rows, 'id')).toBe('some')
  expect(shareOf(choose(both, rows), rows, 'id')).toBe('all')
  const less = choose(both, rows, false)
  expect(shareOf(less, rows, 'id')).toBe('none')
  expect(isSelected(less, 9)).toBe(true)
})

test('everything that matches is selected until a row changes', () => {
  const matching: Selection = { kind: 'matching', count: 5000 }
  expect(shareOf(matching, rows, 'id')).toBe('all')
  expect(countOf(matching)).toBe(5000)
  expect(countOf(choose(matching, [rows[0]!]))).toBe(1)
})

test('records that were done are no longer selected, whatever the form of their ids', () => {
  const left = without(choose(nothing, rows), ['1', 3])
  expect([1, 2, 3].map((id) => isSelected(left, id))).toEqual([false, true, false])
  const matching: Selection = { kind: 'matching', count: 5000 }
  expect(without(matching, [1])).toBe(matching)
})

test('nothing is selected of no rows', () => {
  expect(shareOf(nothing, [], 'id')).toBe('none')
})
