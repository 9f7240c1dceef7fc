/** Events of changed records in the form of ra-realtime: one stream for each resource. */
import { HttpError } from 'ra-core'
import type { ChangeType } from '../../shared/src/changed-records.js'
import { type LiveListener, LiveStreams } from '../../shared/src/live-streams.js'
import type { NamedResources } from './resources.js'

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

interface Subscriber {
  readonly topic: string
  readonly callback: LiveCallback
}

/** Changes of this time are one event: a list that is read for each would never be shown. */
const intervalMs = 200

export const liveUpdates = (resources: NamedResources): Subscriptions => {
  const done = { data: null }
  const subscribers = new Set<Subscriber>()
  const streams = new LiveStreams<string | number, Subscriber>({
    ...{ intervalMs, listenerOf },
    open: async (name, signal) => (await resources.find(name)).client.changes({ signal }),
    onError: (error, name) => console.error(`No more changes of '${name}' are shown.`, error),
  })
  resources.onCallerChange((isSignedIn) => streams.changeCaller(isSignedIn))
  return {
    subscribe: async (topic, callback) => {
      const name = partsOf(topic).resource
      const subscriber = { topic, callback }
      subscribers.add(subscriber)
      try {
        const { entry } = await resources.find(name)
        if (!entry.canonicalOperations['changes']) {
          throw new HttpError(`'${name}' does not report changes.`, 405)
        }
      } catch (error) {
        subscribers.delete(subscriber)
        throw error
      }
      // A page may be gone before its resource is found.
      if (subscribers.has(subscriber)) streams.add(name, subscriber)
      return done
    },
    unsubscribe: async (topic, callback) => {
      const subscriber = [...subscribers].find(
        (each) => each.topic === topic && each.callback === callback,
      )
      if (!subscriber) return done
      subscribers.delete(subscriber)
      streams.remove(partsOf(topic).resource, subscriber)
      return done
    },
    publish: async () => done,
  }
}

const listenerOf = ({ topic, callback }: Subscriber): LiveListener<string | number> => {
  const { record } = partsOf(topic)
  const report = (type: ChangeType, ids: readonly (string | number)[]): void =>
    callback({ topic, type, payload: { ids }, date: new Date() })
  return {
    onOpened: (isAgain) => {
      // ra-realtime warns of each update of a record in a form, which has read it just now.
      if (isAgain || record === '') report('updated', [])
    },
    onChanged: (changed) => {
      if (!changed) return report('updated', [])
      for (const [type, changedIds] of changed) {
        const ids = [...changedIds]
        if (record === '' || ids.some((id) => String(id) === record)) report(type, ids)
      }
    },
  }
}

const partsOf = (topic: string) => {
  const [, resource = '', ...record] = topic.split('/')
  return { resource, record: record.join('/') }
}
