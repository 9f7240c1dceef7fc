import { expect, test } from 'vitest'
import { textOf } from './use-related-counts.js'

test.each([
  [{ totalElements: 0 }, '0'],
  [{ totalElements: 1_200, count: 'exact' }, '1,200'],
  [{ totalElements: 1_200, count: 'estimated' }, '≈ 1,200'],
  [{ totalElements: null, count: 'none' }, ''],
] as const)('the number of %o is %j', (page, text) => {
  expect(textOf(page)).toBe(text)
})
