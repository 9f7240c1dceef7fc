import { expect, test } from 'vitest'
import {
  contains,
  isSingle,
  isTooLarge,
  maxCells,
  moveBy,
  nextCell,
  placesOf,
  placeWithin,
  rangeOf,
  sizeOf,
} from './range.js'

const extent = { rows: 100, columns: 4, page: 10 }

test.each([
  ['ArrowUp', { row: 4, column: 2 }],
  ['ArrowDown', { row: 6, column: 2 }],
  ['ArrowLeft', { row: 5, column: 1 }],
  ['ArrowRight', { row: 5, column: 3 }],
  ['PageUp', { row: 0, column: 2 }],
  ['PageDown', { row: 15, column: 2 }],
  ['Home', { row: 5, column: 0 }],
  ['End', { row: 5, column: 3 }],
  ['Mod+Home', { row: 0, column: 0 }],
  ['Mod+End', { row: 99, column: 3 }],
  ['Mod+ArrowDown', { row: 99, column: 2 }],
  ['constructor', undefined],
  ['a', undefined],
])('%s moves the focus, and not over the edge', (key, place) => {
  expect(moveBy(key, { row: 5, column: 2 }, extent)).toEqual(place)
})

test('the focus stays at the edges', () => {
  expect(moveBy('ArrowDown', { row: 99, column: 0 }, extent)).toEqual({ row: 99, column: 0 })
  expect(moveBy('ArrowRight', { row: 0, column: 3 }, extent)).toEqual({ row: 0, column: 3 })
})

test('Tab goes on in the next row', () => {
  expect(nextCell({ row: 1, column: 3 }, 1, extent.columns)).toEqual({ row: 2, column: 0 })
  expect(nextCell({ row: 1, column: 0 }, -1, extent.columns)).toEqual({ row: 0, column: 3 })
  const end = nextCell({ row: 99, column: 3 }, 1, extent.columns)
  expect(placeWithin(end, extent)).toEqual({ row: 99, column: 0 })
})

test('a range has both of its ends, in whatever direction it was made', () => {
  const range = rangeOf({ row: 1, column: 3, anchor: { row: 4, column: 2 } })
  expect(range).toEqual({ top: 1, bottom: 4, left: 2, right: 3 })
  expect(contains(range, { row: 4, column: 2 })).toBe(true)
  expect(contains(range, { row: 4, column: 1 })).toBe(false)
  expect(isSingle(range)).toBe(false)
})

test('a range has a height, a width and places, row by row', () => {
  const range = { top: 1, bottom: 2, left: 2, right: 3 }
  expect(sizeOf(range)).toEqual({ height: 2, width: 2 })
  expect(placesOf(range)).toEqual([
    { row: 1, column: 2 },
    { row: 1, column: 3 },
    { row: 2, column: 2 },
    { row: 2, column: 3 },
  ])
  // Below the only row of a range is nothing.
  expect(placesOf({ ...range, top: 3 })).toEqual([])
})

test('a range of 5 000 cells may be changed at once, and no larger one', () => {
  const range = { top: 0, bottom: 1_249, left: 0, right: 3 }
  expect(placesOf(range)).toHaveLength(maxCells)
  expect(isTooLarge(range)).toBe(false)
  expect(isTooLarge({ ...range, bottom: 1_250 })).toBe(true)
})
