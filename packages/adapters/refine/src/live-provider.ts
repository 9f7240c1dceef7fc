/** Live updates from the streams of changes: one stream for all subscriptions to a resource. */
import type { BaseKey, LiveEvent, LiveProvider } from '@refinedev/core'
import type { ChangeNotice, UntypedClient } from 'corollary/client'

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

const typeOf = {
  ...{ create: 'created', update: 'updated', action: 'updated', delete: 'deleted' },
} as const

export const liveProviderOf = (
  client: UntypedClient,
  { liveIntervalMs = 200, onLiveError = () => undefined }: LiveSettings,
): LiveProvider => {
  const streams = new Map<string, Stream>()

  const open = (resource: string): Stream => {
    const stream: Stream = { ending: new AbortController(), subscriptions: new Set() }
    streams.set(resource, stream)
    const changes = client.resource(resource).changes({ signal: stream.ending.signal })
    follow(changes, liveIntervalMs, (type, ids) => {
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

/** Calls `onEvents` with the records that changed, and without ids if any may have. */
const follow = async (
  changes: AsyncIterable<ChangeNotice<BaseKey>>,
  intervalMs: number,
  onEvents: (type: string, ids: readonly BaseKey[] | undefined) => void,
): Promise<void> => {
  const changed = new Map<string, Set<BaseKey>>()
  let isAnyChanged = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = (): void => {
    timer = undefined
    if (isAnyChanged) onEvents('*', undefined)
    else for (const [type, ids] of changed) onEvents(type, [...ids])
    changed.clear()
    isAnyChanged = false
  }
  try {
    for await (const notice of changes) {
      if (notice.type === 'change') {
        const type = typeOf[notice.operation]
        changed.set(type, (changed.get(type) ?? new Set()).add(notice.id))
      } else if (notice.type === 'stale' || notice.type === 'reset') isAnyChanged = true
      else continue
      timer ??= setTimeout(flush, intervalMs)
    }
  } finally {
    clearTimeout(timer)
  }
}
