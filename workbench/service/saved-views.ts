/** Views that the service stores: those of the caller, and public ones. */
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { SavedView, SavedViewBody, SavedViews } from '../../src/wire/saved-views.js'
import { storesViews, workbenchPath } from '../browser/page-facts.js'
import { service } from './catalog.js'
import { forms, type Result, send } from './connection.js'
import { caller } from './identity.js'

export type { SavedView, SavedViewBody }

/** Further views are left out of the lists of the page. */
const maxViews = 1000

interface LoadedViews {
  readonly caller: string
  readonly views: readonly SavedView[]
  readonly curates: boolean
}

/** Views that were read one by one, by caller and id. */
const single = signal<ReadonlyMap<string, SavedView>>(new Map())
const keyOf = (id: string): string => `${caller.value} ${id}`

const keep = (id: string, view: SavedView | undefined): void => {
  const next = new Map(single.value)
  if (view) next.set(keyOf(id), view)
  else next.delete(keyOf(id))
  single.value = next
}

const loaded = signal<LoadedViews | undefined>(undefined)
let reading: string | undefined

/** Returns true if the service stores views for the caller. Otherwise the browser stores them. */
export const hasViewStore = (): boolean => storesViews && service.value?.caller.anonymous === false

const path = `${workbenchPath}/views`
const pathOf = ({ id }: Pick<SavedView, 'id'>): string => `${path}/${encodeURIComponent(id)}`

const readPage = (after: string | undefined) =>
  send<SavedViews>({ method: 'GET', path, query: { after } }, forms.page)

/** Reads all views again, after another page or person may have changed some. */
export const reloadSavedViews = async (): Promise<void> => {
  const key = caller.value
  reading = key
  const views: SavedView[] = []
  let after: string | undefined
  for (;;) {
    const page = await readPage(after)
    if (caller.value !== key) return
    // The next component that shows views tries again.
    if (!page.ok) {
      reading = undefined
      return
    }
    views.push(...page.data.content)
    after = page.data.next ?? undefined
    if (after === undefined || views.length >= maxViews) {
      loaded.value = { caller: key, views, curates: page.data.curates }
      return
    }
  }
}

const current = (): LoadedViews | undefined =>
  loaded.value?.caller === caller.value ? loaded.value : undefined

/** Views in the order of their names. They are undefined until they are read. */
export const useSavedViews = (): readonly SavedView[] | undefined => {
  const isOn = hasViewStore()
  const key = caller.value
  useEffect(() => {
    if (isOn && reading !== key) void reloadSavedViews()
  }, [isOn, key])
  return isOn ? current()?.views : undefined
}

/** Returns true if the caller may pin public views, and change those of others. */
export const curatesViews = (): boolean => current()?.curates ?? false

const replace = (id: string, view: SavedView | undefined): void => {
  keep(id, view)
  const before = current()
  if (!before) return
  const others = before.views.filter((other) => other.id !== id)
  loaded.value = { ...before, views: view ? [...others, view] : others }
}

/** Stores a new view. */
export const createView = (body: SavedViewBody): Promise<Result<SavedView>> =>
  noted(send<SavedView>({ method: 'POST', path, body, creates: true }, forms.record))

/** Replaces a view, unless somebody else has changed it in the meantime. */
export const updateView = (
  view: SavedView,
  change: Partial<SavedViewBody>,
): Promise<Result<SavedView>> => {
  const { name, kind, resource, visibility, pinned, state } = view
  return noted(
    send<SavedView>(
      {
        method: 'PUT',
        path: pathOf(view),
        body: { name, kind, resource, visibility, pinned, state, ...change },
        headers: { 'If-Match': `"${view.version}."` },
      },
      forms.record,
    ),
  )
}

export const removeView = async (view: SavedView): Promise<Result<undefined>> => {
  const result = await send<undefined>({ method: 'DELETE', path: pathOf(view) }, forms.nothing)
  if (result.ok) replace(view.id, undefined)
  return result
}

/** Reads one view by its id, such as that of a link. */
export const readView = async (id: string): Promise<Result<SavedView>> => {
  const result = await send<SavedView>({ method: 'GET', path: pathOf({ id }) }, forms.record)
  if (result.ok) keep(id, result.data)
  return result
}

/** Returns a view that was read before. */
export const viewById = (id: string): SavedView | undefined => single.value.get(keyOf(id))

/** Reads the views of the home page. */
export const readPinnedViews = (signal: AbortSignal) =>
  send<SavedViews>(
    { method: 'GET', path, query: { pinned: true }, options: { signal } },
    forms.page,
  )

const noted = async (sending: Promise<Result<SavedView>>): Promise<Result<SavedView>> => {
  const result = await sending
  if (result.ok) replace(result.data.id, result.data)
  return result
}
