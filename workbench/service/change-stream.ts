/** The changes of a resource as they happen, untyped. */
import { type ChangeNotice, followChanges } from '../../src/client/changes.js'
import { download, keepToken } from './connection.js'
import type { Id, ResourceEntry } from './discovery.js'

/** @throws CorollaryError that a retry would not solve */
export const streamChanges = (
  { resourcePath }: ResourceEntry,
  signal: AbortSignal,
): AsyncGenerator<ChangeNotice<Id>> =>
  followChanges<Id>(
    (lastEventId) => {
      const headers = { Accept: 'text/event-stream', 'Last-Event-ID': lastEventId }
      const path = `${resourcePath}/changes`
      return download({ method: 'GET', path, headers, options: { signal } })
    },
    { signal },
    keepToken,
  )
