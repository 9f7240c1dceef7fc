/** Plans by which of its own columns a resource is filtered, and how. */
import { filterOperations } from '../contract/filter/table.js'
import { isUnique } from '../database/catalog/source-tables.js'
import { memoize } from '../foundation/functions/memoize.js'
import { type EntityPlan, fieldsOf } from './application-plan.js'
import { claim } from './names.js'
import type { ColumnPlan } from './plan-columns.js'
import { type Code, call } from './print-code.js'

const ranged: readonly string[] = filterOperations.BETWEEN.kinds

/** Short texts are codes, and equal or not; longer ones are searched. */
const shortest = 5

export const isShort = ({ source }: ColumnPlan): boolean =>
  (source.maxLength ?? Infinity) <= shortest

interface Filter {
  readonly name: string
  readonly operation: string
}

const filterOf = (entity: EntityPlan, column: ColumnPlan): Filter | undefined => {
  const { field, factory, source, isKey } = column
  if (factory === 'version') return undefined
  if (ranged.includes(factory) && !isKey) return { name: `${field}Between`, operation: 'BETWEEN' }
  if (factory === 'enumOf' || factory === 'arrayOf') return { name: field, operation: 'IN' }
  if (factory === 'boolean' || factory === 'uuid') return { name: field, operation: 'EQUAL' }
  if (factory !== 'text') return undefined
  const isCode = isUnique(entity.table, [source.name]) || isShort(column)
  return { name: field, operation: isCode ? 'EQUAL' : 'LIKE' }
}

/** Filters of columns, by the field of the entity. */
export const columnFilters = memoize((entity: EntityPlan): ReadonlyMap<string, Code> => {
  const taken = new Set<string>()
  const filters = new Map<string, Code>()
  for (const column of fieldsOf(entity)) {
    const filter = filterOf(entity, column)
    if (!filter) continue
    const name = claim(taken, filter.name)
    const path = name === column.field ? [] : [column.field]
    filters.set(name, call(filter.operation, ...path))
  }
  return filters
})
