/** The address of a view. */
import { addresses } from '../../../browser/router.js'
import type { SavedView } from '../../../service/saved-views.js'

/** The page that shows a view. Its resource is null for the dashboard over several ones. */
export type ViewPage = Pick<SavedView, 'kind' | 'resource'>

const pageAddress = ({ kind, resource }: ViewPage): string => {
  if (resource === null) return addresses.board()
  return kind === 'table' ? addresses.table(resource) : addresses.dashboard(resource)
}

/** @param id of a view of the service */
export const viewAddress = (page: ViewPage, query: string, id?: string): string => {
  const parameters = new URLSearchParams(query)
  if (id !== undefined) parameters.set('view', id)
  const text = parameters.toString()
  return `${pageAddress(page)}${text && `?${text}`}`
}
