/**
 * Ranges: four meanings made of two cuts, `x before the bound` and `x after the bound`. NULL never
 * matches. A bound that is missing leaves its half open.
 */
import { dayStart } from '../../sql/day-starts.js'
import { and, parameter, type Sql, sql } from '../../sql/sql.js'
import type { Applied, Bound, Clock, Meanings, Range } from './meaning.js'

type Cut = (target: Applied, bound: Bound, clock: Clock) => Sql

const cut = (operator: string, edge: 'first' | 'end'): Cut => {
  const compare = sql.raw(operator)
  return (target, bound, { zone }) => {
    const at = bound.day ? dayStart(bound[edge], zone) : parameter(bound[edge], target)
    return sql`${target.sql} ${compare} ${at}`
  }
}

/** A day ends before the first instant of the next, a value ends with itself. */
const byDay =
  (day: Cut, value: Cut): Cut =>
  (target, bound, clock) =>
    (bound.day ? day : value)(target, bound, clock)

const before = cut('<', 'first')
const notBefore = cut('>=', 'first')
const after = byDay(cut('>=', 'end'), cut('>', 'end'))
const notAfter = byDay(cut('<', 'end'), cut('<=', 'end'))

interface Cuts {
  readonly lower: Cut
  readonly upper: Cut
}

const cuts = (
  target: Applied,
  { from, to }: Range,
  clock: Clock,
  { lower, upper }: Cuts,
): readonly Sql[] => [
  ...(from ? [lower(target, from, clock)] : []),
  ...(to ? [upper(target, to, clock)] : []),
]

/** `(x < $1 or x > $2)` */
const outside = (target: Applied, range: Range, clock: Clock): Sql =>
  sql`(${sql.join(cuts(target, range, clock, { lower: before, upper: after }), sql` or `)})`

export const range: Meanings<'BETWEEN' | 'BETWEEN_EXCLUSIVE' | 'NOT_BETWEEN' | 'OUTSIDE_RANGE'> = {
  /** `x >= $1 and x <= $2`; with days `x >= start of $1 and x < start of the day after $2` */
  BETWEEN: (target, operand, clock) =>
    and(cuts(target, operand, clock, { lower: notBefore, upper: notAfter })),
  /** `x > $1 and x < $2`; with days both are left out. */
  BETWEEN_EXCLUSIVE: (target, operand, clock) =>
    and(cuts(target, operand, clock, { lower: after, upper: before })),
  /** The same set as OUTSIDE_RANGE: for a value that is not null, outside is not between. */
  NOT_BETWEEN: outside,
  OUTSIDE_RANGE: outside,
}
