/** What a table of groups requests: their records in their order, without those that are folded. */
import type { ResourceEntry } from '../../../service/discovery.js'
import { identity } from '../../../service/identity.js'
import type { Filter } from '../../../service/records.js'
import { readTerm } from '../columns/sorting.js'
import { exclusionOf } from './group-exclusion.js'
import { type Contract, type GroupField, groupFieldsOf } from './group-fields.js'

/**
 * Puts the group first in the order. Its direction is that which the user has chosen for its
 * column; a label may be that of several keys.
 */
const sortByGroup = ({ field, label }: GroupField, sort: readonly string[]): readonly string[] => {
  const isOfGroup = (term: string) => [field.name, label?.name].includes(readTerm(term).field)
  const { direction } = readTerm(sort.find(isOfGroup) ?? '')
  const terms = label
    ? [`${label.name},${direction}`, `${field.name},asc`]
    : [`${field.name},${direction}`]
  return [...terms, ...sort.filter((term) => !isOfGroup(term))]
}

interface GroupState {
  readonly filter: Filter
  readonly sort: readonly string[]
  readonly group: string | undefined
  readonly folded: readonly unknown[]
}

/** Returns what a table of groups requests; undefined if the field cannot be grouped by. */
export const planOf = (
  resource: Pick<ResourceEntry, 'resourceKey' | 'defaultSort'>,
  { filter, sort, group: name, folded }: GroupState,
  contract: Contract,
) => {
  const group = groupFieldsOf(contract).find(({ stats }) => stats.field === name)
  if (!group) return undefined
  const { canExclude, exclude } = exclusionOf(group, contract.filterShape)
  const foldable = folded.filter(canExclude)
  const terms = sortByGroup(group, sort.length > 0 ? sort : defaultTerms(resource, contract))
  return {
    group,
    /** Keys of the groups that are folded. */
    folded: foldable,
    /** Returns true if the filter can leave out the group with this key. */
    canFold: canExclude,
    request: {
      filter: foldable.length > 0 ? exclude(filter, foldable) : filter,
      sort: terms,
      group: group.field.name,
      groupsKey: JSON.stringify([identity.value, resource.resourceKey, name, filter, terms]),
    },
    statistics: {
      ...{ filter, field: group.stats.field, totals: true },
      // Buckets are in the order of the groups.
      orderBy: `${group.label ? 'LABEL' : 'KEY'}_${readTerm(terms[0]!).direction.toUpperCase()}`,
    },
  }
}

export type GroupPlan = NonNullable<ReturnType<typeof planOf>>

/** The declared order may have columns that requests cannot name. */
const defaultTerms = (
  { defaultSort }: Pick<ResourceEntry, 'resourceKey' | 'defaultSort'>,
  { shape, filterShape }: Contract,
): readonly string[] =>
  defaultSort.filter((term) => {
    const { field } = readTerm(term)
    return shape?.byName.has(field) || filterShape?.byName.has(field)
  })
