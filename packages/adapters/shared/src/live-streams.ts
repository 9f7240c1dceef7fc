/** Streams of changes for what is on the screen: one for all subscribers of a resource. */
import type { ChangeNotice } from 'corollary/client'
import { followRecords, type RecordListener } from './changed-records.js'

export interface LiveListener<Id> extends Pick<RecordListener<Id>, 'onChanged'> {
  /** @param isAgain whether another stream of the resource was open before: changes are missing */
  readonly onOpened: (isAgain: boolean) => void
}

export interface LiveOptions<Id, Subscriber> {
  readonly open: (
    resource: string,
    signal: AbortSignal,
  ) => AsyncIterable<ChangeNotice<Id>> | Promise<AsyncIterable<ChangeNotice<Id>>>
  /** Changes of this time are one event. */
  readonly intervalMs: number
  readonly listenerOf: (subscriber: Subscriber) => LiveListener<Id>
  /** Called if a stream ends with an error that another attempt would have as well. */
  readonly onError: (error: unknown, resource: string) => void
}

export class LiveStreams<Id, Subscriber> {
  readonly #options: LiveOptions<Id, Subscriber>
  readonly #subscribers = new Map<string, Set<Subscriber>>()
  readonly #ends = new Map<string, AbortController>()
  /** Resources whose subscribers have had a stream. */
  readonly #opened = new Set<string>()

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
    this.#opened.delete(resource)
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
    const report = (event: (listener: LiveListener<Id>) => void): void => {
      if (end.signal.aborted) return
      for (const subscriber of [...(this.#subscribers.get(resource) ?? [])])
        event(listenerOf(subscriber))
    }
    try {
      await followRecords(await open(resource, end.signal), intervalMs, {
        onOpened: () => {
          const isAgain = this.#opened.has(resource)
          this.#opened.add(resource)
          report(({ onOpened }) => onOpened(isAgain))
        },
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
