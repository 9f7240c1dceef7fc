/** The address of a view of a table, or of the dashboard over several resources. */
import { addresses } from '../../../browser/router.js'

/**
 * @param resourceKey null for the dashboard over several resources
 * @param id of a view of the service
 */
export const viewAddress = (resourceKey: string | null, query: string, id?: string): string => {
  const parameters = new URLSearchParams(query)
  if (id !== undefined) parameters.set('view', id)
  const text = parameters.toString()
  const page = resourceKey === null ? addresses.board() : addresses.table(resourceKey)
  return `${page}${text && `?${text}`}`
}
