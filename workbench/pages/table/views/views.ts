/** Named views of a table, kept in the browser: what the address says, and the columns. */
import { signal } from '@preact/signals'
import { language } from '../../../browser/locale.js'
import { readStored, serviceKey, store } from '../../../browser/preferences.js'
import type { Layout } from '../columns/columns.js'

export interface View {
  readonly name: string
  /** Query of the address, without what belongs to one moment. */
  readonly query: string
  readonly layout: Layout
}

const isView = (value: unknown): value is View => {
  const { name, query, layout } = (value ?? {}) as Partial<View>
  return typeof name === 'string' && typeof query === 'string' && typeof layout === 'object'
}

const known = signal<Readonly<Record<string, readonly View[]>>>({})

const readViews = (resourceKey: string): readonly View[] => {
  const stored = readStored<unknown>(serviceKey('views', resourceKey))
  return Array.isArray(stored) ? stored.filter(isView) : []
}

export const viewsOf = (resourceKey: string): readonly View[] =>
  known.value[resourceKey] ?? readViews(resourceKey)

const keep = (resourceKey: string, views: readonly View[]): void => {
  known.value = { ...known.value, [resourceKey]: views }
  store(serviceKey('views', resourceKey), views)
}

/** Replaces a view of the same name. */
export const saveView = (resourceKey: string, view: View): void => {
  const others = viewsOf(resourceKey).filter(({ name }) => name !== view.name)
  keep(
    resourceKey,
    [...others, view].toSorted((a, b) => a.name.localeCompare(b.name, language.value)),
  )
}

export const deleteView = (resourceKey: string, removed: string): void =>
  keep(
    resourceKey,
    viewsOf(resourceKey).filter(({ name }) => name !== removed),
  )

export const renameView = (resourceKey: string, view: View, name: string): void => {
  if (name === view.name) return
  deleteView(resourceKey, view.name)
  saveView(resourceKey, { ...view, name })
}

/** The page and the open record are of the moment. */
const momentary = ['page', 'open', 'surface']

export const viewQuery = (query: URLSearchParams): string => {
  const kept = new URLSearchParams(query)
  for (const name of momentary) kept.delete(name)
  kept.sort()
  return kept.toString()
}
