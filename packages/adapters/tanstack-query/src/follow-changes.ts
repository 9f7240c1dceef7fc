/** Invalidation by the stream of changes. */
import type { QueryClient, QueryKey } from '@tanstack/query-core'
import type { ChangeNotice } from 'corollary/client'
import { followRecords } from '../../shared/src/changed-records.js'

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

export const followChanges = <Id>(
  client: QueryClient,
  keys: Keys,
  changes: AsyncIterable<ChangeNotice<Id>>,
  { intervalMs = 500, onNotice = () => undefined }: FollowOptions<Id> = {},
): Promise<void> => {
  const invalidateAll = (): void => void client.invalidateQueries({ queryKey: keys.key })
  return followRecords(observed(changes, onNotice), intervalMs, {
    onOpened: invalidateAll,
    onChanged: (changed) => {
      if (!changed) return invalidateAll()
      invalidateChanged(client, keys, new Set([...changed.values()].flatMap((ids) => [...ids])))
    },
  })
}

async function* observed<T>(items: AsyncIterable<T>, observe: (item: T) => void) {
  for await (const item of items) {
    observe(item)
    yield item
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
