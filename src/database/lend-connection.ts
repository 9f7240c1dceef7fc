/** A connection for administration: migrations, the check of the contracts, seeds. */
import pg from 'pg'
import { withPassword } from './interruption.js'

export interface LentConnection {
  readonly connection: pg.ClientConfig
  /** Milliseconds to wait for it. */
  readonly timeoutMs: number
  /** PostgreSQL refuses to write. */
  readonly readOnly: boolean
}

/**
 * Closed after the work, so that what the work set on it (locks, settings) does not reach a
 * request.
 */
export const lendConnection = async <T>(
  { connection, timeoutMs, readOnly }: LentConnection,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client(withPassword(connection, { connectionTimeoutMillis: timeoutMs }))
  // The running statement reports the error itself.
  client.on('error', () => undefined)
  try {
    await client.connect()
    if (!readOnly) return await work(client)
    await client.query('begin read only')
    const result = await work(client)
    await client.query('rollback')
    return result
  } finally {
    await client.end().catch(() => undefined)
  }
}
