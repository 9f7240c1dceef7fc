/** Says whether the service has an inbox. The navigation needs no more of it. */
import { catalog } from '../../service/catalog.js'
import type { ResourceEntry } from '../../service/discovery.js'

/** Returns true if the resource has a workflow, and records that a filter may find. */
export const mayWait = ({ actionsUrl, schemas }: ResourceEntry): boolean =>
  actionsUrl !== null && schemas.filter !== null && schemas.detail !== null

export const hasInbox = (): boolean => catalog.value?.resources.some(mayWait) ?? false
