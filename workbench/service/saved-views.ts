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

/** What a caller has read. A view that only a link names may be read before the list. */
interface KnownViews {
  readonly caller: string
  readonly views: ReadonlyMap<string, SavedView>
  /** The list was read. */
  readonly isListed: boolean
  readonly curates: boolean
}

const read = signal<KnownViews | undefined>(undefined)
let reading: string | undefined

const current = (): KnownViews =>
  read.value?.caller === caller.value
    ? read.value
    : { caller: caller.value, views: new Map(), isListed: false, curates: false }

/** @param view undefined if it was deleted */
const keep = (id: string, view: SavedView | undefined, key: string): void => {
  // The response may be that of an earlier caller.
  if (caller.value !== key) return
  const before = current()
  const views = new Map(before.views)
  if (view) views.set(id, view)
  else views.delete(id)
  read.value = { ...before, views }
}

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
  const before = read.value
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
      // A view was stored meanwhile, which the list may lack.
      if (read.value !== before) return reloadSavedViews()
      const listed = new Map(views.map((view) => [view.id, view]))
      const { isListed, views: earlierViews } = current()
      read.value = {
        caller: key,
        // What others have changed since a view was opened or stored is not what the user has seen.
        views: isListed ? listed : new Map([...listed, ...earlierViews]),
        isListed: true,
        curates: page.data.curates,
      }
      return
    }
  }
}

const byName = (a: SavedView, b: SavedView): number =>
  a.name < b.name || (a.name === b.name && a.id < b.id) ? -1 : 1

/** Views in the order of their names. They are undefined until they are read. */
export const useSavedViews = (): readonly SavedView[] | undefined => {
  const isOn = hasViewStore()
  const key = caller.value
  useEffect(() => {
    if (isOn && reading !== key) void reloadSavedViews()
  }, [isOn, key])
  const { isListed, views } = current()
  return isOn && isListed ? [...views.values()].sort(byName) : undefined
}

/** Returns true if the caller may pin public views, and change those of others. */
export const curatesViews = (): boolean => current().curates

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
  const key = caller.value
  const result = await send<undefined>({ method: 'DELETE', path: pathOf(view) }, forms.nothing)
  if (result.ok) keep(view.id, undefined, key)
  return result
}

/** Reads one view by its id, such as that of a link. */
export const readView = (id: string): Promise<Result<SavedView>> =>
  noted(send<SavedView>({ method: 'GET', path: pathOf({ id }) }, forms.record))

/** Returns a view that was read before. */
export const viewById = (id: string): SavedView | undefined => current().views.get(id)

/** Reads the views of the home page. */
export const readPinnedViews = (signal: AbortSignal) =>
  send<SavedViews>(
    { method: 'GET', path, query: { pinned: true }, options: { signal } },
    forms.page,
  )

const noted = async (sending: Promise<Result<SavedView>>): Promise<Result<SavedView>> => {
  const key = caller.value
  const result = await sending
  if (result.ok) keep(result.data.id, result.data, key)
  return result
}
