/** Comparisons with one value, and with a list of them. NULL never matches. */
import { listParameter, parameter, type Sql, sql } from '../../sql/sql.js'
import type { Applied, Meanings } from './meaning.js'

/** `x = $1::int8` */
const comparison =
  (operator: string) =>
  (target: Applied, operand: string): Sql =>
    sql`${target.sql} ${sql.raw(operator)} ${parameter(operand, target)}`

export const compare: Meanings<
  | 'EQUAL'
  | 'NOT_EQUAL'
  | 'GREATER_THAN'
  | 'GREATER_OR_EQUAL'
  | 'LESS_THAN'
  | 'LESS_OR_EQUAL'
  | 'IN'
  | 'NOT_IN'
  | 'SIZE_EQ'
  | 'SIZE_GT'
  | 'SIZE_LT'
> = {
  EQUAL: comparison('='),
  NOT_EQUAL: comparison('<>'),
  GREATER_THAN: comparison('>'),
  GREATER_OR_EQUAL: comparison('>='),
  LESS_THAN: comparison('<'),
  LESS_OR_EQUAL: comparison('<='),
  /** `x = any($1::int8[])`; an empty list matches nothing. */
  IN: (target, operand) => sql`${target.sql} = ${listParameter(operand, target)}`,
  /** `not (x = any($1::int8[]))`; an empty list matches every x that is not null. */
  NOT_IN: (target, operand) =>
    sql`(${target.sql} is not null and not (${target.sql} = ${listParameter(operand, target)}))`,
  SIZE_EQ: comparison('='),
  SIZE_GT: comparison('>'),
  SIZE_LT: comparison('<'),
}
