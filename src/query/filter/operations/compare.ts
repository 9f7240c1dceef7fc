/** Comparisons with one value, and with a list of them. NULL never matches. */
import { isOneOf, parameter, sql } from '../../sql/sql.js'
import type { Meaning } from './meaning.js'

/** `x = $1::int8` */
export const compare: Meaning<'value' | 'size'> = (target, operand, { comparison }) =>
  sql`${target.sql} ${sql.raw(comparison)} ${parameter(operand, target)}`

/**
 * `x = any($1::int8[])`; an empty list matches nothing. Negated, it matches every x that is not
 * null: `not (x = any($1))` alone would also keep null.
 */
export const isAmong: Meaning<'list'> = (target, operand, { negated }) => {
  const found = isOneOf(target.sql, operand, target)
  return negated ? sql`(${target.sql} is not null and not (${found}))` : found
}
