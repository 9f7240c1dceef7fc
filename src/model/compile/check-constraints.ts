/** Checks that the declared constraints of a column are well-formed and can be satisfied. */
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import { compareDecimals, isDecimalText } from '../kinds/decimal.js'
import type { ValueType } from '../kinds/kind-definition.js'
import { kinds } from '../kinds/kinds.js'
import { createValueReader } from '../kinds/value-reader.js'

interface Constrained extends ValueType {
  readonly default?: unknown
  readonly primaryKey?: boolean
}

const isPattern = (pattern: string | undefined): boolean => {
  try {
    new RegExp(pattern ?? '', 'u')
    return true
  } catch {
    return false
  }
}

type Limit = ValueType['minimum']

const isLimit = ({ kind }: ValueType, limit: Limit): boolean =>
  limit === undefined || (limitForms[kind] ?? integerLimit).fits(limit)

/** What the limits of a column type look like, and how they compare. */
interface LimitForm {
  readonly fits: (limit: Limit) => boolean
  /** Completes "minimum x is not …". */
  readonly accepts: string
  readonly compare: (a: Limit, b: Limit) => number
}

const compareNumbers = (a: Limit, b: Limit): number => Number(a) - Number(b)
const integerLimit: LimitForm = {
  fits: Number.isSafeInteger,
  accepts: 'an integer within ±(2^53 − 1)',
  compare: compareNumbers,
}
const limitForms: Partial<Record<ValueType['kind'], LimitForm>> = {
  decimal: {
    fits: isDecimalText,
    accepts: "a decimal; write it as text with digits only, such as '1000' or '-0.5'",
    compare: (a, b) => compareDecimals(String(a), String(b)),
  },
  float: { fits: Number.isFinite, accepts: 'a finite number', compare: compareNumbers },
}

const isCount = (value: number | undefined): boolean =>
  value === undefined || (Number.isInteger(value) && value >= 0)

/** PostgreSQL keeps times to the microsecond. */
const maxFractionDigits = 6
/** Of `numeric(p, s)` in PostgreSQL. */
const maxPrecision = 1_000

const isPrecision = (column: ValueType): boolean => {
  const { kind, precision = 1, scale = 0 } = column
  if (!isCount(precision) || !isCount(scale)) return false
  if (kind === 'decimal' && (column.precision === undefined) !== (column.scale === undefined)) {
    return false
  }
  return kinds[kind].hasSeconds
    ? precision <= maxFractionDigits
    : precision >= 1 && precision <= maxPrecision && scale <= precision
}

/** Conditions on the constraints of a column, each with the message if it does not hold. */
const rules: readonly (readonly [
  holds: (column: Constrained) => boolean,
  message: (column: Constrained) => string,
])[] = [
  [
    ({ primaryKey, specialValues }) => !(primaryKey && specialValues),
    () => 'A key cannot have specialValues: no id could name its record',
  ],
  [
    ({ minLength = 0, maxLength = minLength }) => !(minLength > maxLength),
    () => 'minLength is greater than maxLength',
  ],
  [
    ({ minLength, maxLength }) => isCount(minLength) && isCount(maxLength) && maxLength !== 0,
    () => 'Lengths must be integers, and maxLength at least 1',
  ],
  [({ pattern }) => isPattern(pattern), () => 'pattern is not a regular expression'],
  [(column) => isLimit(column, column.minimum), (column) => limitMessage(column, 'minimum')],
  [(column) => isLimit(column, column.maximum), (column) => limitMessage(column, 'maximum')],
  [(column) => isOrdered(column), () => 'minimum is greater than maximum'],
  [
    (column) => isPrecision(column),
    ({ kind }) =>
      kinds[kind].hasSeconds
        ? `precision must be a number of fractional digits of a second, 0 to ${maxFractionDigits}`
        : 'scale must be between 0 and precision, and both or neither must be declared',
  ],
  [
    ({ values }) =>
      values === undefined || (values.length > 0 && new Set(values).size === values.length),
    () => 'An enum needs at least one value, and no value twice',
  ],
  [
    ({ numbers }) => numbers === undefined || numbers.every(Number.isSafeInteger),
    () => 'The numbers of an enum must be integers within ±(2^53 − 1)',
  ],
  [
    ({ minItems, maxItems }) => isCount(minItems) && isCount(maxItems) && maxItems !== 0,
    () => 'Numbers of items must be integers, and maxItems at least 1',
  ],
  [
    ({ minItems = 0, maxItems = minItems }) => !(minItems > maxItems),
    () => 'minItems is greater than maxItems',
  ],
]

const isOrdered = (column: ValueType): boolean => {
  const { minimum, maximum } = column
  if (minimum === undefined || maximum === undefined) return true
  if (!isLimit(column, minimum) || !isLimit(column, maximum)) return true
  return (limitForms[column.kind] ?? integerLimit).compare(minimum, maximum) <= 0
}

const limitMessage = (column: ValueType, name: 'minimum' | 'maximum'): string => {
  const limit = column.kind === 'decimal' ? `'${column[name]}'` : column[name]
  return `${name} ${limit} is not ${(limitForms[column.kind] ?? integerLimit).accepts}`
}

export const checkConstraints = (
  column: Constrained,
  path: string,
  diagnostics: Diagnostics,
): void => {
  const broken = rules.filter(([holds]) => !holds(column))
  for (const [, message] of broken) {
    diagnostics.error('CONSTRAINT_INVALID', path, `${message(column)}.`)
  }
  if (column.item) checkConstraints(column.item, `${path}.item`, diagnostics)
  if (broken.length > 0 || column.default === undefined) return
  const reading = createValueReader(usableConstraints(column)).read(column.default, 'UTC')
  if ('fault' in reading) {
    diagnostics.error('CONSTRAINT_INVALID', path, `The default does not fit: it ${reading.fault}.`)
  }
}

/** The column without malformed constraints, so that a validator can be built and checks go on. */
export const usableConstraints = <T extends ValueType>(column: T): T => {
  const { pattern, minimum, maximum, precision, scale, item, ...rest } = column
  const isSized = isPrecision(column)
  return {
    ...rest,
    ...(precision !== undefined && isSized ? { precision } : {}),
    ...(scale !== undefined && isSized ? { scale } : {}),
    ...(item ? { item: usableConstraints(item) } : {}),
    ...(pattern !== undefined && isPattern(pattern) ? { pattern } : {}),
    ...(minimum !== undefined && isLimit(column, minimum) ? { minimum } : {}),
    ...(maximum !== undefined && isLimit(column, maximum) ? { maximum } : {}),
  } as T
}
