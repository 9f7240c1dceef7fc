import { expect, test, vi } from 'vitest'
import { viewsOf } from './views.js'

test('stored views are read, and what is wrong in them is left out', () => {
  const stored = [
    { name: 'Open', query: 'sort=id', layout: { order: ['name', 1] } },
    { name: 'Without columns', query: '', layout: null },
    { name: 'Without a query' },
    'text',
    null,
  ]
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(stored) })
  expect(viewsOf('views')).toEqual([
    { name: 'Open', query: 'sort=id', layout: { order: ['name'] } },
    { name: 'Without columns', query: '', layout: {} },
  ])
})
