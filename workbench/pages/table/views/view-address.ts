/** The address of a view of a table. */
import { addresses } from '../../../browser/router.js'

/** @param id of a view of the service */
export const viewAddress = (resourceKey: string, query: string, id?: string): string => {
  const parameters = new URLSearchParams(query)
  if (id !== undefined) parameters.set('view', id)
  const text = parameters.toString()
  return `${addresses.table(resourceKey)}${text && `?${text}`}`
}
