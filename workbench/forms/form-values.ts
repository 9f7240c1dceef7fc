/** The values of a form: what it starts with, which fields it shows, and what it sends. */
import type { Values } from '../controls/input-props.js'
import { isSame, isUnreadable } from '../controls/unreadable.js'
import type { Field } from '../service/shape.js'
import { t } from '../texts/translate.js'
import { holds } from './json-logic.js'

/** Fields that forms show at all. */
export const formFields = (fields: readonly Field[]): readonly Field[] =>
  fields.filter(({ hidden, formHidden }) => !hidden && !formHidden)

/** Says at each field whose value the record does not show that an update replaces it. */
export const warnOfUnseen = (fields: readonly Field[], record: Values): readonly Field[] =>
  fields.map((field) => {
    if (field.readOnly || Object.hasOwn(record, field.name)) return field
    const warning = t('The current value is not shown. Saving replaces it.')
    return { ...field, helpText: [field.helpText, warning].filter(Boolean).join(' ') }
  })

/** Values of the record, otherwise defaults. */
export const initialValues = (fields: readonly Field[], initial: Values | undefined): Values =>
  Object.fromEntries(
    fields.flatMap(({ name, defaultValue }) => {
      const value = initial ? initial[name] : defaultValue
      return value === undefined ? [] : [[name, value]]
    }),
  )

export const isShown = ({ conditionalDisplay }: Field, values: Values): boolean =>
  conditionalDisplay === undefined || holds(conditionalDisplay, values, true)

/** Null is a value of a member that is required and may be null. */
export const isRequired = (field: Field, values: Values): boolean =>
  (field.required === true && !field.nullable) ||
  (field.conditionalRequired !== undefined && holds(field.conditionalRequired, values, false))

/**
 * What the form sends: fields that are shown with the values entered, others with the values they
 * had. Fields without a value that cannot be null are left out.
 */
export const sentValues = (fields: readonly Field[], values: Values, initial: Values): Values =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const { name } = field
      const value = isShown(field, values) ? values[name] : initial[name]
      const isAbsent = value === undefined || (value === null && !field.nullable)
      return isAbsent || isUnreadable(value) ? [] : [[name, value]]
    }),
  )

/** Every field, null where it has no value: the body of an update. */
export const allMembers = (fields: readonly Field[], values: Values): Values =>
  Object.fromEntries(
    fields.flatMap(({ name, nullable }) => {
      const value = values[name] ?? null
      return value === null && !nullable ? [] : [[name, value]]
    }),
  )

/** The body of an intent: absent members keep their value, and null clears one. */
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

/** Fields by their group, in order of first appearance; those without one come first. */
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
