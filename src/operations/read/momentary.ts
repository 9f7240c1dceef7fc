/** Criteria whose bounds change with every request, so that their results are not cached. */
import { dependsOnTime } from '../../model/types/computed.js'
import type { FilterFieldModel } from '../../model/types/resource-model.js'
import { filterTargets } from '../../model/types/search.js'
import type { Criterion } from '../../query/filter/read-filter.js'

/** A distance from now, such as IN_LAST_DAYS; on a date it changes daily, otherwise always. */
export const isRelative = ({ field }: Criterion): boolean => field.form === 'days'

const isOnDate = ({ target }: FilterFieldModel): boolean =>
  target.type === 'column' && target.column.kind === 'date'

export const isMomentary = (criteria: readonly Criterion[]): boolean =>
  criteria.some(
    (criterion) =>
      (isRelative(criterion) && !isOnDate(criterion.field)) ||
      filterTargets(criterion.field).some(dependsOnTime),
  )
