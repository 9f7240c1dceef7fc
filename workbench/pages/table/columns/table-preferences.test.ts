import { expect, test, vi } from 'vitest'
import { serviceKey } from '../../../browser/preferences.js'
import { preferTable, tablePreferences } from './table-preferences.js'

const defaults = { paging: 'pages', size: 50, layout: {} }

const storing = (resource: string, value: unknown) =>
  vi.stubGlobal('localStorage', {
    getItem: (key: string) =>
      key === `corollary.${serviceKey('table', resource)}` ? JSON.stringify(value) : null,
    setItem: () => undefined,
  })

test.each([
  ['nothing', null, defaults],
  ['a text', 'endless', defaults],
  ['wrong values', { paging: 1, size: -1, layout: 1 }, defaults],
  ['a layout of null', { size: 20, layout: null }, { ...defaults, size: 20 }],
  [
    'a layout with wrong parts',
    { layout: { order: ['name', 1], shown: { name: 1, code: false }, widths: { code: 80 } } },
    { ...defaults, layout: { order: ['name'], shown: { code: false }, widths: { code: 80 } } },
  ],
])('preferences are read from %s', (resource, stored, expected) => {
  storing(resource, stored)
  expect(tablePreferences(resource)).toEqual(expected)
})

test('a layout is the same object until it is changed, so that its table is not drawn again', () => {
  const resource = 'layouts'
  storing(resource, { layout: { order: ['code', 'name'] } })
  const { layout } = tablePreferences(resource)
  expect(tablePreferences(resource).layout).toBe(layout)
  preferTable(resource, { size: 20 })
  expect(tablePreferences(resource).layout).toBe(layout)
  preferTable(resource, { layout: { order: ['name'] } })
  expect(tablePreferences(resource)).toEqual({ ...defaults, size: 20, layout: { order: ['name'] } })
})
