/**
 * The meaning of filter operations in memory. Written from the specification: a criterion is true,
 * false, or undecided where the outcome depends on what a client cannot know: how the database
 * lower-cases a letter, its clock, or the zone of its days.
 */
import type { Member } from './catalog.js'
import type { Json } from './json.js'
import { compare, dayMs, type Kind, type Scalar, scalar } from './scalars.js'

export type Truth = boolean | undefined

/** A member of a filter with its operand. */
export interface Criterion {
  readonly member: Member & {
    readonly operation: string
    readonly target: NonNullable<Member['target']>
  }
  readonly operand: unknown
}

export interface Facts {
  /** Milliseconds. */
  readonly now: number
  readonly zone: string | undefined
}

const not = (truth: Truth): Truth => (truth === undefined ? undefined : !truth)

/** True if one is true; false only if all are false. */
const either = (...truths: readonly Truth[]): Truth =>
  truths.includes(true) ? true : truths.includes(undefined) ? undefined : false

const both = (...truths: readonly Truth[]): Truth => not(either(...truths.map(not)))

type Rule = (value: Scalar, operand: unknown, kind: Kind, facts: Facts) => Truth

// ---------- texts ----------

const asciiLower = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Databases agree on the lower case of ASCII, not on that of every other letter. */
const overText =
  (rule: (text: string, part: string) => boolean): Rule =>
  (value, operand) => {
    const [text, part] = [String(value), String(operand)]
    const narrow = rule(asciiLower(text), asciiLower(part))
    const wide = rule(text.toLowerCase(), part.toLowerCase())
    return narrow === wide ? narrow : undefined
  }

const contains = overText((text, part) => text.includes(part))

// ---------- ranges ----------

/** All values that a bound stands for: one, or those of a day. */
interface Span {
  readonly first: Scalar
  readonly last: Scalar
  /** Microseconds by which both ends may differ, because the zone of the day is unknown. */
  readonly tolerance: bigint
}

const hour = 3_600_000_000n
/** Zones are between 12 hours west and 14 hours east of UTC. */
const zoneTolerance = 15n * hour
/** Clocks of the service and of this process may differ. */
const clockTolerance = 600_000_000n

const isDay = (wire: unknown): wire is string => /^\d{4}-\d\d-\d\d$/.test(String(wire))

const daySpan = (day: string, kind: Kind, { zone }: Facts): Span => {
  const first = BigInt(Date.parse(day)) * 1000n
  const isExact = kind === 'localDateTime' || zone === 'UTC'
  const last = first + BigInt(dayMs) * 1000n - 1n
  return { first, last, tolerance: isExact ? 0n : zoneTolerance }
}

const spanOf = (wire: unknown, kind: Kind, facts: Facts): Span | undefined => {
  if (wire === null || wire === undefined) return undefined
  const isTimed = kind === 'instant' || kind === 'localDateTime'
  if (isTimed && isDay(wire)) return daySpan(wire, kind, facts)
  const value = scalar(kind, wire)
  return { first: value, last: value, tolerance: 0n }
}

const before = (value: Scalar, bound: Scalar, tolerance: bigint): Truth => {
  if (tolerance > 0n) {
    const distance = (value as bigint) - (bound as bigint)
    if (distance > -tolerance && distance < tolerance) return undefined
  }
  return compare(value, bound) < 0
}

const isBelow = (value: Scalar, { first, tolerance }: Span) => before(value, first, tolerance)
const isAbove = (value: Scalar, { last, tolerance }: Span): Truth =>
  tolerance === 0n ? compare(value, last) > 0 : not(before(value, last, tolerance))

interface Range {
  readonly from: Span | undefined
  readonly to: Span | undefined
}

const rangeOf = (operand: unknown, kind: Kind, facts: Facts): Range => {
  const [low, high] = Array.isArray(operand)
    ? operand
    : [(operand as Json)['from'], (operand as Json)['to']]
  const [from, to] = [spanOf(low, kind, facts), spanOf(high, kind, facts)]
  const isInverted = from && to && compare(from.first, to.last) > 0
  return isInverted ? { from: to, to: from } : { from, to }
}

