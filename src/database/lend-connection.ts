/** A connection for administration: migrations, the check of the contracts, seeds. */
import pg from 'pg'
import type { Row, SqlText } from '../foundation/statement.js'
import { withPassword } from './interruption.js'
import { textOnly } from './run-statements.js'

export interface LentConnection {
  readonly connection: pg.ClientConfig
  /** PostgreSQL refuses to write. */
  readonly readOnly: boolean
}

/** No request waits for it, so a start on a busy machine has more time than one. */
const connectTimeoutMs = 10_000

/**
 * Closed after the work, so that what the work set on it (locks, settings) does not reach a
 * request.
 */
export const lendConnection = async <T>(
  { connection, readOnly }: LentConnection,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> => {
  const timeout = { connectionTimeoutMillis: connectTimeoutMs }
  const client = new pg.Client(withPassword(connection, timeout))
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

/** Runs statements of the service on a lent connection, whose time limits are its own. */
export const onLent = (client: pg.ClientBase) => ({
  query: async ({ text, values }: SqlText): Promise<readonly Row[]> => {
    const config = { rowMode: 'array' as const, types: textOnly as never }
    const { rows } = await client.query<string[]>({ text, values: [...values], ...config })
    return rows
  },
})
