/** Leaves out the records of groups by criteria of the filter. No I/O. */
import { partsOf } from '../../../filter/parts.js'
import type { Filter } from '../../../service/records.js'
import type { Field, Shape } from '../../../service/shape.js'
import { narrow } from '../../dashboard/narrowing.js'
import type { GroupField } from './group-fields.js'

interface Exclusion {
  /** Returns true if the filter can leave out the group with this key. */
  readonly canExclude: (key: unknown) => boolean
  /** Adds to a filter that the groups with these keys are left out. */
  readonly exclude: (filter: Filter, keys: readonly unknown[]) => Filter
}

type FilterFields = ReadonlyMap<string, Field>

export const exclusionOf = (group: GroupField, filterShape: Shape | undefined): Exclusion => {
  const fields: FilterFields = filterShape?.byName ?? new Map()
  return fields.has('$not') ? byExpression(group, fields) : byList(group, fields)
}

/** Negates the criteria of each group, which the filter has joined into lists. */
const byExpression = ({ stats }: GroupField, filterFields: FilterFields): Exclusion => {
  const criteriaOf = (key: unknown): Filter | undefined =>
    narrow({ field: stats, filterFields, filter: {} }, { key: key as string | null }).filter
  return {
    canExclude: (key) => criteriaOf(key) !== undefined,
    exclude: (filter, keys) => {
      const excluded = joined(keys.map((key) => criteriaOf(key)!)).map((each) => ({ $not: each }))
      return { ...filter, $and: [...partsOf(filter['$and']), ...excluded] }
    },
  }
}

/** Returns criteria that together match the records of all groups; those of lists are joined. */
const joined = (criteria: readonly Filter[]): readonly Filter[] => {
  const lists = new Map<string, readonly unknown[]>()
  const others = criteria.filter((each) => {
    const [[name, value] = ['', undefined]] = Object.entries(each)
    if (!Array.isArray(value)) return true
    lists.set(name, [...(lists.get(name) ?? []), ...value])
    return false
  })
  return [...[...lists].map(([name, list]) => ({ [name]: list })), ...others]
}

/** Lists the keys in a criterion of NOT_IN, which would leave out the group of null as well. */
const byList = ({ stats, field }: GroupField, filterFields: FilterFields): Exclusion => {
  const list = stats.filterFields.find(
    ({ field: name, operation }) => operation === 'NOT_IN' && filterFields.has(name),
  )?.field
  return {
    canExclude: () => list !== undefined && !field.nullable,
    exclude: (filter, keys) => ({ ...filter, [list!]: [...listOf(filter[list!]), ...keys] }),
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
