/** How a surface of another resource is narrowed to the records that belong to one of this. */
import type { FilterOperation } from '../../contract/filter/table.js'
import type { Surface } from '../../contract/surfaces.js'
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import type { OperationName } from '../operation-table.js'
import type { ColumnModel } from '../types/entity-model.js'
import { type FilterFieldModel, filterFieldsOf } from '../types/filter-model.js'
import { type ColumnTarget, isSamePlace } from '../types/path.js'
import type { ResourceModel } from '../types/resource-model.js'
import type { RecordFilter } from '../types/surface-model.js'
import { unknownName } from '../unknown-name.js'

type Narrowed = Pick<ResourceModel, 'key' | 'name' | 'entity' | 'response'>
type Narrowing = Pick<ResourceModel, 'key' | 'name' | 'filter'>

/** Read operations whose body has a filter. */
const filtering: ReadonlySet<OperationName> = new Set([
  'filter',
  'cursor',
  'locate',
  'options',
  'statsGroupBy',
  'statsTimeSeries',
  'statsDistribution',
])

/** The filter operations that take the key of a record; EQUAL is preferred. */
const comparing: readonly FilterOperation[] = ['EQUAL', 'IN']

/**
 * The filter field that the surface names, else the only one that takes keys of this resource's
 * records. Undefined if there is none, or if several of them filter by different paths.
 */
export const compileRecordFilter = (
  { filterField }: Pick<Surface, 'filterField'>,
  operation: OperationName,
  resource: Narrowed,
  other: Narrowing,
  at: string,
  diagnostics: Diagnostics,
): RecordFilter | undefined => {
  const isFiltered = filtering.has(operation) && resource.key !== other.key
  if (!isFiltered) {
    if (filterField !== undefined) {
      const message =
        "'filterField' is for surfaces of another resource whose operation takes a filter, such as 'filter'."
      diagnostics.error('SURFACE_INVALID', at, message)
    }
    return undefined
  }
  const narrowings = comparing.flatMap((comparison) =>
    filterFieldsOf(other.filter).flatMap((field) => {
      const found = field.operation === comparison ? narrowingOf(field, resource) : undefined
      return found ? [found] : []
    }),
  )
  if (filterField !== undefined) {
    const named = narrowings.find(({ field }) => field === filterField)
    if (named) return withoutTarget(named)
    const message = other.filter.has(filterField)
      ? `The filter field '${filterField}' of ${other.name} must compare keys of ${resource.name} by EQUAL or IN.`
      : unknownName('filter field', filterField, other.filter.keys(), ` in ${other.name}`)
    diagnostics.error('SURFACE_INVALID', at, message)
    return undefined
  }
  const [first, ...others] = narrowings
  return first && others.every(({ target }) => isSamePlace(target, first.target))
    ? withoutTarget(first)
    : undefined
}

interface NarrowingField extends RecordFilter {
  readonly target: ColumnTarget
}

const withoutTarget = ({ field, valueField }: NarrowingField): RecordFilter => ({
  field,
  valueField,
})

const narrowingOf = (
  { name, target }: FilterFieldModel,
  { entity, response }: Narrowed,
): NarrowingField | undefined => {
  if (target.type !== 'column') return undefined
  const key = recordKey(target)
  const shown = [...response.values()].find(
    (field) =>
      field.type === 'column' && field.target.hops.length === 0 && field.target.column === key,
  )
  return shown && key?.entity === entity
    ? { field: name, valueField: shown.name, target }
    : undefined
}

/** The column of the related record whose values a path has. */
const recordKey = ({ hops, column }: ColumnTarget): ColumnModel | undefined => {
  if (column.references) return column.references.references
  const entity = hops.at(-1)?.target
  return column === entity?.primaryKey ? column : undefined
}
