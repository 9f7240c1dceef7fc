import { expect, test } from 'vitest'
import { readRange, writeRange } from './ranges.js'

test.each<[unknown, readonly unknown[]]>([
  [
    [1, 2],
    [1, 2],
  ],
  [[1], [1, null]],
  [null, [null, null]],
  [5, [5, null]],
  [{ from: 1, to: 2 }, [1, 2]],
  [{ startDate: 'a', EndDate: 'b' }, ['a', 'b']],
  [{ minPrice: '1.50' }, ['1.50', null]],
  [{ between: [1, 2] }, [1, 2]],
])('%j is the range %j', (value, range) => {
  expect(readRange(value)).toEqual(range)
})

test('a range without bounds is null', () => {
  expect(writeRange([null, ''])).toBeNull()
  expect(writeRange([null, 2])).toEqual([null, 2])
})
