/** Plans by what a resource is filtered. */
import { type EntityPlan, fieldsOf } from './application-plan.js'
import { columnFilters } from './column-filters.js'
import { claim, singular } from './names.js'
import type { ColumnFactory } from './plan-columns.js'
import { type Reference, referencesOf } from './plan-references.js'
import { type Code, call } from './print-code.js'

type Filters = Readonly<Record<string, Code>>

/** Maximum number of collections whose size is a filter. */
const maxSizes = 3

export const planFilter = (entity: EntityPlan): Filters => {
  const references = referencesOf(entity)
  const filters = Object.fromEntries([
    ...columnFilters(entity),
    ...references.map(({ filter, keyPath }) => [filter, call('IN', keyPath)] as const),
  ])
  const taken = new Set(Object.keys(filters))
  const missing = missingPaths(entity, references).map(
    (path) => [claim(taken, `${path}IsNull`), call('IS_NULL', path)] as const,
  )
  const sizes = entity.relations
    .filter(({ type }) => type === 'hasMany')
    .slice(0, maxSizes)
    .map(({ name }) => [claim(taken, `${singular(name)}CountOver`), call('SIZE_GT', name)] as const)
  return { ...filters, ...Object.fromEntries([...missing, ...sizes]) }
}

/** A missing text says little; that an order has not been shipped says much. */
const telling: ReadonlySet<ColumnFactory> = new Set([
  ...(['integer', 'bigint', 'decimal', 'float', 'boolean', 'uuid', 'enumOf'] as const),
  ...(['date', 'instant', 'localDateTime', 'time', 'duration'] as const),
])

/** Fields and references that may be null; of a view the database does not know which are. */
const missingPaths = (entity: EntityPlan, references: readonly Reference[]): readonly string[] =>
  entity.table.isView
    ? []
    : [
        ...fieldsOf(entity)
          .filter(({ factory, isNullable }) => isNullable && telling.has(factory))
          .map(({ field }) => field),
        ...references
          .filter(({ relation, isList }) => !isList && relation.isNullable)
          .map(({ relation }) => relation.name),
      ]
