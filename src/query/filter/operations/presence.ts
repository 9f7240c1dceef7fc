/** Null and truth: operations without an operand value. */
import { sql } from '../../sql/sql.js'
import { isJsonNull } from '../../sql/wire-text.js'
import type { Meaning } from './meaning.js'

/**
 * A reference of several columns is null if one of them is. The null of JSON is null, as records
 * show it.
 */
export const isNull: Meaning<'switch'> = (target, _operand, { isNull }) => {
  if (target.kind === 'json') {
    const isEither = sql`(${target.sql} is null or ${isJsonNull(target.sql, target)})`
    return isNull ? isEither : sql`not ${isEither}`
  }
  if (!isNull) return sql`${target.sql} is not null`
  return target.parts ? sql`not (${target.sql} is not null)` : sql`${target.sql} is null`
}

/** `= true`, not `is true`: the same set, and a plain index on the column serves it. */
export const isTrue: Meaning<'flag'> = (target, _operand, { isTrue }) =>
  isTrue ? sql`${target.sql} = true` : sql`${target.sql} = false`
