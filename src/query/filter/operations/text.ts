/**
 * Text search. Both sides pass through PostgreSQL's `lower()` under the same collation, so that É
 * matches é where the collation says so. `%`, `_` and `\` in the operand are ordinary characters.
 * NULL never matches.
 */

import { type Sql, sql } from '../../sql/sql.js'
import { wireTextSql } from '../../sql/wire-text.js'
import type { Applied, Meaning } from './meaning.js'

const escapeLike = (value: string): string => value.replace(/[\\%_]/g, '\\$&')

const patterns = {
  anywhere: (escaped: string) => `%${escaped}%`,
  start: (escaped: string) => `${escaped}%`,
  end: (escaped: string) => `%${escaped}`,
}

/** `lower(x) like lower($1::text)` */
export const text: Meaning<'text'> = (target, operand, { place, negated }) =>
  like(target, patterns[place](escapeLike(operand)), negated ? 'not like' : 'like')

/** Means LIKE. */
export const contains = (target: Applied, search: string): Sql =>
  like(target, patterns.anywhere(escapeLike(search)), 'like')

const like = (target: Applied, pattern: string, operator: 'like' | 'not like'): Sql => {
  const collate = target.collation === undefined ? sql`` : sql` collate ${sql.id(target.collation)}`
  // The label of an option may have any column type.
  const value = wireTextSql(target.sql, target)
  return sql`lower(${value}${collate}) ${sql.raw(operator)} lower(${pattern}::text${collate})`
}
