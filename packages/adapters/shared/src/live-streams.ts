/** Streams of changes for what is on the screen: one for all subscribers of a resource. */
import type { ChangeNotice } from 'corollary/client'
import { followRecords, type RecordListener } from './changed-records.js'

export interface LiveOptions<Id, Subscriber> {
  readonly open: (
    resource: string,
    signal: AbortSignal,
  ) => AsyncIterable<ChangeNotice<Id>> | Promise<AsyncIterable<ChangeNotice<Id>>>
  /** Changes of this time are one event. */
  readonly intervalMs: number
  readonly listenerOf: (subscriber: Subscriber) => RecordListener<Id>
  /** Called if a stream ends with an error that another attempt would have as well. */
  readonly onError: (error: unknown, resource: string) => void
}

export class LiveStreams<Id, Subscriber> {
  readonly #options: LiveOptions<Id, Subscriber>
  readonly #subscribers = new Map<string, Set<Subscriber>>()
  readonly #ends = new Map<string, AbortController>()

  constructor(options: LiveOptions<Id, Subscriber>) {
    this.#options = options
  }

  /** Opens the stream of the resource, unless it is open. */
  add(resource: string, subscriber: Subscriber): void {
    const subscribers = this.#subscribers.get(resource) ?? new Set()
    this.#subscribers.set(resource, subscribers.add(subscriber))
    if (!this.#ends.has(resource)) void this.#follow(resource)
  }

  /** The stream ends with its last subscriber. */
  remove(resource: string, subscriber: Subscriber): void {
    const subscribers = this.#subscribers.get(resource)
    if (!subscribers?.delete(subscriber) || subscribers.size > 0) return
    this.#subscribers.delete(resource)
    this.#end(resource)
  }

  /**
   * Ends all streams, which report what the former caller may see, and opens them again for the
   * present one. Nobody is signed in: they wait for the next caller.
   */
  changeCaller(isSignedIn: boolean): void {
    for (const resource of [...this.#ends.keys()]) this.#end(resource)
    if (!isSignedIn) return
    for (const resource of this.#subscribers.keys()) void this.#follow(resource)
  }

  #end(resource: string): void {
    this.#ends.get(resource)?.abort()
    this.#ends.delete(resource)
  }

  async #follow(resource: string): Promise<void> {
    const { open, intervalMs, listenerOf, onError } = this.#options
    const end = new AbortController()
    this.#ends.set(resource, end)
    const report = (event: (listener: RecordListener<Id>) => void): void => {
      if (end.signal.aborted) return
      for (const subscriber of [...(this.#subscribers.get(resource) ?? [])])
        event(listenerOf(subscriber))
    }
    try {
      await followRecords(await open(resource, end.signal), intervalMs, {
        onOpened: () => report(({ onOpened }) => onOpened()),
        onChanged: (changed) => report(({ onChanged }) => onChanged(changed)),
      })
    } catch (error) {
      if (end.signal.aborted) return
      // The next subscriber or caller makes another attempt.
      this.#ends.delete(resource)
      onError(error, resource)
    }
  }
}
