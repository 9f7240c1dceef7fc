/** Keeps a list on the screen current, for admins without ra-realtime. */
import { useDataProvider, useListContext, useResourceContext } from 'ra-core'
import { useEffect } from 'react'
import type { LiveCallback, Subscriptions } from './live-updates.js'

/**
 * Reads the list around it again when records change. It shows nothing.
 *
 * @example
 * <List>
 *   <LiveList />
 *   <DataTable>…</DataTable>
 * </List>
 */
export const LiveList = (): null => {
  const provider = useDataProvider() as unknown as Subscriptions
  const resource = useResourceContext()
  const { refetch } = useListContext()
  useEffect(() => {
    const topic = `resource/${resource}`
    const refresh: LiveCallback = () => {
      refetch()
    }
    const subscribed = provider.subscribe(topic, refresh)
    // Without the stream, the list is as current as any other.
    subscribed.catch(() => undefined)
    return () => {
      subscribed.then(
        () => provider.unsubscribe(topic, refresh),
        () => undefined,
      )
    }
  }, [provider, resource, refetch])
  return null
}
