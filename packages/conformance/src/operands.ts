/** Chooses operands of filter members: values of rows, and edges that break filters. */
import type { Field, Member, Resource } from './catalog.js'
import { type Facts, isKnownOperation } from './criteria.js'
import type { Row } from './pages.js'
import type { Random } from './random.js'
import { compare, dayMs, isOrdered, type Kind, scalar } from './scalars.js'

/** A member whose criteria can be judged by the rows. */
export interface CriterionMember extends Member {
  readonly operation: string
  readonly target: Field & { readonly kind: Kind }
}

const ordering = new Set([
  ...['GREATER_THAN', 'GREATER_OR_EQUAL', 'LESS_THAN', 'LESS_OR_EQUAL'],
  ...['BETWEEN', 'BETWEEN_EXCLUSIVE', 'NOT_BETWEEN', 'OUTSIDE_RANGE'],
])

/** Why rows cannot judge a member; undefined if they can. */
export const obstacle = ({ operation, target, isSearch }: Member): string | undefined => {
  if (operation === undefined) return 'it is a group or an expression'
  if (isSearch) return 'the catalog does not say how it searches'
  if (!isKnownOperation(operation)) return `its operation ${operation} is unknown`
  if (!target) return 'no response field has the values that it compares'
  if (!target.kind) return `the response field '${target.name}' has no single value`
  if (ordering.has(operation) && !isOrdered(target.kind)) {
    return `the order of the texts of '${target.name}' is not published`
  }
  return undefined
}

export const judgedMembers = ({ members }: Pick<Resource, 'members'>): readonly CriterionMember[] =>
  members.filter((member): member is CriterionMember => obstacle(member) === undefined)

type Choose = (values: Values, random: Random, facts: Facts) => readonly unknown[]

/** Values of the rows that are not null; never empty. */
interface Values {
  readonly kind: Kind
  readonly all: readonly unknown[]
}

const swapCase = (text: string): string =>
  text.replace(/[a-zA-Z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )

const parts = (cut: (text: string, length: number, random: Random) => string): Choose => {
  return ({ all }, random) => {
    const texts = all.map(String).filter((text) => /[a-zA-Z]/.test(text))
    const text = texts.length > 0 ? random.pick(texts) : String(random.pick(all))
    const part = cut(text, Math.min(text.length, 1 + random.below(3)), random)
    // Half of a character would not be a text.
    const isWhole = part !== '' && !/[\uD800-\uDFFF]/.test(part)
    return isWhole ? [part, swapCase(part), '%', '_'] : ['%', '_']
  }
}

const single: Choose = ({ kind, all }, random) => {
  const value = random.pick(all)
  return kind === 'text' ? [value, swapCase(String(value))] : [value]
}

const two = ({ all }: Values, random: Random): readonly [unknown, unknown] => [
  random.pick(all),
  random.pick(all),
]

const listed: Choose = (values, random) => {
  const pair = two(values, random)
  return values.kind === 'text' ? [pair, [swapCase(String(pair[0]))]] : [pair, [pair[0]]]
}

const ranges: Choose = (values, random) => {
  const { kind } = values
  const [low, high] = [...two(values, random)].sort((a, b) =>
    compare(scalar(kind, a), scalar(kind, b)),
  )
  const days = kind === 'instant' ? [[String(low).slice(0, 10), String(high).slice(0, 10)]] : []
  return [[low, high], [high, low], [low, null], [null, high], { from: low, to: high }, ...days]
}

/** IS_NULL does nothing with false; IS_TRUE applies whatever its operand is. */
const flags: Choose = () => [true, false]

/** A number of days that reaches a value of the rows, and one that reaches none or all. */
const days =
  (sign: -1 | 1): Choose =>
  ({ all }, random, { now }) => {
    const distances = all.map((wire) =>
      Math.ceil((sign * (Date.parse(String(wire).slice(0, 10)) - now)) / dayMs),
    )
    const reached = distances.filter((distance) => distance > 0 && distance < 36_000)
    return reached.length > 0 ? [random.pick(reached), 1] : [1]
  }

const choices: Readonly<Record<string, Choose>> = {
  ...{ EQUAL: single, NOT_EQUAL: single, GREATER_THAN: single, GREATER_OR_EQUAL: single },
  ...{
    LESS_THAN: single,
    LESS_OR_EQUAL: single,
    SIZE_EQ: single,
    SIZE_GT: single,
    SIZE_LT: single,
  },
  LIKE: parts((text, length, random) => {
    const start = random.below(text.length - length + 1)
    return text.slice(start, start + length)
  }),
  STARTS_WITH: parts((text, length) => text.slice(0, length)),
  ENDS_WITH: parts((text, length) => text.slice(text.length - length)),
  ...{ IN: listed, NOT_IN: listed },
  ...{ BETWEEN: ranges, BETWEEN_EXCLUSIVE: ranges, NOT_BETWEEN: ranges, OUTSIDE_RANGE: ranges },
  ...{ IS_NULL: flags, IS_NOT_NULL: flags, IS_TRUE: flags, IS_FALSE: flags },
  ON_DATE: ({ all }, random) => [String(random.pick(all)).slice(0, 10)],
  ...{ IN_LAST_DAYS: days(-1), IN_NEXT_DAYS: days(1) },
}
const choicesByOperation: Readonly<Record<string, Choose>> = {
  ...choices,
  NOT_LIKE: choices['LIKE']!,
}

/** Services refuse long texts in filters. */
const maxTextLength = 200

/** Operations that need no value. */
const valueless = new Set(['IS_NULL', 'IS_NOT_NULL', 'IS_TRUE', 'IS_FALSE'])

/** Operands without duplicates; none if the rows have no value to choose from. */
export const operandsOf = (
  { operation, target }: CriterionMember,
  rows: readonly Row[],
  random: Random,
  facts: Facts,
): readonly unknown[] => {
  const all = rows
    .map((row) => row[target.name])
    .filter((value) => value !== null && String(value).length <= maxTextLength)
  if (all.length === 0 && !valueless.has(operation)) return []
  const operands = choicesByOperation[operation]!({ kind: target.kind, all }, random, facts)
  const byText = new Map(operands.map((operand) => [JSON.stringify(operand), operand]))
  return [...byText.values()]
}
