/**
 * The values of a form: the initial ones, the fields that are shown, and the values that are sent.
 */
import { isBroken, isShown } from '../controls/conditions.js'
import type { Values } from '../controls/input-props.js'
import { isGroup, itemFields, newItem } from '../controls/list-items.js'
import { isSame, isUnreadable } from '../controls/unreadable.js'
import type { Field, ShapeRule } from '../service/shape.js'
import { t } from '../texts/translate.js'

/** Returns the fields that forms may show. */
export const formFields = (fields: readonly Field[]): readonly Field[] =>
  fields.filter(({ hidden, formHidden }) => !hidden && !formHidden)

/**
 * Adds a warning to the fields whose values the record does not show: an update replaces them.
 * A list is replaced only if the form has items. The first item of a list stands for all.
 */
export const warnOfUnseen = (fields: readonly Field[], record: Values): readonly Field[] =>
  fields.map((field) => {
    const value = record[field.name]
    const item = Array.isArray(value) ? value[0] : undefined
    if (field.items && isItem(item)) return { ...field, items: warnOfUnseen(field.items, item) }
    if (field.readOnly || value !== undefined) return field
    const warning = field.items
      ? t('The current items are not shown. Adding items replaces them.')
      : t('The current value is not shown. Saving replaces it.')
    return { ...field, helpText: [field.helpText, warning].filter(Boolean).join(' ') }
  })

/** Returns the values of the record, or defaults. */
export const initialValues = (fields: readonly Field[], initial: Values | undefined): Values =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const { name } = field
      const value = initial ? initial[name] : defaultOf(field)
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** A required object has a value: its fields are what the user fills in. */
const defaultOf = (field: Field): unknown =>
  field.defaultValue ?? (isGroup(field) && field.required ? newItem(itemFields(field)) : undefined)

/**
 * Returns the values to send: entered ones of the fields that are shown, initial ones of the
 * others. Fields without a value that cannot be null, and computed ones, are left out.
 */
export const sentValues = (fields: readonly Field[], values: Values, initial: Values): Values =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const { name, nullable, computed } = field
      const value = isShown(field, values) ? values[name] : initial[name]
      const isAbsent = computed || value === undefined || (value === null && !nullable)
      return isAbsent || isUnreadable(value) ? [] : [[name, writtenValue(field, value)]]
    }),
  )

/** Clears the values of hidden fields that break a rule: the user cannot see and change them. */
export const withoutHiddenFaults = (
  rules: readonly ShapeRule[],
  fields: readonly Field[],
  sent: Values,
): Values => {
  const targets = rules.filter((rule) => isBroken(rule, sent)).flatMap((rule) => rule.targets)
  const cleared = fields.filter(
    (field) => field.nullable && targets.includes(field.name) && !isShown(field, sent),
  )
  return { ...sent, ...Object.fromEntries(cleared.map(({ name }) => [name, null])) }
}

/** Returns the values of a record as a request has them. */
export const writtenValues = (fields: readonly Field[], record: Values): Values =>
  sentValues(fields, record, record)

/** Items of a record may have members that no request has, such as the name of a product. */
const writtenValue = ({ items }: Field, value: unknown): unknown => {
  if (items && isItem(value)) return writtenValues(items, value)
  return items && Array.isArray(value)
    ? value.map((item: unknown) => (isItem(item) ? writtenValues(items, item) : item))
    : value
}

export const isItem = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Adds the computed fields of a record, and those of the items of its lists, to the fields of a
 * request. Forms show them and do not send them.
 */
export const withComputed = (
  fields: readonly Field[],
  ofRecord: readonly Field[],
): readonly Field[] => [
  ...fields.map((field) => {
    const items = ofRecord.find(({ name }) => name === field.name)?.items
    return field.items && items ? { ...field, items: withComputed(field.items, items) } : field
  }),
  ...ofRecord.filter(
    ({ name, computed }) => computed && !fields.some((field) => field.name === name),
  ),
]

/**
 * Returns the body of an update: every field, with null for those without a value. A list without a
 * value is left out, so that it is kept.
 */
export const allMembers = (fields: readonly Field[], values: Values): Values =>
  Object.fromEntries(
    fields.flatMap(({ name, nullable, items }) => {
      const value = values[name] ?? null
      return value === null && (items || !nullable) ? [] : [[name, value]]
    }),
  )

/**
 * Returns the body of an intent: the changed members. Absent members keep their value, null clears
 * it.
 */
export const changedMembers = (fields: readonly Field[], before: Values, values: Values): Values =>
  Object.fromEntries(
    fields.flatMap(({ name }) =>
      isSame(before[name], values[name]) ? [] : [[name, values[name] ?? null]],
    ),
  )

export interface FormSection {
  readonly title: string | undefined
  readonly fields: readonly Field[]
}

/** Groups the fields in order of their first appearance. Fields without a group come first. */
export const sectionsOf = (fields: readonly Field[]): readonly FormSection[] => {
  const sections = new Map<string | undefined, Field[]>([[undefined, []]])
  for (const field of fields) {
    const section = sections.get(field.group) ?? []
    section.push(field)
    sections.set(field.group, section)
  }
  return [...sections]
    .filter(([, members]) => members.length > 0)
    .map(([title, members]) => ({ title, fields: members }))
}
