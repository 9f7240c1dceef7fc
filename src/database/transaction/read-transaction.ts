/** Reads on a lent connection, with settings of their own. */
import type pg from 'pg'

/** The end undoes the settings of the work. A transaction of the caller goes on. */
const transactions = {
  own: { begin: 'begin read only', end: 'rollback' },
  part: { begin: 'savepoint reading', end: 'rollback to reading; release reading' },
} as const

/**
 * Runs work that reads, in one round trip on a lent connection: the work sends all its statements
 * at once. Its settings are those of a transaction, because the session that a pooler lends belongs
 * to others as well.
 *
 * @param settings the statement that sets them: `set local statement_timeout = 2000`
 */
export const readWith = async <T>(
  client: pg.ClientBase,
  settings: string,
  work: () => Promise<T>,
): Promise<T> => {
  const { begin, end } = transactions[client.getTransactionStatus() === 'T' ? 'part' : 'own']
  const begun = client.query(`${begin}; ${settings}`)
  const worked = work()
  // Without a connection the work reports why.
  const ended = client.query(end).catch(() => undefined)
  try {
    const [, result] = await Promise.all([begun, worked])
    return result
  } finally {
    await ended
  }
}
