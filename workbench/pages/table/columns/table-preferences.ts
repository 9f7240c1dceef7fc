/** How the user shows the table of each resource; kept in the browser. */
import { signal } from '@preact/signals'
import { readStored, serviceKey, store } from '../../../browser/preferences.js'
import type { Layout } from './columns.js'

export interface TablePreferences {
  /** `endless`: rows are read on while one scrolls. */
  readonly paging: 'pages' | 'endless'
  /** Rows of a page. */
  readonly size: number
  readonly layout: Layout
}

const defaults: TablePreferences = { paging: 'pages', size: 50, layout: {} }

const chosen = signal<Readonly<Record<string, TablePreferences>>>({})

/** What was stored may be of another version of the page. */
const readPreferences = (resourceKey: string): TablePreferences => {
  const stored = readStored<Partial<TablePreferences>>(serviceKey('table', resourceKey))
  const isSet = typeof stored === 'object'
  return {
    paging: isSet && stored.paging === 'endless' ? 'endless' : defaults.paging,
    size: isSet && Number.isInteger(stored.size) && stored.size! > 0 ? stored.size! : defaults.size,
    layout: isSet && typeof stored.layout === 'object' ? stored.layout : defaults.layout,
  }
}

export const tablePreferences = (resourceKey: string): TablePreferences =>
  chosen.value[resourceKey] ?? readPreferences(resourceKey)

export const preferTable = (resourceKey: string, change: Partial<TablePreferences>): void => {
  const next = { ...tablePreferences(resourceKey), ...change }
  chosen.value = { ...chosen.value, [resourceKey]: next }
  store(serviceKey('table', resourceKey), next)
}
