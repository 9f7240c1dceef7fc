/** Reads and prints the numbers that users type, without losing a digit. */
import { withoutExponent } from '../../src/client/decimals.js'
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
  return withoutExponent(String(value)).replace('.', separatorsOf(language).decimal)
}
