/** Describes the criteria of a filter in words. */

import { language } from '../browser/locale.js'
import { readRange } from '../controls/ranges.js'
import { isBlank } from '../fields/blank.js'
import { formatDate, formatDateTime, formatValue } from '../fields/format.js'
import { shortId } from '../fields/label.js'
import type { Field } from '../service/shape.js'
import { t } from '../texts/translate.js'
import { isPresence, operationWords } from './operations.js'

/** Returns the label of a remote option; undefined if it is not loaded. */
export type OptionLabels = (value: unknown) => string | undefined

/** Number of items of a list that are named. The others are counted. */
const namedItems = 3
const longText = 60

/**
 * `Salary at least 5,000`.
 *
 * @param subject label of the field that is restricted; default: that of the criterion
 */
export const describeCriterion = (
  field: Field,
  value: unknown,
  labels?: OptionLabels,
  subject?: string,
): string => {
  const print = (each: unknown) => cut(printOne(field, each, labels))
  if (subject === undefined && isNamed(field)) {
    if (isPresence(field.filterOperation)) return field.label
    return `${field.label}: ${describeValue(field, value, print)}`
  }
  return `${subject ?? field.label} ${describeOperand(field, value, print)}`
}

const describeValue = (field: Field, value: unknown, print: (value: unknown) => string) => {
  if (operationWords(field)?.range) {
    return readRange(value)
      .map((bound) => (isBlank(bound) ? '…' : print(bound)))
      .join(' – ')
  }
  return Array.isArray(value) ? printList(value.map(print)) : print(value)
}

const describeOperand = (field: Field, value: unknown, print: (value: unknown) => string) => {
  const words = operationWords(field)
  if (words?.range) {
    const [from, to] = readRange(value)
    if (isBlank(to)) return words.range.lower(print(from))
    if (isBlank(from)) return words.range.upper(print(to))
    return words.range.both(print(from), print(to))
  }
  const text = describeValue(field, value, print)
  return words ? words.phrase(text) : text
}

/** Returns true if the label of a criterion names its operation, as `Salary between` does. */
export const isNamed = (field: Field): boolean => {
  const name = operationWords(field)?.name
  return (
    name !== undefined &&
    field.label
      .toLocaleLowerCase(language.value)
      .endsWith(` ${name.toLocaleLowerCase(language.value)}`)
  )
}

const printOne = (field: Field, value: unknown, labels: OptionLabels | undefined): string => {
  const label = labels?.(value)
  if (label !== undefined) return shortId(label)
  if (typeof value === 'string' && field.type === 'date') {
    return /^\d{4}-\d\d-\d\d$/.test(value)
      ? formatDate(value)
      : value.includes('T')
        ? formatDateTime(value)
        : value
  }
  if (field.type === 'text' && typeof value === 'string') return t('“{value}”', { value })
  return formatValue(field, value)
}

const printList = (items: readonly string[]): string =>
  items.length <= namedItems
    ? items.join(', ')
    : t('{items} and {count} more', {
        items: items.slice(0, namedItems).join(', '),
        count: items.length - namedItems,
      })

const cut = (text: string): string =>
  text.length > longText ? `${text.slice(0, longText)}…` : text
