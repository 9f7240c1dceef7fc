/**
 * Connections that statements take one after another. `pg-pool` has timers, promises and events for
 * each use, which take 2 µs and more; here an idle connection is taken at once.
 */
import type pg from 'pg'
import type { Signal } from '../foundation/signal.js'
import { Client } from './client.js'
import { cut, withPassword } from './interruption.js'
import { WaitingLine } from './waiting-line.js'

export interface ConnectionPoolOptions {
  readonly connection: pg.ClientConfig
  /** Maximum number of connections. */
  readonly max: number
  /** Milliseconds to wait for one. */
  readonly acquireTimeoutMs: number
  /** Called with errors of idle connections. */
  readonly onError: (error: Error) => void
}

/** No connection became free in time. */
export class PoolBusy extends Error {
  override readonly name = 'PoolBusy'

  constructor() {
    super('No connection became free in time.')
  }
}

/** An idle connection is closed when nothing has needed it for this time, and at most twice it. */
const idleMs = 10_000

export class ConnectionPool {
  readonly #options: ConnectionPoolOptions
  /** All connections, also those that are being opened. */
  readonly #clients = new Set<Client>()
  /** The one that was used last is used next. */
  readonly #idle: Client[] = []
  readonly #lent = new Set<Client>()
  readonly #waiting = new WaitingLine<Client>()
  /** The fewest connections that were idle at the same time since the last check. */
  #fewestIdle = 0
  #check: NodeJS.Timeout | undefined
  #isEnding = false

  constructor(options: ConnectionPoolOptions) {
    this.#options = options
  }

  get total(): number {
    return this.#clients.size
  }

  get idle(): number {
    return this.#idle.length
  }

  get waiting(): number {
    return this.#waiting.length
  }

  get max(): number {
    return this.#options.max
  }

  /** An idle connection, if there is one. */
  take(): Client | undefined {
    const client = this.#idle.pop()
    if (!client) return undefined
    this.#fewestIdle = Math.min(this.#fewestIdle, this.#idle.length)
    this.#lent.add(client)
    return client
  }

  /**
   * Waits for a connection.
   *
   * @throws PoolBusy, ClientGone, or the error of a connection that could not be opened
   */
  acquire(signal?: Signal): Promise<Client> {
    if (this.#isEnding) return Promise.reject(new Error('The connections are closed.'))
    if (this.#clients.size < this.max) return this.#open()
    const limitMs = this.#options.acquireTimeoutMs
    return this.#waiting.wait({ limitMs, onLate: () => new PoolBusy(), signal })
  }

  /** @param isSound false: the connection is closed */
  release(client: Client, isSound: boolean): void {
    if (!this.#lent.delete(client)) throw new Error('The connection was released before.')
    // Not if it was lost meanwhile.
    if (!this.#clients.has(client)) return
    if (!isSound || this.#isEnding) {
      this.#close(client)
      return
    }
    const next = this.#waiting.first
    if (!next) {
      this.#idle.push(client)
      return
    }
    this.#lent.add(client)
    next.resolve(client)
  }

  /** Cuts connections that are in use, and ends the others. */
  async end(): Promise<void> {
    this.#isEnding = true
    clearInterval(this.#check)
    this.#waiting.rejectAll(new Error('The connections are closed.'))
    const opened = [...this.#idle, ...this.#lent]
    // Also those that are being opened: `end` would leave those who open them waiting forever.
    for (const client of this.#clients) if (!this.#idle.includes(client)) cut(client)
    await Promise.all(opened.map((client) => this.#close(client)))
  }

  async #open(): Promise<Client> {
    const { connection, acquireTimeoutMs } = this.#options
    const client = new Client(
      withPassword(connection, { connectionTimeoutMillis: acquireTimeoutMs }),
    )
    this.#clients.add(client)
    // The running statement reports the error itself; without a listener, it would end the process.
    client.on('error', (error) => this.#lose(client, error))
    try {
      await client.connect()
    } catch (error) {
      this.#forget(client)
      cut(client)
      throw error
    }
    if (this.#isEnding) {
      void this.#close(client)
      throw new Error('The connections are closed.')
    }
    this.#check ??= setInterval(() => this.#closeUnused(), idleMs).unref()
    this.#lent.add(client)
    return client
  }

  #lose(client: Client, error: Error): void {
    const isIdle = this.#idle.includes(client)
    this.#forget(client)
    // It may be open: after a message that nothing had requested, for example.
    cut(client)
    if (isIdle) this.#options.onError(error)
  }

  #close(client: Client): Promise<void> {
    this.#forget(client)
    return client.end().catch(() => undefined)
  }

  #forget(client: Client): void {
    if (!this.#clients.delete(client)) return
    const index = this.#idle.indexOf(client)
    if (index >= 0) this.#idle.splice(index, 1)
    this.#fewestIdle = Math.min(this.#fewestIdle, this.#idle.length)
    if (this.#waiting.length > 0 && !this.#isEnding) this.#replace()
  }

  /** Opens a connection for those that wait; one of them gets the error. */
  #replace(): void {
    this.#open().then(
      (client) => this.release(client, true),
      (error) => this.#waiting.first?.reject(error),
    )
  }

  /** The connections that were idle all the time are at the beginning. */
  #closeUnused(): void {
    for (const client of this.#idle.slice(0, this.#fewestIdle)) void this.#close(client)
    this.#fewestIdle = this.#idle.length
  }
}
