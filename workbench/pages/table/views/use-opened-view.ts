/** Opens the view that the address names with its parameter `view`. */

import { signal } from '@preact/signals'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { storesViews } from '../../../browser/page-facts.js'
import { navigate, query, setQuery } from '../../../browser/router.js'
import { readView, type SavedView } from '../../../service/saved-views.js'
import { t } from '../../../texts/translate.js'
import { describeError } from '../../../ui/notices.js'
import { toast } from '../../../ui/toasts.js'
import { preferTable } from '../columns/table-preferences.js'
import { type ViewPage, viewAddress } from './view-address.js'
import { emptyFilter, hasCriteria, tableViewOf } from './views.js'

/** The view whose criteria the address has, or had before the user changed them. */
const applied = signal<string | undefined>(undefined)

/** Returns the id of the view that the address names. */
export const openedViewId = (): string | undefined =>
  (storesViews && query.value.get('view')) || undefined

/** Shows a view of the service. */
export const showView = (view: SavedView, options?: { replace?: boolean }): void => {
  const { id, kind, resource } = view
  const { query: criteria, layout } = tableViewOf(view)
  applied.value = id
  if (kind === 'table' && resource !== null) preferTable(resource, { layout })
  void navigate(viewAddress(view, criteria, id), options)
}

/**
 * Names a view that was made of what the page shows. While it was stored, the user may have changed
 * that, or opened another page.
 */
export const nameView = (view: SavedView): void => {
  if (new URL(viewAddress(view, ''), location.href).pathname !== location.pathname) return
  applied.value = view.id
  setQuery({ view: view.id }, { replace: true })
}

/**
 * A link names only the view; its criteria are added to the address. An address that has criteria
 * keeps them: they may be those of the view with a change. A view that is shown is not read again:
 * what others have changed since would be overwritten by the user, who has not seen it.
 *
 * @returns true while the view is read
 */
export const useOpenedView = ({ kind, resource }: ViewPage): boolean => {
  const id = openedViewId()
  const isPending = id !== undefined && applied.value !== id && !hasCriteria(query.value)
  useEffect(() => {
    if (id === undefined || applied.peek() === id) return undefined
    let isGone = false
    readView(id).then((result) => {
      if (isGone) return
      const isOfPage = result.ok && result.data.kind === kind && result.data.resource === resource
      if (!isOfPage) {
        const missing = t('The view does not exist, or the caller may not see it.')
        const isMissing = result.ok || result.error.status === 404
        toast(isMissing ? missing : describeError(result.error), 'error')
        setQuery({ view: undefined }, { replace: true })
      } else if (applied.value !== id && !hasCriteria(query.value)) {
        showView(result.data, { replace: true })
      } else applied.value = id
    })
    return () => {
      isGone = true
    }
  }, [id, kind, resource])
  // Without criteria, the address would open the view again when it is loaded again. It changes
  // before the page is painted, so that nobody can reload in between.
  useLayoutEffect(() => {
    if (id !== undefined && applied.value === id && !hasCriteria(query.value)) {
      setQuery({ filter: emptyFilter }, { replace: true })
    }
  })
  useEffect(
    () => () => {
      applied.value = undefined
    },
    [],
  )
  return isPending
}
