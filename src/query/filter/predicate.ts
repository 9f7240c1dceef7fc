/**
 * Turns criteria into conditions, for filters of requests and for rules of row access alike.
 * Statements add conditions of their own (ids, positions, versions, bounds of buckets), always with
 * `and`.
 */

import type { RelatedMatch } from '../../contract/filter/related.js'
import { filterOperations } from '../../contract/filter/table.js'
import { defined } from '../../foundation/json/defined.js'
import { isAggregated } from '../../model/types/computed.js'
import type { ColumnModel, RelationModel } from '../../model/types/entity-model.js'
import type { CollectionTarget, ColumnTarget, Target } from '../../model/types/path.js'
import {
  collectionSize,
  joinedIds,
  relatedRows,
  rowsBehind,
  Scope,
  type Tables,
} from '../rows/visible-rows.js'
import { and, columnSql, type Sql, sql } from '../sql/sql.js'
import { wireTextSql } from '../sql/wire-text.js'
import { type Criterion, type FieldCriterion, isFieldCriterion } from './criteria.js'
import { type Applied, type Clock, type Operand, sizeKind } from './operations/meaning.js'
import { conditionOf } from './operations/meanings.js'
import { searchSql } from './search.js'

/**
 * One condition for each criterion. Criteria over one collection may hold for different rows of it.
 */
export const predicates = (
  criteria: readonly Criterion[],
  scope: Scope,
  clock: Clock,
): readonly Sql[] => criteria.map((criterion) => predicate(criterion, scope, clock))

const predicate = (criterion: Criterion, scope: Scope, clock: Clock): Sql => {
  if (isFieldCriterion(criterion)) return fieldPredicate(criterion, scope, clock)
  const all = (criteria: readonly Criterion[], rows = scope) =>
    sql`(${and(predicates(criteria, rows, clock))})`
  if ('not' in criterion) return isNotTrue(all(criterion.not))
  if ('anyOf' in criterion) {
    return sql`(${sql.join(
      criterion.anyOf.map((part) => all(part)),
      sql` or `,
    )})`
  }
  const { related, criteria } = criterion
  const owner = scope.join(related.target.hops)
  const { scope: rows, link } = relatedRows(related.target.relation, owner.alias, scope.tables)
  return matches[related.match](rows, link, all(criteria, rows))
}

/** True for null, too: what is not true and what is true are all rows. */
const isNotTrue = (condition: Sql): Sql => sql`${condition} is not true`

/** Whether related rows meet a condition. */
const matches: Readonly<Record<RelatedMatch, (rows: Scope, link: Sql, condition: Sql) => Sql>> = {
  some: (rows, link, condition) =>
    sql`exists (select 1 from ${rows.from} where ${link} and ${condition})`,
  none: (rows, link, condition) => sql`not ${matches.some(rows, link, condition)}`,
  every: (rows, link, condition) => matches.none(rows, link, isNotTrue(condition)),
}

const fieldPredicate = ({ field, operand }: FieldCriterion, scope: Scope, clock: Clock): Sql => {
  const { fallback, target } = field
  if (target.type === 'search') {
    const sent = { search: target, text: operand as string }
    return searchSql(sent, scope, (text, apply) => condition(text, scope, apply, isLookup))
  }
  const definition = filterOperations[field.operation]
  const meet = (applied: Applied) =>
    conditionOf(
      definition,
      fallback
        ? orFallback(applied, wireTextSql(scope.column(fallback), fallback.column))
        : applied,
      operand,
      clock,
    )
  const apply = isComparedTwice(operand) && isAggregated(target) ? onceIn(meet) : meet
  // Only these match a row whose relation is missing.
  const matchesNull =
    fallback !== undefined || (definition.operand === 'switch' && definition.isNull)
  return condition(target, scope, apply, matchesNull ? isNoLookup : isLookup)
}

/** A range with two bounds. */
const isComparedTwice = (operand: Operand): boolean =>
  typeof operand === 'object' && 'from' in operand && 'to' in operand

/**
 * Computes the value once for each row; without OFFSET, PostgreSQL would put it into each
 * comparison.
 *
 * Means: `(select x.value >= $1 and x.value <= $2 from (select (select …) as value offset 0) as x)`
 */
