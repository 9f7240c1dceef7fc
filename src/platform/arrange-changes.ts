/** Keeps the partitions of the table of changes: creates those of the next weeks, drops old. */

import { isLockTimeout, isPermissionDenied } from '../database/errors/errors.js'
import type { Row, SqlText } from '../foundation/execution/statement.js'

interface Runs {
  query(sql: SqlText): Promise<readonly Row[]>
}

/**
 * Every node may call it; one at a time does the work. Returns whether the role may: otherwise
 * changes go to the default partition, and none is dropped.
 */
export const arrangeChanges = async (
  database: Runs,
  schema: string,
  retentionDays: number,
): Promise<boolean> => {
  const text = `select ${schema}.arrange_changes($1::int)`
  try {
    await database.query({ text, values: [retentionDays] })
    return true
  } catch (error) {
    if (isPermissionDenied(error)) return false
    // A long transaction is in the way; until the next call, changes go to the default partition.
    if (isLockTimeout(error)) return true
    throw error
  }
}
