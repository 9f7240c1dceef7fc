/** Live updates from the streams of changes: one stream for all subscriptions to a resource. */
import type { BaseKey, LiveEvent, LiveProvider } from '@refinedev/core'
import { type LiveListener, LiveStreams } from '../../shared/src/live-streams.js'
import type { Catalog } from './catalog.js'

type Options = Parameters<LiveProvider['subscribe']>[0]

export interface LiveSettings {
  /** Milliseconds. Changes of this time are one event. Default 200. */
  readonly liveIntervalMs?: number
  /** Called if a stream ends with an error that another attempt would have as well. */
  readonly onLiveError?: (error: unknown, resource: string) => void
}

export const liveProviderOf = (
  catalog: Catalog,
  { liveIntervalMs = 200, onLiveError = () => undefined }: LiveSettings,
): LiveProvider => {
  const streams = new LiveStreams<BaseKey, Options>({
    open: (resource, signal) => catalog.client.resource(resource).changes({ signal }),
    intervalMs: liveIntervalMs,
    listenerOf,
    onError: onLiveError,
  })
  catalog.onCallerChange((isSignedIn) => streams.changeCaller(isSignedIn))
  return {
    subscribe: (options) => {
      const resource = options.params?.resource ?? options.channel.replace(/^resources\//, '')
      // Two subscriptions with equal options are two.
      const subscription = { ...options }
      streams.add(resource, subscription)
      return () => streams.remove(resource, subscription)
    },
    unsubscribe: (end: () => void) => end(),
  }
}

const listenerOf = ({ channel, types, params, callback }: Options): LiveListener<BaseKey> => {
  const report = (type: string, payload: LiveEvent['payload']): void =>
    callback({ channel, type, payload, date: new Date() })
  const shown = params?.subscriptionType === 'useList' ? undefined : idsOf(params)
  return {
    onOpened: () => report(anyRecord, {}),
    onChanged: (changed) => {
      if (!changed) return report(anyRecord, {})
      for (const [type, changedIds] of changed) {
        if (!types.includes('*') && !types.includes(type)) continue
        const ids = [...changedIds].filter((id) => shown?.includes(String(id)) ?? true)
        if (ids.length > 0) report(type, { ids })
      }
    },
  }
}

/** The type of an event without ids: any record may have changed. */
const anyRecord = '*'

/** The records that a subscription is about. Pages have their keys as texts. */
const idsOf = (params: Options['params']): readonly string[] | undefined => {
  const { ids = params?.id === undefined ? undefined : [params.id] } = params ?? {}
  return ids?.map(String)
}
