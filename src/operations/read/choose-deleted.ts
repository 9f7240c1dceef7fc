/** Chooses whether the records of a request include those that are deleted softly. */
import { type Criterion, isFieldCriterion } from '../../query/filter/criteria.js'
import { readFilter } from '../../query/filter/read-filter.js'
import type { PreparedResource } from '../../query/statements/prepared-resource.js'
import type { Limits } from '../context.js'

interface Read {
  readonly resource: PreparedResource
}
interface Filtered {
  readonly criteria: readonly Criterion[]
}

/**
 * Reads a filter, and returns the call with the records that it is about.
 *
 * @throws AppError FILTER_PAYLOAD_INVALID, LIMIT_EXCEEDED
 */
export const readSet = <C extends Read & Pick<Limits, 'filterSettings'>>(
  call: C,
  payload: unknown,
  prefix?: string,
): readonly [call: C, criteria: readonly Criterion[]] => {
  const sent = readFilter(call.resource, payload, call.filterSettings, prefix)
  const [chosen, { criteria }] = chooseDeleted(call, { criteria: sent })
  return [chosen, criteria]
}

/**
 * A criterion that includes deleted records chooses the view that shows them, so that every
 * statement of the request reads the same rows. It is not a condition itself.
 */
export const chooseDeleted = <C extends Read, R extends Filtered>(
  call: C,
  request: R,
): readonly [call: C, request: R] => {
  const choice = request.criteria.filter(isFieldCriterion).find(({ field }) => field.onlyDeleted)
  if (!choice) return [call, request]
  const others = request.criteria.filter((criterion) => criterion !== choice)
  const only = { field: choice.field.onlyDeleted!, operand: true }
  const criteria = choice.operand === 'only' ? [...others, only] : others
  const resource =
    choice.operand === 'exclude' ? call.resource : call.resource.prepared.withDeleted()
  return [
    { ...call, resource },
    { ...request, criteria },
  ]
}
