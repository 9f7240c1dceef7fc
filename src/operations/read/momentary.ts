/** Criteria whose bounds change with every request, so that their results are not cached. */
import { dependsOnTime } from '../../model/types/computed.js'
import type { FilterFieldModel } from '../../model/types/filter-model.js'
import { filterTargets } from '../../model/types/search.js'
import {
  type Criterion,
  type FieldCriterion,
  fieldCriteriaOf,
} from '../../query/filter/criteria.js'

/** A distance from now, such as IN_LAST_DAYS; on a date it changes daily, otherwise always. */
const isDistance = ({ field }: FieldCriterion): boolean => field.form === 'days'

export const isRelative = (criteria: readonly Criterion[]): boolean =>
  fieldCriteriaOf(criteria).some(isDistance)

const isOnDate = ({ target }: FilterFieldModel): boolean =>
  target.type === 'column' && target.column.kind === 'date'

export const isMomentary = (criteria: readonly Criterion[]): boolean =>
  fieldCriteriaOf(criteria).some(
    (criterion) =>
      (isDistance(criterion) && !isOnDate(criterion.field)) ||
      filterTargets(criterion.field).some(dependsOnTime),
  )
