/** The criteria of a filter, grouped by the field that they restrict. */

import { language } from '../browser/locale.js'
import type { Values } from '../controls/input-props.js'
import { isUnreadable } from '../controls/unreadable.js'
import { isBlank } from '../fields/blank.js'
import type { Field, Shape } from '../service/shape.js'
import { isNamed } from './describe.js'
import { operationWords } from './operations.js'

export interface CriteriaGroup {
  readonly key: string
  readonly label: string
  readonly fields: readonly Field[]
}

/**
 * Returns the label of the field that a criterion restricts; undefined if no response field shows
 * it.
 */
export const subjectOf = (field: Field, columns: Shape | undefined): string | undefined =>
  field.filterTarget === undefined ? undefined : columns?.byName.get(field.filterTarget)?.label

/** Groups the criteria by their fields, in the order of the filter shape. */
export const groupCriteria = (
  fields: readonly Field[],
  columns: Shape | undefined,
): readonly CriteriaGroup[] => {
  const groups = new Map<string, CriteriaGroup>()
  for (const field of fields) {
    if (field.hidden || field.formHidden) continue
    const key = field.filterTarget ?? field.name
    const group = groups.get(key)
    const label = subjectOf(field, columns) ?? field.label
    groups.set(
      key,
      group ? { ...group, fields: [...group.fields, field] } : { key, label, fields: [field] },
    )
  }
  return [...groups.values()]
}

/** Returns the groups with the criteria that match the search; without a search, all of them. */
export const searchCriteria = (
  groups: readonly CriteriaGroup[],
  search: string,
): readonly CriteriaGroup[] => {
  const terms = search.toLocaleLowerCase(language.value).split(/\s+/).filter(Boolean)
  if (terms.length === 0) return groups
  return groups.flatMap((group) => {
    const fields = group.fields.filter((field) => {
      const text = [group.label, field.label, field.name, operationWords(field)?.name]
        .join(' ')
        .toLocaleLowerCase(language.value)
      return terms.every((term) => text.includes(term))
    })
    return fields.length > 0 ? [{ ...group, fields }] : []
  })
}

/** Returns true for criteria that have an effect, or would have one if they could be read. */
export const isActive = (value: unknown): boolean => isUnreadable(value) || !isBlank(value)

export const activeFirst = (
  groups: readonly CriteriaGroup[],
  values: Values,
): readonly CriteriaGroup[] => {
  const has = ({ fields }: CriteriaGroup) => fields.some(({ name }) => isActive(values[name]))
  return [...groups.filter(has), ...groups.filter((group) => !has(group))]
}

/** The most frequent operations. The first that a group has represents the group. */
const usual = ['LIKE', 'IN', 'BETWEEN', 'EQUAL', 'STARTS_WITH', 'GREATER_OR_EQUAL', 'IN_LAST_DAYS']

const rank = ({ filterOperation }: Field): number => {
  const index = usual.indexOf(filterOperation ?? '')
  return index < 0 ? usual.length : index
}

/** Returns the criterion that represents the group, and the others. */
export const splitGroup = ({ fields }: CriteriaGroup): readonly [Field, readonly Field[]] => {
  const first = fields.reduce((best, field) => (rank(field) < rank(best) ? field : best))
  return [first, fields.filter((field) => field !== first)]
}

/** Operations that their control explains. */
const selfEvident: ReadonlySet<string | undefined> = new Set(['IN_LAST_DAYS', 'IN_NEXT_DAYS'])

/** Returns the name of the operation if neither the label nor the control shows it. */
export const operationNote = (field: Field): string | undefined =>
  isNamed(field) || selfEvident.has(field.filterOperation) ? undefined : operationWords(field)?.name
