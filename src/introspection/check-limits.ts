/** Turns conditions on one column into the limits that a contract declares for its values. */
import type { CatalogColumn, CatalogDomainCheck } from '../database/catalog/catalog.js'
import { defined } from '../foundation/json/defined.js'
import { withoutPadding } from '../foundation/text/padding.js'
import { compareDecimals, isDecimalText } from '../model/kinds/decimal.js'
import { integerRanges } from '../model/kinds/kinds.js'
import { conjuncts, type Expression, readCheck } from './check-expression.js'

export interface Limits {
  /** Minimum and maximum are decimal texts, and inclusive. */
  readonly minimum?: string
  readonly maximum?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  /** The only allowed values. */
  readonly values?: readonly string[]
}

/** What the CHECK constraints of a column mean. */
export interface ColumnChecks {
  readonly limits: Limits
  /** Constraints that limits do not express completely. */
  readonly rest: readonly CatalogDomainCheck[]
}

/** @param name of the value in the conditions: that of the column, or `VALUE` in a domain */
export const columnChecks = (
  column: CatalogColumn,
  name: string,
  checks: readonly CatalogDomainCheck[],
): ColumnChecks => {
  let limits: Limits = {}
  const rest = checks.filter(({ definition }) => {
    const expression = readCheck(definition)
    if (!expression) return true
    const all = conjuncts(expression).flatMap((each) => conjuncts(withoutNull(each, name)))
    const merged = all.map((condition) => {
      const found = limitsOf(condition, column, name)
      const both = found && tightest(limits, found)
      limits = both ?? limits
      return both
    })
    return merged.includes(undefined)
  })
  return { limits, rest }
}

export const domainLimits = (column: CatalogColumn): Limits =>
  columnChecks(column, 'VALUE', column.domain?.checks ?? []).limits

/** Null fulfils every condition, so `x IS NULL OR x > 0` is `x > 0`. */
const withoutNull = (condition: Expression, name: string): Expression => {
  if (condition.is !== 'or') return condition
  const parts = condition.parts.filter(
    (part) => !(part.is === 'null' && part.of.is === 'column' && part.of.name === name),
  )
  return parts.length === 1 ? parts[0]! : { is: 'or', parts }
}

/** The operator with its sides exchanged: `0 < x` is `x > 0`. */
export const exchanged: Readonly<Record<string, string>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '=': '=',
  '<>': '<>',
}

/** Returns undefined if limits cannot express the condition completely. */
const limitsOf = (
  condition: Expression,
  column: CatalogColumn,
  name: string,
): Limits | undefined => {
  if (condition.is === 'notNull') return column.notNull ? {} : undefined
  if (condition.is === 'or') return joinedValues(condition.parts, column, name)
  if (condition.is !== 'comparison') return undefined
  const { operator, left, right } = condition
  if (left.is === 'literal' && exchanged[operator] !== undefined) {
    const turned = { ...condition, operator: exchanged[operator], left: right, right: left }
    return limitsOf(turned, column, name)
  }
  const literals = right.is === 'list' ? right.items : [right]
  if (!literals.every((each) => each.is === 'literal')) return undefined
  const texts = literals.map((each) => each.text)
  const [first = ''] = texts
  if (isLengthOf(left, name)) return lengthLimits(operator, first)
  if (left.is !== 'column' || left.name !== name) return undefined
  if (texts.length > 0 && (operator === '= ANY' || operator === '=')) return values(column, texts)
  return isText(column) ? textLimits(operator, first) : numberLimits(column, operator, first)
}

/** `x = 'a' OR x = 'b'` */
const joinedValues = (
  parts: readonly Expression[],
  column: CatalogColumn,
  name: string,
): Limits | undefined => {
  const lists = parts.map((part) => limitsOf(part, column, name)?.values)
  return lists.every((list) => list !== undefined) ? values(column, lists.flat()) : undefined
}

/** An enum does not fit `citext`, which ignores case. In a `char(n)`, blanks fill up the texts. */
const values = ({ type }: CatalogColumn, texts: readonly string[]): Limits | undefined => {
  if (type === 'character') return { values: [...new Set(texts.map(withoutPadding))] }
  return type === 'text' || type === 'character varying'
    ? { values: [...new Set(texts)] }
    : undefined
}

const isText = ({ type }: CatalogColumn): boolean =>
  /^(text|character varying|character|citext)$/.test(type)

const isLengthOf = (expression: Expression, name: string): boolean => {
  if (expression.is !== 'call' || !/^(length|char_length|character_length)$/.test(expression.name))
    return false
  const [argument] = expression.args
  return argument?.is === 'column' && argument.name === name
}

