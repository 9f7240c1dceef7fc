/** Keeps the partitions of the table of changes: creates those of the next weeks, drops old. */
import type { Row, SqlText } from '../../foundation/statement.js'
import { isLockTimeout } from '../errors.js'

interface Runs {
  query(sql: SqlText): Promise<readonly Row[]>
}

/** Every node may call it; one at a time does the work. */
export const arrangeChanges = async (
  database: Runs,
  schema: string,
  retentionDays: number,
): Promise<void> => {
  const text = `select ${schema}.arrange_changes($1::int)`
  await database.query({ text, values: [retentionDays] }).catch((error: unknown) => {
    // A long transaction is in the way; until the next call, changes go to the default partition.
    if (!isLockTimeout(error)) throw error
  })
}
