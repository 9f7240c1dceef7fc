/** Says whether the service has an inbox. The navigation needs no more of it. */
import { signal } from '@preact/signals'
import { readStored, serviceKey } from '../../browser/preferences.js'
import { catalog } from '../../service/catalog.js'
import type { ResourceEntry } from '../../service/discovery.js'

/** Key of what the browser stores about the inbox. */
export const inboxKey = serviceKey('inbox')

/**
 * The inbox has been opened in this browser. The pages of others do not count what waits, which
 * costs a request.
 */
export const usesInbox = signal(readStored<unknown>(inboxKey) !== undefined)

/** Returns true if the resource has a workflow over states, and records that a filter may find. */
export const mayWait = ({ actionsUrl, stateField, schemas }: ResourceEntry): boolean =>
  actionsUrl !== null && stateField !== null && schemas.filter !== null && schemas.detail !== null

export const hasInbox = (): boolean => catalog.value?.resources.some(mayWait) ?? false