const lengthLimits = (operator: string, literal: string): Limits | undefined => {
  if (!/^\d{1,9}$/.test(literal)) return undefined
  const length = Number(literal)
  const limits: Readonly<Record<string, Limits>> = {
    '>=': { minLength: length },
    '>': { minLength: length + 1 },
    '<=': { maxLength: length },
    '<': { maxLength: length - 1 },
    '=': { minLength: length, maxLength: length },
    '<>': length === 0 ? { minLength: 1 } : {},
  }
  const found = limits[operator]
  const isEmpty = found === undefined || Object.keys(found).length === 0
  return isEmpty || (found.maxLength ?? 1) < 1 ? undefined : found
}

/**
 * Regular expressions that mean the same in PostgreSQL and in JavaScript: without classes of their
 * own, `.` outside of brackets, and backreferences.
 */
const portable =
  /^(?:[\p{L}\p{N} _@#%&=,;:<>!"'`~/-]|\\[.*+?^$()[\]{}|\\/-]|\[\^?(?:[\p{L}\p{N} _@#%&=,;:<>!"'`~/.+*?()-])+\]|[*+?^$()|]|\{\d+(?:,\d*)?\})*$/u

const textLimits = (operator: string, literal: string): Limits | undefined => {
  if (operator === '<>') return literal === '' ? { minLength: 1 } : undefined
  if (operator !== '~' || !portable.test(literal)) return undefined
  try {
    new RegExp(literal, 'u')
    return { pattern: literal }
  } catch {
    return undefined
  }
}

const numberLimits = (
  { type, scale }: CatalogColumn,
  operator: string,
  literal: string,
): Limits | undefined => {
  const digits = numberTypes[type]?.(scale)
  if (!digits || !isDecimalText(literal)) return undefined
  const fraction = literal.split('.')[1]?.length ?? 0
  const range = integerRanges[type]
  const isOutside = range && (Number(literal) < range.minimum || Number(literal) > range.maximum)
  if (isOutside || fraction > digits.fraction) return undefined
  const isStrict = operator === '>' || operator === '<'
  if (isStrict && digits.fraction === Infinity) return undefined
  const limit = isStrict
    ? neighbour(literal, digits.fraction, operator === '>' ? 1n : -1n)
    : literal
  if (operator === '>' || operator === '>=') return { minimum: limit }
  return operator === '<' || operator === '<=' ? { maximum: limit } : undefined
}

/** Digits behind the point; the limits of a bigint cannot be declared. */
const numberTypes: Readonly<
  Record<string, (scale: number | undefined) => { readonly fraction: number }>
> = {
  smallint: () => ({ fraction: 0 }),
  integer: () => ({ fraction: 0 }),
  numeric: (scale = Infinity) => ({ fraction: scale }),
  real: () => ({ fraction: Infinity }),
  'double precision': () => ({ fraction: Infinity }),
}

/** The next decimal with this number of digits behind the point. */
const neighbour = (text: string, fraction: number, step: bigint): string => {
  const [whole = '', decimals = ''] = text.replace('-', '').split('.')
  const units = BigInt(whole + decimals.padEnd(fraction, '0')) * (text.startsWith('-') ? -1n : 1n)
  const next = units + step
  const digits = String(next < 0n ? -next : next).padStart(fraction + 1, '0')
  const point = digits.length - fraction
  const sign = next < 0n ? '-' : ''
  return `${sign}${digits.slice(0, point)}${fraction === 0 ? '' : `.${digits.slice(point)}`}`
}

/** Limits that allow what both allow; undefined if a contract cannot express them. */
export const tightest = (first: Limits, other: Limits): Limits | undefined => {
  const listed =
    first.values && other.values
      ? first.values.filter((value) => other.values!.includes(value))
      : (first.values ?? other.values)
  const hasTwoPatterns = first.pattern !== undefined && other.pattern !== undefined
  if (hasTwoPatterns || listed?.length === 0) return undefined
  return defined({
    minimum: extreme([first.minimum, other.minimum], (a, b) => compareDecimals(b, a)),
    maximum: extreme([first.maximum, other.maximum], compareDecimals),
    minLength: extreme([first.minLength, other.minLength], (a, b) => b - a),
    maxLength: extreme([first.maxLength, other.maxLength], (a, b) => a - b),
    pattern: first.pattern ?? other.pattern,
    values: listed,
  })
}

const extreme = <T>(limits: readonly (T | undefined)[], compare: (a: T, b: T) => number) =>
  limits.filter((limit) => limit !== undefined).sort(compare)[0]

/** Whether a value, as a literal has it, is within the limits. */
export const allows = (
  { minimum, maximum, minLength = 0, maxLength = Infinity, pattern = '', values: listed }: Limits,
  text: string,
): boolean => {
  const length = [...text].length
  return (
    (listed?.includes(text) ?? true) &&
    (minimum === undefined || compareDecimals(text, minimum) >= 0) &&
    (maximum === undefined || compareDecimals(text, maximum) <= 0) &&
    length >= minLength &&
    length <= maxLength &&
    new RegExp(pattern, 'u').test(text)
  )
}
