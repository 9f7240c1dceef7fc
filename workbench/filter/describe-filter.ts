/** Describes a member of a filter in words, also groups of criteria and combined filters. */
import type { Values } from '../controls/input-props.js'
import { isBlank, isPlainObject } from '../fields/blank.js'
import type { Field } from '../service/shape.js'
import { t } from '../texts/translate.js'
import { describeCriterion } from './describe.js'
import { fieldsWithin, partsOf } from './parts.js'

export interface FilterWords {
  /** Returns the label of a remote option; undefined if it is not loaded. */
  readonly labelOf: (field: Field, value: unknown) => string | undefined
  /** Returns the label of the field that a criterion restricts. */
  readonly subjectOf: (field: Field) => string | undefined
}

/** `Lines: one where Product is Desk and Quantity at least 20`. */
export const describeMember = (
  name: string,
  value: unknown,
  fields: readonly Field[],
  words: FilterWords,
): string => {
  const field = fields.find((each) => each.name === name)
  const within = field && fieldsWithin(field, fields)
  if (!field || (within && ![value].flat().every(isPlainObject))) {
    return `${name}: ${JSON.stringify(value)}`
  }
  const subject = words.subjectOf(field)
  if (!within) return describeCriterion(field, value, (each) => words.labelOf(field, each), subject)
  const parts = partsOf(value)
    .filter((part) => !isBlank(part))
    .map((part) => describePart(part, within, words))
  if (!field.match) return expressions[name]?.(parts) ?? `${field.label}: ${parts.join('; ')}`
  return `${subject ?? field.label}: ${related[field.match](parts.join())}`
}

const describePart = (part: Values, fields: readonly Field[], words: FilterWords): string =>
  Object.entries(part)
    .filter(([, value]) => !isBlank(value))
    .map(([name, value]) => {
      const text = describeMember(name, value, fields, words)
      return name in expressions ? `(${text})` : text
    })
    .join(` ${t('and')} `)

const related: Readonly<Record<NonNullable<Field['match']>, (criteria: string) => string>> = {
  some: (criteria) => t('one where {criteria}', { criteria }),
  none: (criteria) => t('none where {criteria}', { criteria }),
  every: (criteria) => t('in every one, {criteria}', { criteria }),
}

const expressions: Readonly<Record<string, (parts: readonly string[]) => string>> = {
  $or: (parts) => t('Any of: {parts}', { parts: parts.join(`, ${t('or')} `) }),
  $and: (parts) => t('All of: {parts}', { parts: parts.join(`, ${t('and')} `) }),
  $not: (parts) => t('Except: {parts}', { parts: parts.join() }),
}
