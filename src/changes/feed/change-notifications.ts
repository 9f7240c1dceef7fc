/**
 * Wakes what follows changes on all nodes, soon after changes were committed. A notification says
 * nothing but that there are changes. Behind a pooler in transaction mode other nodes get none, so
 * that followers must also look from time to time.
 */
import { randomUUID } from 'node:crypto'
import type { Database } from '../../database/access/database.js'

export interface ChangeNotificationsOptions {
  readonly database: Pick<Database, 'listen' | 'notify'>
  /**
   * Milliseconds in which the commits of a process are announced once, and followers woken once.
   */
  readonly intervalMs: number
  /** Logs failed notifications. They are not repeated. */
  readonly report: (error: unknown) => void
}

const channel = 'corollary_change'

export class ChangeNotifications {
  readonly #options: ChangeNotificationsOptions
  readonly #followers = new Set<() => void>()
  /** Distinguishes notifications of this process from those of others. */
  readonly #sender = randomUUID()
  #announcement: NodeJS.Timeout | undefined
  #waking: NodeJS.Timeout | undefined
  #wokenAt = Number.NEGATIVE_INFINITY
  #stopListening: (() => void) | undefined
  #isClosed = false

  constructor(options: ChangeNotificationsOptions) {
    this.#options = options
  }

  /** Called after a commit. */
  announce(): void {
    if (this.#isClosed) return
    this.#announcement ??= setTimeout(() => {
      this.#announcement = undefined
      this.#options.database.notify(channel, this.#sender).catch(this.#options.report)
      this.#wake()
    }, this.#options.intervalMs).unref()
  }

  /** Calls `wake` after changes of any node. Returns a function that ends it. */
  follow(wake: () => void): () => void {
    this.#followers.add(wake)
    this.#stopListening ??= this.#options.database.listen(channel, (sender) => {
      if (sender !== this.#sender) this.#wakeSoon()
    })
    return () => {
      this.#followers.delete(wake)
      if (this.#followers.size > 0) return
      this.#stopListening?.()
      this.#stopListening = undefined
    }
  }

  /** Announces nothing from now on. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#announcement)
    clearTimeout(this.#waking)
  }

  /** Several nodes may announce changes at the same time. */
  #wakeSoon(): void {
    if (this.#isClosed) return
    const delayMs = this.#wokenAt + this.#options.intervalMs - performance.now()
    if (delayMs <= 0) this.#wake()
    else this.#waking ??= setTimeout(() => this.#wake(), delayMs).unref()
  }

  #wake(): void {
    clearTimeout(this.#waking)
    this.#waking = undefined
    this.#wokenAt = performance.now()
    for (const wake of this.#followers) wake()
  }
}
