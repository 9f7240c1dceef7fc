/**
 * Invalidation by dataset version. Equal versions mean equal data, so queries of a resource with
 * another version than the latest response may show old data.
 */
import type { Query, QueryClient, QueryKey } from '@tanstack/query-core'

export const invalidateOtherVersions = (
  client: QueryClient,
  queryKey: QueryKey,
  version: string,
): Promise<void> =>
  client.invalidateQueries({ queryKey, predicate: isOfOther(version) }, { cancelRefetch: false })

/**
 * One response causes at most one refetch of each query on the screen: what these refetches read
 * marks other queries as stale, but does not refetch them. Otherwise queries would refetch each
 * other without end while the data changes all the time.
 */
export const followVersions = (client: QueryClient, queryKey: QueryKey): (() => void) => {
  const cache = client.getQueryCache()
  const refetched = new Set<string>()
  return cache.subscribe((event) => {
    if (event.type !== 'updated' || !belongsTo(event.query, queryKey)) return
    const { query, action } = event
    if (action.type === 'error') refetched.delete(query.queryHash)
    if (action.type !== 'success') return
    const isFollowing = refetched.delete(query.queryHash)
    const version = versionsOf(query.state.data).at(-1)
    if (version === undefined) return
    const others = cache.findAll({ queryKey, predicate: isOfOther(version) })
    for (const other of others) {
      if (other === query) continue
      if (isFollowing || !other.isActive()) other.invalidate()
      else {
        refetched.add(other.queryHash)
        const { queryKey: key } = other
        void client.invalidateQueries({ queryKey: key, exact: true }, { cancelRefetch: false })
      }
    }
  })
}

const belongsTo = (query: Query, key: QueryKey): boolean =>
  key.every((part, index) => query.queryKey[index] === part)

const isOfOther =
  (version: string) =>
  ({ state }: Query): boolean =>
    versionsOf(state.data).some((other) => other !== version)

/** The versions of the data of a query, or of the pages of an infinite one. */
const versionsOf = (data: unknown): readonly string[] => {
  const { pages = [data] } = (data ?? {}) as { readonly pages?: readonly unknown[] }
  return pages.flatMap((page) => (page as Partial<Versioned> | undefined)?.dataVersion ?? [])
}

interface Versioned {
  readonly dataVersion: string
}
