/** Null and truth: the operations that take no value. */
import { sql } from '../../sql/sql.js'
import type { Meanings } from './meaning.js'

export const presence: Meanings<'IS_NULL' | 'IS_NOT_NULL' | 'IS_TRUE' | 'IS_FALSE'> = {
  IS_NULL: (target) => sql`${target.sql} is null`,
  IS_NOT_NULL: (target) => sql`${target.sql} is not null`,
  /** `= true`, not `is true`: the same set, and a plain index on the column serves it. */
  IS_TRUE: (target) => sql`${target.sql} = true`,
  IS_FALSE: (target) => sql`${target.sql} = false`,
}
