/** Null and truth: operations without an operand value. */
import { sql } from '../../sql/sql.js'
import type { Meaning } from './meaning.js'

/** A reference of several columns is null if one of them is. */
export const isNull: Meaning<'switch'> = (target, _operand, { isNull }) => {
  if (!isNull) return sql`${target.sql} is not null`
  return target.parts ? sql`not (${target.sql} is not null)` : sql`${target.sql} is null`
}

/** `= true`, not `is true`: the same set, and a plain index on the column serves it. */
export const isTrue: Meaning<'flag'> = (target, _operand, { isTrue }) =>
  isTrue ? sql`${target.sql} = true` : sql`${target.sql} = false`
