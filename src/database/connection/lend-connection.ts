/** A connection for administration: migrations, the check of the contracts, seeds. */
import pg from 'pg'
import type { Row, SqlText } from '../../foundation/execution/statement.js'
import { withPassword } from './interruption.js'
import type { OpenedConnection } from './opened-connection.js'
import { textOnly } from './run-statements.js'

export interface LentConnection {
  readonly connection: pg.ClientConfig
  /** PostgreSQL refuses to write. */
  readonly readOnly: boolean
  /**
   * Whether statements are sent without waiting for those before, which makes one round trip of
   * several. Cursors do not work then. Default true.
   */
  readonly pipelines?: boolean
  /** Taken if it is there, and if the work pipelines. */
  readonly opened?: OpenedConnection | undefined
}

/** No request waits for it, so a start on a busy machine has more time than one. */
const connectTimeoutMs = 10_000

/**
 * Closed after the work, so that what the work set on it (locks, settings) does not reach a
 * request.
 */
export const lendConnection = async <T>(
  { connection, readOnly, pipelines = true, opened }: LentConnection,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> => {
  const client = (pipelines && opened?.take()) || (await connect(connection, pipelines))
  try {
    if (!readOnly) return await work(client)
    await client.query('begin read only')
    const result = await work(client)
    await client.query('rollback')
    return result
  } finally {
    await client.end().catch(() => undefined)
  }
}

const connect = async (connection: pg.ClientConfig, pipeline: boolean): Promise<pg.Client> => {
  const more = { connectionTimeoutMillis: connectTimeoutMs, pipeline }
  const client = new pg.Client(withPassword(connection, more))
  // The running statement reports the error itself.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
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