const onceIn =
  (meet: (applied: Applied) => Sql) =>
  (applied: Applied): Sql =>
    sql`(select ${meet({ ...applied, sql: sql.id('x', 'value') })} from (select ${applied.sql} as value offset 0) as x)`

/** Means: `coalesce(x::text, $fallback::text)` */
const orFallback = (applied: Applied, fallback: Sql): Applied => ({
  ...applied,
  sql: sql`coalesce(${wireTextSql(applied.sql, applied)}, ${fallback})`,
  kind: 'text',
})

/** Decides if the keys of matching rows at the end of a hop are found first. */
type LookupRule = (hop: RelationModel, tables: Tables) => boolean

const isLookup: LookupRule = (hop, { lookups }) => {
  if (!lookups.has(hop.target)) return false
  if (hop.type === 'toOne') return hop.references.parts === undefined
  return hop.via.type === 'joinTable' && hop.via.target.references.parts === undefined
}
const isNoLookup: LookupRule = () => false

/**
 * A path through a collection matches if some related row does. EXISTS, not a join: a join would
 * multiply rows and totals.
 */
const condition = (
  target: Target,
  scope: Scope,
  apply: (target: Applied) => Sql,
  looksUp: LookupRule,
): Sql => {
  const { tables } = scope
  const at = target.hops.findIndex((hop) => hop.type === 'toMany' || looksUp(hop, tables))
  const hop = target.hops[at]
  if (!hop)
    return target.type === 'column' ? onColumn(target, scope, apply) : onSize(target, scope, apply)
  const owner = scope.join(target.hops.slice(0, at))
  const restIn = (rows: Scope): Sql =>
    condition({ ...target, hops: target.hops.slice(at + 1) }, rows, apply, looksUp)
  if (hop.type === 'toOne') {
    const value = columnSql(owner.alias, hop.key)
    return isKeyOf(value, rowsBehind(hop, tables), hop.references, restIn)
  }
  if (hop.via.type === 'joinTable' && looksUp(hop, tables)) {
    const { id, from, link } = joinedIds(hop.via, owner.alias, tables)
    const isMatch = isKeyOf(id, new Scope(hop.target, tables), hop.via.target.references, restIn)
    return sql`exists (select 1 from ${from} where ${link} and ${isMatch})`
  }
  const { scope: rows, link } = relatedRows(hop, owner.alias, tables)
  const rest = restIn(rows)
  return sql`exists (select 1 from ${rows.from} where ${link} and ${rest})`
}

/**
 * Whether a value is the key of a matching row of a small table. PostgreSQL finds the keys once,
 * before it reads anything by them. If there are none, EXISTS ends the statement: without it, a
 * page of cursors would read the whole index of its order in vain.
 */
const isKeyOf = (value: Sql, rows: Scope, key: ColumnModel, matches: (rows: Scope) => Sql): Sql => {
  // First, because conditions join the tables that they read.
  const conditions = matches(rows)
  const found = sql`from ${rows.from} where ${conditions}`
  return sql`(${value} = any(array(select ${columnSql(rows.alias, key)} ${found})) and exists (select 1 ${found}))`
}

const onColumn = (target: ColumnTarget, scope: Scope, apply: (target: Applied) => Sql): Sql => {
  const { column } = target
  const hasFewRows = scope.tables.lookups.has(column.entity)
  return apply({ sql: scope.column(target), ...typeOf(column), hasFewRows })
}

const typeOf = ({ kind, collation, databaseType, item, parts }: ColumnModel) =>
  defined({ kind, collation, databaseType, item, parts })

/** If the owner of a collection is missing there is no collection, so its size is null, not 0. */
const onSize = (target: CollectionTarget, scope: Scope, apply: (target: Applied) => Sql): Sql => {
  const size = apply({ sql: collectionSize(target, scope), kind: sizeKind })
  if (target.hops.length === 0) return size
  const { alias, entity } = scope.join(target.hops)
  return sql`(${columnSql(alias, entity.primaryKey)} is not null and ${size})`
}
