import { expect, test } from 'vitest'
import { nameOf } from './pages.js'

test('a resource is named by the end of its key, unless several keys end with it', () => {
  const keys = ['sales.orders', 'stock.orders', 'sales.customers', 'notes']
  expect(keys.map((key) => nameOf(key, keys))).toEqual([
    ...['sales-orders', 'stock-orders', 'customers', 'notes'],
  ])
})
