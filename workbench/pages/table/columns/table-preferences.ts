/** The user's preferences for the table of each resource, which the browser stores. */
import { signal } from '@preact/signals'
import { readStored, serviceKey, store } from '../../../browser/preferences.js'
import type { Layout } from './columns.js'

export interface TablePreferences {
  /** With `endless`, further rows are read while the user scrolls. */
  readonly paging: 'pages' | 'endless'
  /** Number of rows of a page. */
  readonly size: number
  readonly layout: Layout
}

const defaults: TablePreferences = { paging: 'pages', size: 50, layout: {} }

const chosen = signal<Readonly<Record<string, TablePreferences>>>({})

/** Reads stored preferences, which another version of the page may have written. */
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
