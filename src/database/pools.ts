/**
 * Separate connection pools by purpose, so that slow readers of streams cannot take the connections
 * of other requests, and busy requests cannot fail the readiness check.
 */
import pg from 'pg'
import { Client } from './client.js'
import { cut, withPassword } from './interruption.js'

export interface PoolsOptions {
  readonly connection: pg.ClientConfig
  /** Maximum number of connections for requests. Default 10. */
  readonly poolSize?: number
  /** Maximum number of connections for streams, each of which holds one. Default 4. */
  readonly streamPoolSize?: number
  /** Milliseconds to wait for a free connection; then `503`. Default 5 000. */
  readonly acquireTimeoutMs?: number
  /** Called with errors of idle connections. */
  readonly onError?: (error: Error) => void
}

/** `probe` has one connection, for the readiness check. */
export type PoolName = 'requests' | 'streams' | 'probe'

export interface Pools extends Readonly<Record<PoolName, pg.Pool>> {
  /** Cuts connections that are in use, then ends all of them. */
  end(): Promise<void>
}

export const openPools = (options: PoolsOptions): Pools => {
  const { connection, acquireTimeoutMs = 5_000, onError = () => {} } = options
  const lent = new Set<pg.PoolClient>()
  const open = (max: number): pg.Pool => {
    const limits = { Client, max, connectionTimeoutMillis: acquireTimeoutMs }
    const pool = new pg.Pool(withPassword(connection, limits))
    pool.on('error', onError)
    // The pool does not listen to a client in use, and an 'error' event without a listener would
    // end the process. The running statement reports the error itself.
    pool.on('connect', (client) => client.on('error', () => undefined))
    pool.on('acquire', (client) => lent.add(client))
    pool.on('release', (_error, client) => lent.delete(client))
    return pool
  }
  const requests = open(options.poolSize ?? 10)
  const streams = open(options.streamPoolSize ?? 4)
  const probe = open(1)
  return {
    requests,
    streams,
    probe,
    end: async () => {
      for (const client of lent) cut(client)
      await Promise.all([requests.end(), streams.end(), probe.end()])
    },
  }
}
