import { expect, test } from 'vitest'
import { withRecent } from './recent.js'

test('what was opened again is first, once', () => {
  const list = [{ resourceKey: 'a' }, { resourceKey: 'a', id: 1 }, { resourceKey: 'b', id: 1 }]
  expect(withRecent(list, { resourceKey: 'a', id: '1' })).toEqual([
    { resourceKey: 'a', id: '1' },
    { resourceKey: 'a' },
    { resourceKey: 'b', id: 1 },
  ])
})

test('only the last twelve are kept', () => {
  const list = Array.from({ length: 12 }, (_, id) => ({ resourceKey: 'a', id }))
  const next = withRecent(list, { resourceKey: 'b' })
  expect(next.map(({ id }) => id)).toEqual([undefined, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})
