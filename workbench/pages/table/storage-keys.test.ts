import { expect, test, vi } from 'vitest'

vi.mock('../../browser/page-facts.js', () => ({ contextPath: '/hr' }))

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
})

test('services of one origin keep their tables and views apart', async () => {
  const { preferTable } = await import('./table-preferences.js')
  const { saveView } = await import('./views.js')
  preferTable('employees', { size: 20 })
  saveView('employees', { name: 'All', query: '', layout: {} })
  expect([...stored.keys()].toSorted()).toEqual([
    'corollary.table/hr.employees',
    'corollary.views/hr.employees',
  ])
})
