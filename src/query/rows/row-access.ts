/**
 * A resource as one caller sees it: permitted rows and fields. Every statement is built from it.
 */
import type { Translator } from '../../foundation/text/messages.js'
import type { EntityModel, Lookups, SoftDeleteModel } from '../../model/types/entity-model.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import { filterTargets } from '../../model/types/search.js'
import { type Criterion, describeCriteria, fieldCriteriaOf } from '../filter/criteria.js'
import { predicates } from '../filter/predicate.js'
import { sql } from '../sql/sql.js'
import type { OfTenant } from './tenants.js'
import {
  type Restriction,
  type RowAccess,
  type RowRestriction,
  Scope,
  scopeWithDeleted,
  type Tables,
  withDeleted,
} from './visible-rows.js'

/** Shared by all callers who have the same access and language. */
export interface ResourceView extends ResourceModel, OfTenant {
  readonly rowAccess: RowAccess
  readonly lookups: Lookups
  /** Its own records include those that are deleted softly. */
  readonly showsDeleted?: true
  /** The time zone of the service. */
  readonly zone: string
  /** Identifies tenant, row access and field access: equal for callers who see the same records. */
  readonly accessDigest: string
  /** Translates into the caller's language. */
  readonly translate: Translator
  /**
   * Identifies access, language and what the tables are together: responses of equal views over
   * equal rows are equal.
   */
  readonly viewDigest: string
}

/** A row rule as the database evaluates it. It does not depend on the time of the request. */
export const restrictTo = (criteria: readonly Criterion[], zone: string): RowRestriction => ({
  conditions: (scope) => predicates(criteria, scope, { now: new Date(0), zone }),
  targets: fieldCriteriaOf(criteria).flatMap(({ field }) => filterTargets(field)),
})

/** The rows that a restriction shows, without those that are deleted softly. */
export const withoutDeleted = (visible: Restriction, { at }: SoftDeleteModel): Restriction => {
  if (visible === 'none') return visible
  const { conditions, targets } = visible === 'all' ? everyRow : visible
  return {
    conditions: (scope) => [...conditions(scope), sql`${scope.column(at)} is null`],
    targets: [...targets, at],
    withDeleted: visible,
  }
}

const everyRow: RowRestriction = { conditions: () => [], targets: [] }

/** A scope of the records of a resource, or of an entity of its statements. */
export const scopeOf = (
  { entity: ofResource, showsDeleted }: ResourceView,
  tables: Tables,
  entity: EntityModel = ofResource,
): Scope => (showsDeleted ? scopeWithDeleted(entity, tables) : new Scope(entity, tables))

/** Identifies the set of records that criteria select for a caller; their order does not matter. */
export const describeSet = (
  { key, accessDigest }: ResourceView,
  criteria: readonly Criterion[],
): unknown => [key, accessDigest, describeCriteria(criteria)]

/** Whether the caller may not see every row of this entity: by a rule, or because it is deleted. */
export const isRestricted = ({ rowAccess }: ResourceView, entity: EntityModel): boolean =>
  entity.guarded && rowAccess.get(entity) !== 'all'

/** Whether a rule hides rows of this entity from the caller. */
export const isRestrictedByRule = ({ rowAccess }: ResourceView, entity: EntityModel): boolean =>
  entity.guarded && withDeleted(rowAccess.get(entity) ?? 'none') !== 'all'
