/**
 * Ranges: four meanings made of two cuts, `x before the bound` and `x after the bound`. NULL never
 * matches. A bound that is missing leaves its half open.
 */
import { and, parameter, type Sql, sql } from '../sql.js'
import type { Applied, Bound, Meanings, Range } from './meaning.js'

type Cut = (target: Applied, bound: Bound) => Sql

const cut = (operator: string, edge: 'first' | 'end'): Cut => {
  const compare = sql.raw(operator)
  return (target, bound) => sql`${target.sql} ${compare} ${parameter(bound[edge], target)}`
}

/** A day ends before the first instant of the next, a value ends with itself. */
const byDay =
  (day: Cut, value: Cut): Cut =>
  (target, bound) =>
    (bound.day ? day : value)(target, bound)

const before = cut('<', 'first')
const notBefore = cut('>=', 'first')
const after = byDay(cut('>=', 'end'), cut('>', 'end'))
const notAfter = byDay(cut('<', 'end'), cut('<=', 'end'))

const cuts = (target: Applied, { from, to }: Range, lower: Cut, upper: Cut): readonly Sql[] => [
  ...(from ? [lower(target, from)] : []),
  ...(to ? [upper(target, to)] : []),
]

/** `(x < $1 or x > $2)` */
const outside = (target: Applied, range: Range): Sql =>
  sql`(${sql.join(cuts(target, range, before, after), sql` or `)})`

export const range: Meanings<'BETWEEN' | 'BETWEEN_EXCLUSIVE' | 'NOT_BETWEEN' | 'OUTSIDE_RANGE'> = {
  /** `x >= $1 and x <= $2`; with days `x >= start of $1 and x < start of the day after $2` */
  BETWEEN: (target, operand) => and(cuts(target, operand, notBefore, notAfter)),
  /** `x > $1 and x < $2`; with days both are left out. */
  BETWEEN_EXCLUSIVE: (target, operand) => and(cuts(target, operand, after, before)),
  /** The same set as OUTSIDE_RANGE: for a value that is not null, outside is not between. */
  NOT_BETWEEN: outside,
  OUTSIDE_RANGE: outside,
}
