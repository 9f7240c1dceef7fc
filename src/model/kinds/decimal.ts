/** Exact decimals: compared and limited as text, because a JSON number would round them. */

import { valueFault } from '../../foundation/errors/value-faults.js'
import { valueForm } from '../../foundation/errors/value-forms.js'
import { defined } from '../../foundation/json/defined.js'
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import type { Phrase } from '../../foundation/text/placeholders.js'
import {
  maxDecimalLength,
  withoutNegativeZero,
  withoutTrailingZeros,
  writeOutExponent,
} from './decimal-text.js'
import type { KindDefinition, ValueType } from './kind-definition.js'

const decimalPattern = '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$'

/** Digits alone: `-12.50`, not `1e3`. */
export const isDecimalText = (value: unknown): boolean =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)

/** `12.50` as an integer of its digits; exponents are written out before. */
const scaled = (text: string, scale: number): bigint => {
  const negative = text.startsWith('-')
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const digits = BigInt(whole + fraction.padEnd(scale, '0'))
  return negative ? -digits : digits
}

/** Compares two decimal texts, exactly at any length. */
export const compareDecimals = (a: string, b: string): number => {
  // Numbers of so few digits differ where the texts do.
  if (a.length <= safeDigits && b.length <= safeDigits) return Number(a) - Number(b)
  const scale = Math.max(a.split('.')[1]?.length ?? 0, b.split('.')[1]?.length ?? 0)
  const difference = scaled(a, scale) - scaled(b, scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

const decimalText = (value: unknown): string => writeOutExponent(String(value))

const normalizeDecimal = (value: unknown): unknown =>
  typeof value === 'string' ? withoutNegativeZero(writeOutExponent(value)) : value

/** A decimal is sent as a JSON number if that keeps every stored digit. */
export const isJsonNumber = ({ precision = Infinity }: ValueType): boolean =>
  precision <= safeDigits

/** Digits of a JSON number that every parser keeps. Requests with more digits must send text. */
const safeDigits = 15

/**
 * The number closest to a limit, on its inner side, with no more digits than a JSON number keeps:
 * the limit itself might be rounded to a number beyond it.
 */
const numberWithin = (limit: string, side: 'minimum' | 'maximum'): number => {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)0*(\d*)\.?(\d*)$/.exec(limit)!
  const digits = whole + fraction
  const first = digits.search(/[1-9]/)
  const kept = first < 0 ? digits : digits.slice(0, first + safeDigits)
  const isCut = /[1-9]/.test(digits.slice(kept.length))
  // Cutting digits moves towards zero, which is beyond a positive minimum and a negative maximum.
  const isBeyond = isCut && (side === 'minimum') === (sign === '')
  const units = BigInt(kept === '' ? '0' : kept) + (isBeyond ? 1n : 0n)
  return Number(`${sign}${units}e${whole.length - kept.length}`)
}

const limitNumber = (limit: ValueType['minimum'], side: 'minimum' | 'maximum') =>
  limit === undefined ? undefined : numberWithin(String(limit), side)

/** The largest number of a precision and scale, as text. */
const largestOf = (precision: number, scale: number): string =>
  `${'9'.repeat(precision - scale) || '0'}.${'9'.repeat(scale)}`

/** The limits of a decimal, as a pattern for text and as bounds for numbers. */
const decimalLimits = ({ precision, scale = 0, minimum, maximum }: ValueType): JsonSchema => {
  const whole = precision === undefined ? undefined : precision - scale
  const largest = precision === undefined ? undefined : largestOf(precision, scale)
  const sign = minimum !== undefined && Number(minimum) >= 0 ? '' : '-?'
  const digits =
    whole === undefined ? '(0|[1-9][0-9]*)' : whole < 2 ? '[0-9]' : `(0|[1-9][0-9]{0,${whole - 1}})`
  return defined({
    pattern: `^${sign}${whole === 0 ? '0' : digits}(\\.[0-9]+)?$`,
    minimum: limitNumber(minimum ?? (largest && `-${largest}`), 'minimum'),
    maximum: limitNumber(maximum ?? largest, 'maximum'),
  })
}

const decimalFault = (value: unknown, type: ValueType): Phrase | undefined => {
  const text = decimalText(value)
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const { precision = 0, scale = 0 } = type
  const isBounded = type.precision !== undefined
  if (isBounded && fraction.replace(/0+$/, '').length > scale) {
    return valueFault('tooManyDecimals', { limit: scale })
  }
  if (isBounded && whole.replace(/^0+/, '').length > precision - scale) {
    return valueFault('tooManyIntegerDigits', { limit: precision - scale })
  }
  if (text.length > maxDecimalLength) {
    return valueFault('decimalTooLong', { limit: maxDecimalLength })
  }
  if (type.minimum !== undefined && compareDecimals(text, String(type.minimum)) < 0) {
    return valueFault('tooSmall', { minimum: type.minimum })
  }
  if (type.maximum !== undefined && compareDecimals(text, String(type.maximum)) > 0) {
    return valueFault('tooLarge', { maximum: type.maximum })
  }
  return undefined
}

export const decimal: KindDefinition = {
  axis: 'fractional',
  hasSpecialValues: true,
  databaseTypes: { numeric: 'numeric' },
  cast: 'numeric',
  schema: (type) =>
    isJsonNumber(type)
      ? defined({
          type: 'number',
          minimum: limitNumber(type.minimum, 'minimum'),
          maximum: limitNumber(type.maximum, 'maximum'),
        })
      : { type: 'string', pattern: decimalPattern },
  requestSchema: (type) => ({ type: ['number', 'string'], ...decimalLimits(type) }),
  normalize: normalizeDecimal,
  fault: decimalFault,
  toParameter: decimalText,
  accepts: () => valueForm('decimal'),
  /** JSON has neither `NaN` nor infinity. */
  printer: (type) => {
    const isNumber = isJsonNumber(type)
    return (text) => {
      if (!/^-?\d/.test(text)) return 'null'
      return isNumber ? text : `"${text}"`
    }
  },
  compare: compareDecimals,
  canonical: withoutTrailingZeros,
}
