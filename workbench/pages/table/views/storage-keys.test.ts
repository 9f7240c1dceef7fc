import { expect, test, vi } from 'vitest'
import { serviceKey } from '../../../browser/preferences.js'
import { preferTable } from '../columns/table-preferences.js'
import { saveView } from './views.js'

const resource = 'storage-keys'

test('tables and views are stored under the keys of their service', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  preferTable(resource, { size: 20 })
  saveView(resource, { name: 'All', query: '', layout: {} })
  expect([...stored.keys()]).toEqual(
    ['table', 'views'].map((name) => `corollary.${serviceKey(name, resource)}`),
  )
})
