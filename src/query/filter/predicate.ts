/**
 * Turns criteria into conditions, for filters of requests and for rules of row access alike.
 * Statements add conditions of their own (ids, positions, versions, bounds of buckets), always with
 * `and`.
 */

import { filterOperations } from '../../contract/filter/table.js'
import { defined } from '../../foundation/defined.js'
import type { CollectionTarget, ColumnTarget, Target } from '../../model/types/path.js'
import { collectionSize, relatedRows, type Scope } from '../rows/visible-rows.js'
import { columnSql, type Sql, sql } from '../sql/sql.js'
import { wireTextSql } from '../sql/wire-text.js'
import { type Applied, type Clock, sizeKind } from './operations/meaning.js'
import { conditionOf } from './operations/meanings.js'
import type { Criterion } from './read-filter.js'

/**
 * One condition for each criterion. Criteria over one collection may hold for different rows of it.
 */
export const predicates = (
  criteria: readonly Criterion[],
  scope: Scope,
  clock: Clock,
): readonly Sql[] => criteria.map((criterion) => predicate(criterion, scope, clock))

const predicate = ({ field, operand }: Criterion, scope: Scope, clock: Clock): Sql => {
  const definition = filterOperations[field.operation]
  const { fallback, target } = field
  const apply = (applied: Applied) =>
    conditionOf(
      definition,
      fallback
        ? orFallback(applied, wireTextSql(scope.column(fallback), fallback.column))
        : applied,
      operand,
      clock,
    )
  return condition(target, scope, apply)
}

/** Means: `coalesce(x::text, $fallback::text)` */
const orFallback = (applied: Applied, fallback: Sql): Applied => ({
  ...applied,
  sql: sql`coalesce(${wireTextSql(applied.sql, applied)}, ${fallback})`,
  kind: 'text',
})

/**
 * A path through a collection matches if some related row does. EXISTS, not a join: a join would
 * multiply rows and totals.
 */
const condition = (target: Target, scope: Scope, apply: (target: Applied) => Sql): Sql => {
  const at = target.hops.findIndex((hop) => hop.type === 'toMany')
  const hop = target.hops[at]
  if (hop?.type !== 'toMany') {
    return target.type === 'column' ? onColumn(target, scope, apply) : onSize(target, scope, apply)
  }
  const owner = scope.join(target.hops.slice(0, at))
  const { scope: rows, link } = relatedRows(hop, owner.alias, scope.tables)
  const rest = condition({ ...target, hops: target.hops.slice(at + 1) }, rows, apply)
  return sql`exists (select 1 from ${rows.from} where ${link} and ${rest})`
}

const onColumn = (target: ColumnTarget, scope: Scope, apply: (target: Applied) => Sql): Sql => {
  const { kind, collation, databaseType, item, parts } = target.column
  const column = scope.column(target)
  return apply(defined({ sql: column, kind, collation, databaseType, item, parts }))
}

/** If the owner of a collection is missing there is no collection, so its size is null, not 0. */
const onSize = (target: CollectionTarget, scope: Scope, apply: (target: Applied) => Sql): Sql => {
  const size = apply({ sql: collectionSize(target, scope), kind: sizeKind })
  if (target.hops.length === 0) return size
  const { alias, entity } = scope.join(target.hops)
  return sql`(${columnSql(alias, entity.primaryKey)} is not null and ${size})`
}
