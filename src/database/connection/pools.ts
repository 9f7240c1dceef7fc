/**
 * Separate connection pools by purpose, so that slow readers of streams cannot take the connections
 * of other requests, and busy requests cannot fail the readiness check.
 */
import type pg from 'pg'
import { ConnectionPool } from './connection-pool.js'

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

export interface Pools extends Readonly<Record<PoolName, ConnectionPool>> {
  /** Cuts connections that are in use, then ends all of them. */
  end(): Promise<void>
}

export const openPools = (options: PoolsOptions): Pools => {
  const { connection, acquireTimeoutMs = 5_000, onError = () => {} } = options
  const open = (max: number): ConnectionPool =>
    new ConnectionPool({ connection, max, acquireTimeoutMs, onError })
  const requests = open(options.poolSize ?? 10)
  const streams = open(options.streamPoolSize ?? 4)
  const probe = open(1)
  return {
    requests,
    streams,
    probe,
    end: async () => {
      await Promise.all([requests.end(), streams.end(), probe.end()])
    },
  }
}
