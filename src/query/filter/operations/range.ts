/** Ranges, made of two cuts: `x before the bound` and `x after the bound`. NULL never matches. */
import type { DefinitionOf } from '../../../contract/filter/definition.js'
import { dayStartOf } from '../../sql/day-starts.js'
import { parameter, type Sql, sql } from '../../sql/sql.js'
import type { Applied, Bound, Clock, Meaning } from './meaning.js'

type Cut = (target: Applied, bound: Bound, clock: Clock) => Sql

const cut = (operator: string, edge: 'first' | 'end'): Cut => {
  const compare = sql.raw(operator)
  return (target, bound, { zone }) => {
    const at = bound.day ? dayStartOf(target, bound[edge], zone) : parameter(bound[edge], target)
    return sql`${target.sql} ${compare} ${at}`
  }
}

/** A day ends before the first instant of the next one; a value ends with itself. */
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
  readonly join: Sql
}

/** A missing bound leaves out its cut. */
const cuts: Readonly<Record<DefinitionOf<'range'>['keeps'], Cuts>> = {
  /** `x >= $1 and x <= $2`; with days `x >= start of $1 and x < start of the day after $2` */
  inside: { lower: notBefore, upper: notAfter, join: sql` and ` },
  /** `x > $1 and x < $2`; days that are bounds are excluded entirely. */
  between: { lower: after, upper: before, join: sql` and ` },
  /** `(x < $1 or x > $2)` */
  outside: { lower: before, upper: after, join: sql` or ` },
}

export const range: Meaning<'range'> = (target, { from, to }, { keeps }, clock) => {
  const { lower, upper, join } = cuts[keeps]
  const conditions = [
    ...(from ? [lower(target, from, clock)] : []),
    ...(to ? [upper(target, to, clock)] : []),
  ]
  const joined = sql.join(conditions, join)
  return keeps === 'outside' ? sql`(${joined})` : joined
}
