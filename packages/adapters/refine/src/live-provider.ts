/** Live updates from the streams of changes: one stream for all subscriptions to a resource. */
import type { BaseKey, LiveEvent, LiveProvider } from '@refinedev/core'
import type { UntypedClient } from 'corollary/client'
import { followRecords } from '../../shared/src/changed-records.js'

type Options = Parameters<LiveProvider['subscribe']>[0]

interface Stream {
  readonly ending: AbortController
  readonly subscriptions: Set<Options>
}

export interface LiveSettings {
  /** Milliseconds. Changes of this time are one event. Default 200. */
  readonly liveIntervalMs?: number
  /** Called if a stream ends with an error that another attempt would have as well. */
  readonly onLiveError?: (error: unknown, resource: string) => void
}

export const liveProviderOf = (
  client: UntypedClient,
  { liveIntervalMs = 200, onLiveError = () => undefined }: LiveSettings,
): LiveProvider => {
  const streams = new Map<string, Stream>()

  const open = (resource: string): Stream => {
    const stream: Stream = { ending: new AbortController(), subscriptions: new Set() }
    streams.set(resource, stream)
    const changes = client.resource(resource).changes({ signal: stream.ending.signal })
    followRecords(changes, liveIntervalMs, (type, ids) => {
      for (const options of stream.subscriptions) send(options, type, ids)
    }).catch((error: unknown) => {
      if (streams.get(resource) === stream) streams.delete(resource)
      onLiveError(error, resource)
    })
    return stream
  }

  return {
    subscribe: (options) => {
      const resource = options.params?.resource ?? options.channel.replace(/^resources\//, '')
      const { subscriptions } = streams.get(resource) ?? open(resource)
      // Two subscriptions with equal options are two.
      const subscription = { ...options }
      subscriptions.add(subscription)
      return () => {
        subscriptions.delete(subscription)
        const stream = streams.get(resource)
        if (stream?.subscriptions !== subscriptions || subscriptions.size > 0) return
        streams.delete(resource)
        stream.ending.abort()
      }
    },
    unsubscribe: (end: () => void) => end(),
  }
}

/** Without ids, any record may have changed. */
const send = (
  { channel, types, params, callback }: Options,
  type: string,
  ids: readonly BaseKey[] | undefined,
): void => {
  if (!types.includes('*') && type !== '*' && !types.includes(type)) return
  const shown = params?.subscriptionType === 'useList' ? undefined : idsOf(params)
  const concerned = shown && ids ? ids.filter((id) => shown.includes(String(id))) : ids
  if (concerned?.length === 0) return
  const event: LiveEvent = {
    ...{ channel, type, date: new Date() },
    payload: concerned ? { ids: [...concerned] } : {},
  }
  callback(event)
}

/** The records that a subscription is about. Pages have their keys as texts. */
const idsOf = (params: Options['params']): readonly string[] | undefined => {
  const { ids = params?.id === undefined ? undefined : [params.id] } = params ?? {}
  return ids?.map(String)
}