const isOutside = (value: Scalar, { from, to }: Range): Truth =>
  either(from ? isBelow(value, from) : false, to ? isAbove(value, to) : false)

const overRange =
  (rule: (value: Scalar, range: Range) => Truth): Rule =>
  (value, operand, kind, facts) =>
    rule(value, rangeOf(operand, kind, facts))

// ---------- days from now ----------

const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

const fromNow =
  (lower: -1 | 0, upper: 0 | 1): Rule =>
  (value, operand, kind, { now }) => {
    const at = (sign: number): number => now + sign * Number(operand) * dayMs
    if (kind === 'date') {
      // The day of the service may be the next one already.
      const bounds = [lower, upper].map((sign) =>
        [-600_000, 600_000].map((ms) => utcDay(at(sign) + ms)),
      )
      if (bounds.flat().some((day) => day === value)) {
        return bounds.every(([first, last]) => first === last) ? true : undefined
      }
      return compare(value, bounds[0]![0]!) > 0 && compare(value, bounds[1]![1]!) < 0
    }
    const tolerance = kind === 'instant' ? clockTolerance : clockTolerance + zoneTolerance
    const [from, to] = [lower, upper].map((sign) => BigInt(Math.round(at(sign))) * 1000n)
    return both(not(before(value, from!, tolerance)), before(value, to!, tolerance))
  }

// ---------- operations ----------

const overValue =
  (rule: (order: number) => boolean): Rule =>
  (value, operand, kind) =>
    rule(compare(value, scalar(kind, operand)))

const isIn: Rule = (value, operand, kind) =>
  (operand as readonly unknown[]).some((item) => scalar(kind, item) === value)

const outside = overRange(isOutside)
const onDate: Rule = (value, operand, kind, facts) =>
  kind === 'date' ? value === operand : not(outside(value, [operand, operand], kind, facts))

/** The outcome for a value that is not null. */
const rules: Readonly<Record<string, Rule>> = {
  EQUAL: overValue((order) => order === 0),
  NOT_EQUAL: overValue((order) => order !== 0),
  LIKE: contains,
  NOT_LIKE: (...operands) => not(contains(...operands)),
  STARTS_WITH: overText((text, part) => text.startsWith(part)),
  ENDS_WITH: overText((text, part) => text.endsWith(part)),
  GREATER_THAN: overValue((order) => order > 0),
  GREATER_OR_EQUAL: overValue((order) => order >= 0),
  LESS_THAN: overValue((order) => order < 0),
  LESS_OR_EQUAL: overValue((order) => order <= 0),
  IN: isIn,
  NOT_IN: (...operands) => not(isIn(...operands)),
  BETWEEN: (...operands) => not(outside(...operands)),
  BETWEEN_EXCLUSIVE: overRange((value, { from, to }) =>
    both(from ? isAbove(value, from) : true, to ? isBelow(value, to) : true),
  ),
  NOT_BETWEEN: outside,
  OUTSIDE_RANGE: outside,
  IS_NULL: () => false,
  IS_NOT_NULL: () => true,
  IS_TRUE: (value) => value === true,
  IS_FALSE: (value) => value === false,
  ON_DATE: onDate,
  IN_LAST_DAYS: fromNow(-1, 0),
  IN_NEXT_DAYS: fromNow(0, 1),
  SIZE_EQ: overValue((order) => order === 0),
  SIZE_GT: overValue((order) => order > 0),
  SIZE_LT: overValue((order) => order < 0),
}

export const isKnownOperation = (operation: string): boolean => operation in rules

const isNullTest = (operation: string): boolean =>
  operation === 'IS_NULL' || operation === 'IS_NOT_NULL'

/** Null matches no operation but IS_NULL; IS_NULL and IS_NOT_NULL do nothing unless true. */
export const meets = (row: Json, { member, operand }: Criterion, facts: Facts): Truth => {
  const { operation, target } = member
  if (operand === null || (isNullTest(operation) && operand === false)) return true
  const wire = row[target.name]
  if (wire === null || wire === undefined) return operation === 'IS_NULL'
  return rules[operation]!(scalar(target.kind!, wire), operand, target.kind!, facts)
}
