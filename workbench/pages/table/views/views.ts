/**
 * Named views of a table: the state of the address, and the columns. The browser stores them if the
 * service does not.
 */
import { signal } from '@preact/signals'
import { language } from '../../../browser/locale.js'
import { readStored, serviceKey, store } from '../../../browser/preferences.js'
import type { SavedView } from '../../../service/saved-views.js'
import { type Layout, readLayout } from '../columns/layout.js'

/** What a view shows. */
export interface TableView {
  /** Query of the address, without the page and the open record. */
  readonly query: string
  readonly layout: Layout
}

export interface View extends TableView {
  readonly name: string
}

const loadedViews = signal<Readonly<Record<string, readonly View[]>>>({})

/** Reads views that another version of the page may have stored. */
const readViews = (resourceKey: string): readonly View[] => {
  const stored = readStored<unknown>(serviceKey('views', resourceKey))
  return Array.isArray(stored) ? stored.flatMap(readView) : []
}

const readView = (value: unknown): readonly View[] => {
  const { name, query, layout } = (value ?? {}) as Partial<Record<keyof View, unknown>>
  if (typeof name !== 'string' || typeof query !== 'string') return []
  return [{ name, query, layout: readLayout(layout) }]
}

export const viewsOf = (resourceKey: string): readonly View[] =>
  loadedViews.value[resourceKey] ?? readViews(resourceKey)

const keep = (resourceKey: string, views: readonly View[]): void => {
  loadedViews.value = { ...loadedViews.value, [resourceKey]: views }
  store(serviceKey('views', resourceKey), views)
}

/** Saves a view, and replaces one of the same name. */
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

/** Parameters that are not part of a view: the page, the open record, and the view itself. */
const momentary = ['page', 'open', 'surface', 'view']

/** The filter of an address that shows all records, and not what its view filters. */
export const emptyFilter = '{}'

export const viewQuery = (query: URLSearchParams): string => {
  const kept = new URLSearchParams(query)
  for (const name of momentary) kept.delete(name)
  if (kept.get('filter') === emptyFilter) kept.delete('filter')
  kept.sort()
  return kept.toString()
}

/** Returns true if the address says what is shown, and not only the name of a view. */
export const hasCriteria = (query: URLSearchParams): boolean =>
  query.has('filter') || viewQuery(query) !== ''

/** Reads what a view of the service shows, of which only its owner knows how it was made. */
export const tableViewOf = ({ state: { query, layout } }: Pick<SavedView, 'state'>): TableView => ({
  query: viewQuery(new URLSearchParams(typeof query === 'string' ? query : '')),
  layout: readLayout(layout),
})
