/** Reads and prints the numbers that users type, without losing a digit. */
import { Unreadable } from './unreadable.js'

/** Number of digits that JavaScript always keeps. Longer numbers are sent as text. */
const safeDigits = 15

/** Returns the separators of decimals and thousands in a language. */
const separatorsOf = (language: string): { decimal: string; group: string } => {
  const parts = new Intl.NumberFormat(language, { useGrouping: true }).formatToParts(1234567.5)
  const find = (type: string) => parts.find((part) => part.type === type)?.value
  return { decimal: find('decimal') ?? '.', group: find('group') ?? ',' }
}

const plain = /^[-+]?(\d+\.?\d*|\.\d+)$/

/**
 * A JSON number of up to 15 digits, otherwise decimal text; null for a blank text. Takes the
 * decimal separator of the language, and a point where it cannot mean thousands.
 */
export const readNumber = (text: string, language: string): number | string | null | Unreadable => {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const digits = plainDigits(trimmed.replace(/[−–]/g, '-'), language)
  return digits === undefined ? new Unreadable(text) : toWire(canonical(digits))
}

const plainDigits = (text: string, language: string): string | undefined => {
  const { decimal, group } = separatorsOf(language)
  const compact = text.replace(/[\s\u00a0\u202f'’]/g, '')
  if (isGrouped(compact, group, decimal)) {
    return valid(compact.split(group).join('').replace(decimal, '.'))
  }
  return valid(decimal === '.' ? compact : compact.replace(decimal, '.'))
}

const valid = (digits: string): string | undefined => (plain.test(digits) ? digits : undefined)

/** Returns true for `1,234` and `1,234,567.5`, and false for `1,5`. */
const isGrouped = (text: string, group: string, decimal: string): boolean => {
  const [integer = '', ...fractions] = text.split(decimal)
  const [first = '', ...groups] = integer.replace(/^[-+]/, '').split(group)
  return (
    fractions.length <= 1 &&
    groups.length > 0 &&
    /^\d{1,3}$/.test(first) &&
    groups.every((each) => /^\d{3}$/.test(each))
  )
}

/** Returns digits without plus, superfluous zeros and a final point. */
const canonical = (digits: string): string => {
  const isNegative = digits.startsWith('-')
  const [integer = '', fraction = ''] = digits.replace(/^[-+]/, '').split('.')
  const whole = integer.replace(/^0+(?=\d)/, '') || '0'
  return `${isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

const toWire = (digits: string): number | string => {
  const significant = digits.replace(/[-.]/g, '').replace(/^0+/, '')
  const isSafe = significant.length <= safeDigits
  return isSafe ? Number(digits) : digits
}

/**
 * Prints a number so that `readNumber` can read it: with the decimal separator of the language,
 * without groups.
 */
export const printNumber = (value: unknown, language: string): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Unreadable) return value.text
  return expand(String(value)).replace('.', separatorsOf(language).decimal)
}

/** Prints numbers with an exponent in full: `1e-7` as 0.0000001. */
const expand = (text: string): string => {
  const match = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/i.exec(text)
  if (!match) return text
  const [, sign = '', integer = '', fraction = '', exponent = '0'] = match
  const digits = integer + fraction
  const point = integer.length + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return sign + digits.padEnd(point, '0')
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

/** Compares decimals of any length. Returns a negative number, 0 or a positive number. */
export const compareDecimals = (a: number | string, b: number | string): number => {
  const [x, y] = [expand(String(a)), expand(String(b))]
  const [isXNegative, isYNegative] = [x.startsWith('-'), y.startsWith('-')]
  if (isXNegative !== isYNegative) return isXNegative ? -1 : 1
  const size = compareSizes(x.replace('-', ''), y.replace('-', ''))
  return isXNegative ? -size : size
}

const compareSizes = (x: string, y: string): number => {
  const [xInteger = '', xFraction = ''] = x.split('.')
  const [yInteger = '', yFraction = ''] = y.split('.')
  const length = Math.max(xInteger.length, yInteger.length)
  const places = Math.max(xFraction.length, yFraction.length)
  const xDigits = xInteger.padStart(length, '0') + xFraction.padEnd(places, '0')
  const yDigits = yInteger.padStart(length, '0') + yFraction.padEnd(places, '0')
  return xDigits < yDigits ? -1 : xDigits > yDigits ? 1 : 0
}
