/**
 * Connections that statements take one after another: a pool of `pg` whose waiting requests can
 * give up, and whose end cuts connections that are in use.
 */
import pg from 'pg'
import { ClientGone } from '../../foundation/execution/client-gone.js'
import type { Signal } from '../../foundation/execution/signal.js'
import { PoolBusy } from '../errors/errors.js'
import { Client } from './client.js'
import { cut, withPassword } from './interruption.js'

export interface ConnectionPoolOptions {
  readonly connection: pg.ClientConfig
  /** Maximum number of connections. */
  readonly max: number
  /** Milliseconds to wait for one. */
  readonly acquireTimeoutMs: number
  /** Called with errors of idle connections. */
  readonly onError: (error: Error) => void
}

/** An idle connection is closed when nothing has needed it for this time. */
const idleTimeoutMillis = 10_000

/** The error of `pg-pool`, which has no code. */
const busyMessage = 'timeout exceeded when trying to connect'

export class ConnectionPool {
  readonly max: number
  readonly #pool: pg.Pool
  readonly #clients = new Set<pg.ClientBase>()
  readonly #idle = new WeakSet<pg.ClientBase>()
  /** Rejects those that have asked for a connection and have none yet. */
  readonly #pending = new Set<(error: Error) => void>()
  /** Number of requests in the queue of the pool that have given up. */
  #abandoned = 0

  constructor({ connection, max, acquireTimeoutMs, onError }: ConnectionPoolOptions) {
    const clients = this.#clients
    class PooledClient extends Client {
      constructor(config?: pg.ClientConfig) {
        super(config)
        clients.add(this)
        this.once('end', () => clients.delete(this))
      }
    }
    this.max = max
    this.#pool = new pg.Pool(
      withPassword(connection, {
        max,
        idleTimeoutMillis,
        connectionTimeoutMillis: acquireTimeoutMs,
        Client: PooledClient,
      }),
    )
    this.#pool.on('error', onError)
    this.#pool.on('acquire', (client) => this.#idle.delete(client))
    this.#pool.on('release', (_error, client) => this.#idle.add(client))
  }

  get total(): number {
    return this.#pool.totalCount
  }

  get idle(): number {
    return this.#pool.idleCount
  }

  get waiting(): number {
    const { waitingCount, idleCount } = this.#pool
    return Math.max(0, waitingCount - idleCount - this.#abandoned)
  }

  /**
   * Waits for a connection.
   *
   * @throws PoolBusy, ClientGone, or the error of a connection that could not be opened
   */
  acquire(signal?: Signal): Promise<pg.PoolClient> {
    if (signal?.aborted) return Promise.reject(new ClientGone(false))
    return new Promise((resolve, reject) => {
      const giveUp = (error: Error): void => {
        this.#abandoned++
        end()
        reject(error)
      }
      const onGone = (): void => giveUp(new ClientGone(false))
      const end = (): void => {
        this.#pending.delete(giveUp)
        signal?.removeEventListener('abort', onGone)
      }
      signal?.addEventListener('abort', onGone)
      this.#pending.add(giveUp)
      this.#pool.connect((error, client) => {
        if (!this.#pending.has(giveUp)) {
          this.#abandoned--
          // The connection goes to the next one.
          client?.release()
          return
        }
        end()
        if (client) resolve(client)
        else reject(error?.message === busyMessage ? new PoolBusy() : error!)
      })
    })
  }

  /** @param isSound false: the connection is closed */
  release(client: pg.PoolClient, isSound: boolean): void {
    client.release(!isSound)
  }

  /** Cuts connections that are in use, and ends the others. */
  async end(): Promise<void> {
    if (this.#pool.ending) return
    const ended = [...this.#clients].map(
      (client) => new Promise((resolve) => client.once('end', resolve)),
    )
    // Its promise waits for the release of connections that are in use.
    void this.#pool.end()
    for (const giveUp of [...this.#pending]) giveUp(new Error('The connections are closed.'))
    for (const client of this.#clients) if (!this.#idle.has(client)) cut(client)
    await Promise.all(ended)
  }
}
