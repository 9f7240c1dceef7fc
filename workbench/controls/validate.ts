/** Checks a value against what `x-ui` says about its field, with the messages of the service. */

import { compareDecimals } from '../../src/client/decimals.js'
import { isMissing } from '../fields/blank.js'
import type { Field } from '../service/shape.js'
import { t } from '../texts/translate.js'
import { readRange } from './ranges.js'
import { isUnreadable } from './unreadable.js'

/** Returns a message about what is wrong with the value; undefined for a valid value. */
export const validate = (field: Field, value: unknown, isRequired: boolean): string | undefined => {
  if (isUnreadable(value)) return unreadableMessage(field)
  if (isMissing(value)) {
    return isRequired
      ? (field.requiredMessage ?? t('{label} is required.', { label: field.label }))
      : undefined
  }
  return faultOfItems(field, value) ?? faultOfEach(field, value)
}

const unreadableMessage = (field: Field): string => {
  if (field.controlType.toLowerCase().includes('json') || field.type === 'object') {
    return t('This is not JSON.')
  }
  return field.type === 'date' ? t('Enter a complete date or time.') : t('Enter a number.')
}

/** Checks the number of items of a list. */
const faultOfItems = ({ minItems, maxItems, filterOperation }: Field, value: unknown) => {
  if (!Array.isArray(value) || filterOperation !== undefined) return undefined
  if (minItems !== undefined && value.length < minItems) {
    return t('At least {count} values are needed.', { count: minItems })
  }
  if (maxItems !== undefined && value.length > maxItems) {
    return t('At most {count} values are possible.', { count: maxItems })
  }
  return undefined
}

const isRange = ({ controlType }: Field): boolean => /(range|slider)$/i.test(controlType)

/** Limits apply to each bound of a range and to each item of a list. */
const faultOfEach = (field: Field, value: unknown): string | undefined => {
  if (field.items) return undefined
  const values = isRange(field) ? readRange(value) : [value].flat()
  for (const each of values) {
    const fault = isMissing(each) ? undefined : faultOf(field, each)
    if (fault !== undefined) return fault
  }
  return undefined
}

type Check = (field: Field, value: unknown) => string | undefined

const checkLength: Check = (field, value) => {
  const { label, minLength, maxLength } = field
  if (typeof value !== 'string' || field.type === 'number') return undefined
  // JSON Schema counts characters, not UTF-16 units.
  const { length } = [...value]
  if (minLength !== undefined && length < minLength) {
    return (
      field.minLengthMessage ??
      t('{label} must have at least {count} characters.', { label, count: minLength })
    )
  }
  if (maxLength !== undefined && length > maxLength) {
    return (
      field.maxLengthMessage ??
      t('{label} must have at most {count} characters.', { label, count: maxLength })
    )
  }
  return undefined
}

const checkLimits: Check = (field, value) => {
  const { label, min, max } = field
  const isNumber = typeof value === 'number' || field.type === 'number'
  if (!isNumber || !isDecimal(value)) return undefined
  if (min !== undefined && compareDecimals(value, min) < 0) {
    return field.rangeMessage ?? t('{label} must be at least {value}.', { label, value: `${min}` })
  }
  if (max !== undefined && compareDecimals(value, max) > 0) {
    return field.rangeMessage ?? t('{label} must be at most {value}.', { label, value: `${max}` })
  }
  const isInteger = field.numericStep === 1 && field.numericFormat === undefined
  return isInteger && !/^-?\d+$/.test(String(value)) ? t('Enter a whole number.') : undefined
}

const isDecimal = (value: unknown): value is number | string =>
  (typeof value === 'number' && Number.isFinite(value)) ||
  (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value))

const patterns = new Map<string, RegExp | undefined>()

/**
 * Returns undefined for a pattern that JavaScript cannot read; the service checks the pattern
 * anyway.
 */
const regexpOf = (pattern: string): RegExp | undefined => {
  if (!patterns.has(pattern)) {
    try {
      patterns.set(pattern, new RegExp(pattern, 'u'))
    } catch {
      patterns.set(pattern, undefined)
    }
  }
  return patterns.get(pattern)
}

const checkPattern: Check = (field, value) => {
  const regexp = field.pattern === undefined ? undefined : regexpOf(field.pattern)
  const isText = typeof value === 'string' || (typeof value === 'number' && field.type === 'number')
  if (!regexp || !isText || regexp.test(String(value))) return undefined
  return field.patternMessage ?? t('{label} does not have the right form.', { label: field.label })
}

const formats: Readonly<Record<string, { test: RegExp; message: () => string }>> = {
  email: { test: /^[^\s@]+@[^\s@]+$/, message: () => t('Enter an email address.') },
  uri: { test: /^[a-z][a-z0-9+.-]*:\S+$/i, message: () => t('Enter a complete address.') },
}

/**
 * Checks the format of values. Criteria are not checked, because they may be parts, as of an
 * address.
 */
const checkFormat: Check = ({ format = '', filterOperation }, value) => {
  const rule = Object.hasOwn(formats, format) ? formats[format] : undefined
  if (!rule || filterOperation !== undefined || typeof value !== 'string') return undefined
  return rule.test.test(value) ? undefined : rule.message()
}

const faultOf: Check = (field, value) => {
  for (const check of [checkLength, checkLimits, checkPattern, checkFormat]) {
    const fault = check(field, value)
    if (fault !== undefined) return fault
  }
  return undefined
}
