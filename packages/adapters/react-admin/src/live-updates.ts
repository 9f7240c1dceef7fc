/** Events of changed records in the form of ra-realtime: one stream for each resource. */
import { HttpError } from 'ra-core'
import { type ChangeType, followRecords } from '../../shared/src/changed-records.js'
import type { NamedResource, NamedResources } from './resources.js'

export interface LiveEvent {
  readonly topic: string
  readonly type: ChangeType
  /** Without ids if the service does not say which records changed: read again what is shown. */
  readonly payload: { readonly ids: readonly (string | number)[] }
  readonly date: Date
}
export type LiveCallback = (event: LiveEvent) => void

export interface Subscriptions {
  /** @param topic `resource/orders` for all records, or `resource/orders/7` for one */
  subscribe(topic: string, callback: LiveCallback): Promise<{ data: null }>
  unsubscribe(topic: string, callback: LiveCallback): Promise<{ data: null }>
  /** Does nothing: the service reports what was changed to all subscribers. */
  publish(topic: string, event: unknown): Promise<{ data: null }>
}

interface Stream {
  readonly end: AbortController
  readonly subscribers: { readonly topic: string; readonly callback: LiveCallback }[]
}

/** Changes of this time are one event: a list that is read for each would never be shown. */
const intervalMs = 200

export const liveUpdates = (resources: NamedResources): Subscriptions => {
  const streams = new Map<string, Stream>()
  const done = { data: null }

  /** Ends with the last subscriber, or with an error that a new attempt would not solve. */
  const follow = async ({ name, client }: NamedResource, { end, subscribers }: Stream) => {
    const report = (type: LiveEvent['type'], ids: readonly (string | number)[]) => {
      for (const { topic, callback } of [...subscribers]) {
        const isConcerned =
          topic === topicOf(name) ||
          ids.length === 0 ||
          ids.some((id) => topic === `${topicOf(name)}/${id}`)
        if (isConcerned) callback({ topic, type, payload: { ids }, date: new Date() })
      }
    }
    await followRecords(client.changes({ signal: end.signal }), intervalMs, (type, ids = []) =>
      report(type === '*' ? 'updated' : type, ids),
    )
  }

  return {
    subscribe: async (topic, callback) => {
      const resource = await resources.find(nameIn(topic))
      const { name, entry } = resource
      if (!entry.canonicalOperations['changes']) {
        throw new HttpError(`'${name}' does not report changes.`, 405)
      }
      const open = streams.get(name)
      if (open) {
        open.subscribers.push({ topic, callback })
        return done
      }
      const stream = { end: new AbortController(), subscribers: [{ topic, callback }] }
      streams.set(name, stream)
      follow(resource, stream).catch((error: unknown) => {
        if (streams.get(name) === stream) streams.delete(name)
        console.error(`No more changes of '${name}' are shown.`, error)
      })
      return done
    },
    unsubscribe: async (topic, callback) => {
      const { name } = await resources.find(nameIn(topic))
      const stream = streams.get(name)
      const at = stream?.subscribers.findIndex(
        (each) => each.topic === topic && each.callback === callback,
      )
      if (!stream || at === undefined || at < 0) return done
      stream.subscribers.splice(at, 1)
      if (stream.subscribers.length > 0) return done
      streams.delete(name)
      stream.end.abort()
      return done
    },
    publish: async () => done,
  }
}

const topicOf = (name: string): string => `resource/${name}`

const nameIn = (topic: string): string => topic.split('/')[1] ?? ''
