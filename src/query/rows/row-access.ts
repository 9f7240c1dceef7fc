/** What a caller's row access and field access make of a resource: what every statement is made of. */
import type { Translator } from '../../foundation/messages.js'
import type { EntityModel } from '../../model/types/entity-model.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import { predicates } from '../filter/predicate.js'
import type { Criterion } from '../filter/read-filter.js'
import type { Restriction, RowAccess } from './visible-rows.js'

/** A resource as one kind of caller sees it: without hidden fields, with the rows that there are. */
export interface ResourceView extends ResourceModel {
  readonly rowAccess: RowAccess
  /** Of row access and field access: whoever has the same sees the same. */
  readonly accessDigest: string
  /** Into the caller's language. */
  readonly translate: Translator
  /** Identifies access and language together: responses of equal views are equal. */
  readonly viewDigest: string
}

/** Rules do not follow the clock; the zone is that of the settings. */
export const restrictTo =
  (criteria: readonly Criterion[], zone: string): Restriction =>
  (scope) =>
    predicates(criteria, scope, { now: new Date(0), zone })

/** Tells sets of records apart: what a caller's criteria select of a resource, whatever their order. */
export const describeSet = (
  { key, accessDigest }: ResourceView,
  criteria: readonly Criterion[],
): unknown => [
  key,
  accessDigest,
  Object.fromEntries(criteria.map(({ field, operand }) => [field.name, operand])),
]

/** Some rows of the entity are not there for the caller. */
export const isRestricted = ({ rowAccess }: ResourceView, entity: EntityModel): boolean =>
  entity.guarded && rowAccess.get(entity) !== 'all'
