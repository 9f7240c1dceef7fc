/**
 * Text search. Both sides go through the database's own `lower()`, under the same collation, so that
 * É finds é as the database understands it. `%`, `_` and `\` of the value are ordinary characters.
 */

import { type Sql, sql } from '../../sql/sql.js'
import { wireTextSql } from '../../sql/wire-text.js'
import type { Applied, Meanings } from './meaning.js'

const escapeLike = (value: string): string => value.replace(/[\\%_]/g, '\\$&')

/** `lower(x) like lower($1::text)` */
const matches =
  (pattern: (escaped: string) => string, operator: 'like' | 'not like' = 'like') =>
  (target: Applied, operand: string): Sql => {
    const collate =
      target.collation === undefined ? sql`` : sql` collate ${sql.id(target.collation)}`
    const sought = pattern(escapeLike(operand))
    // The label of an option may be of any kind.
    const value = wireTextSql(target.sql, target)
    return sql`lower(${value}${collate}) ${sql.raw(operator)} lower(${sought}::text${collate})`
  }

export const text: Meanings<'LIKE' | 'NOT_LIKE' | 'STARTS_WITH' | 'ENDS_WITH'> = {
  LIKE: matches((value) => `%${value}%`),
  NOT_LIKE: matches((value) => `%${value}%`, 'not like'),
  STARTS_WITH: matches((value) => `${value}%`),
  ENDS_WITH: matches((value) => `%${value}`),
}
