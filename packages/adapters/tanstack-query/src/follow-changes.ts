/** Invalidation by the stream of changes. */
import type { QueryClient, QueryKey } from '@tanstack/query-core'
import type { ChangeNotice } from 'corollary/client'

export interface FollowOptions<Id> {
  readonly signal?: AbortSignal
  /** Milliseconds. Changes of this time cause one refetch. Default 500. */
  readonly intervalMs?: number
  /** Called with each notice of the stream. */
  readonly onNotice?: (notice: ChangeNotice<Id>) => void
}

interface Keys {
  readonly key: QueryKey
  readonly recordsKey: QueryKey
}

export const followChanges = async <Id>(
  client: QueryClient,
  keys: Keys,
  changes: AsyncIterable<ChangeNotice<Id>>,
  { intervalMs = 500, onNotice }: FollowOptions<Id> = {},
): Promise<void> => {
  const changedIds = new Set<Id>()
  let isAllStale = false
  let isOpen = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const invalidate = (): void => {
    timer = undefined
    if (isAllStale) void client.invalidateQueries({ queryKey: keys.key })
    else if (changedIds.size > 0) invalidateChanged(client, keys, changedIds)
    changedIds.clear()
    isAllStale = false
  }
  try {
    for await (const notice of changes) {
      onNotice?.(notice)
      if (notice.type === 'interrupted') continue
      if (notice.type === 'change') changedIds.add(notice.id)
      // What was read before the stream was opened may have changed before it. A stream that is
      // opened again continues where it broke.
      else if (notice.type !== 'ready' || !isOpen) isAllStale = true
      isOpen = true
      timer ??= setTimeout(invalidate, intervalMs)
    }
  } finally {
    clearTimeout(timer)
    invalidate()
  }
}

/** Every set may contain the records; of the queries about one record, only theirs are affected. */
const invalidateChanged = (
  client: QueryClient,
  { key, recordsKey }: Keys,
  ids: ReadonlySet<unknown>,
): void => {
  const depth = key.length
  void client.invalidateQueries({
    queryKey: key,
    predicate: ({ queryKey }) => queryKey[depth] !== recordsKey[depth],
  })
  for (const id of ids) void client.invalidateQueries({ queryKey: [...recordsKey, id] })
}
