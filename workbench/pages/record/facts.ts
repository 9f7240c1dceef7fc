/** Arranges the fields of a record for its view. */

import type { Row } from '../../service/records.js'
import type { Field, Shape } from '../../service/shape.js'

export interface Fact {
  readonly field: Field
  /** The field with the id of the record whose label this field shows. */
  readonly key?: Field
  /** The field takes the whole width. */
  readonly isWide: boolean
}

export interface FactGroup {
  /** Undefined for fields without a group. */
  readonly title: string | undefined
  readonly facts: readonly Fact[]
}

const wideControls: ReadonlySet<string> = new Set(['textarea', 'array', 'json', 'upload'])

/** Maximum number of characters of a text beside other fields. */
const narrowLength = 80

const isWide = ({ name, controlType, reference, multiple }: Field, row: Row): boolean => {
  const value = row[name]
  const isLong = typeof value === 'string' && value.length > narrowLength
  return isLong || wideControls.has(controlType) || (reference !== undefined && multiple === true)
}

const isBlank = (value: unknown): boolean => value === null || value === undefined

/**
 * Nothing that the schema shows is left out: an id whose label is a field beside it is shown with
 * its label, unless it has none that the caller may see.
 */
export const factsOf = (shape: Shape, row: Row): readonly FactGroup[] => {
  const visible = shape.fields.filter(({ hidden, formHidden }) => !hidden && !formHidden)
  const keys = new Map<string, Field>()
  for (const field of visible) {
    const label = field.reference?.labelField
    const isLabelled = label && (!isBlank(row[label]) || isBlank(row[field.name]))
    if (isLabelled && visible.some(({ name }) => name === label)) {
      keys.set(label, field)
    }
  }
  const merged = new Set([...keys.values()].map(({ name }) => name))
  const groups = new Map<string | undefined, Fact[]>()
  for (const field of visible.filter(({ name }) => !merged.has(name))) {
    const key = keys.get(field.name)
    const fact = { field, isWide: isWide(field, row), ...(key ? { key } : {}) }
    groups.set(field.group, [...(groups.get(field.group) ?? []), fact])
  }
  return [...groups].map(([title, facts]) => ({ title, facts }))
}
