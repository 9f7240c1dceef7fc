/** The user's preferences for the table of each resource, which the browser stores. */
import { type Signal, signal } from '@preact/signals'
import { readStored, serviceKey, store } from '../../../browser/preferences.js'
import { type Layout, readLayout } from './layout.js'

export interface TablePreferences {
  /** With `endless`, further rows are read while the user scrolls. */
  readonly paging: 'pages' | 'endless'
  /** Number of rows of a page. */
  readonly size: number
  readonly layout: Layout
}

const defaults = { paging: 'pages', size: 50 } as const

/** Reads preferences that another version of the page may have stored. */
const readPreferences = (stored: unknown): TablePreferences => {
  const { paging, size, layout } = (stored ?? {}) as Partial<
    Record<keyof TablePreferences, unknown>
  >
  return {
    paging: paging === 'endless' ? paging : defaults.paging,
    size: Number.isInteger(size) && Number(size) > 0 ? Number(size) : defaults.size,
    layout: readLayout(layout),
  }
}

/** By resource. Stored preferences are read once: another layout would draw all rows again. */
const tables = new Map<string, Signal<TablePreferences>>()

const preferencesOf = (resourceKey: string): Signal<TablePreferences> => {
  const kept = tables.get(resourceKey)
  if (kept) return kept
  const read = signal(readPreferences(readStored<unknown>(serviceKey('table', resourceKey))))
  tables.set(resourceKey, read)
  return read
}

export const tablePreferences = (resourceKey: string): TablePreferences =>
  preferencesOf(resourceKey).value

export const preferTable = (resourceKey: string, change: Partial<TablePreferences>): void => {
  const preferences = preferencesOf(resourceKey)
  preferences.value = { ...preferences.value, ...change }
  store(serviceKey('table', resourceKey), preferences.value)
}
