/** Reads sort parameters, and writes ORDER BY. */
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { isNullable } from '../../model/types/path.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import type { SortKey } from '../../model/types/sort-key.js'
import { type Criterion, isFieldCriterion, sentSearchOf } from '../filter/criteria.js'
import { rankSql } from '../filter/search.js'
import { type Sql, sql } from '../sql/sql.js'
import { collectionSize, type Scope } from './visible-rows.js'

/**
 * Reads `sort` parameters (`field`, `field,asc`, `field,desc`) in order of precedence. Default: the
 * declared order. The primary key always comes last: equal values could hide a row between pages.
 *
 * @param criteria the filter of the request, whose searches decide about ranks
 * @throws AppError SORT_INVALID
 */
export const readOrder = (
  resource: ResourceModel,
  terms: readonly string[],
  criteria: readonly Criterion[] = [],
  { sortable, defaultSort }: Pick<ResourceModel, 'sortable' | 'defaultSort'> = resource,
): readonly SortKey[] => {
  const sent = terms.flatMap((term) => rankedBy(criteria, readTerm(sortable, term)))
  const requested = sent.length === 0 ? defaultSort : sent
  const keys: SortKey[] = []
  for (const key of requested) {
    if (keys.some(({ name }) => name === key.name)) continue
    if (isPrimaryKey(resource, key)) return withPrimaryKey(keys, key)
    keys.push(key)
  }
  const direction = keys.at(-1)?.direction ?? 'asc'
  return withPrimaryKey(keys, { ...resource.sortable.get(resource.idField)!, direction })
}

/** Without a search, all records have the same rank, which is left out of the order. */
const rankedBy = (criteria: readonly Criterion[], key: SortKey): readonly SortKey[] => {
  if (key.target.type !== 'rank') return [key]
  const sent = criteria
    .filter(isFieldCriterion)
    .filter(({ field }) => field.name === key.name)
    .flatMap(sentSearchOf)
  return sent.length === 0 ? [] : [{ ...key, target: { ...key.target, sent } }]
}

/** A composite key is sorted by its parts, which an index can serve, each once. */
const withPrimaryKey = (keys: readonly SortKey[], key: SortKey): readonly SortKey[] => {
  const { target } = key
  if (target.type !== 'column' || !target.column.parts) return [...keys, key]
  const sorted = new Set(keys.flatMap((each) => ownColumn(each) ?? []))
  const parts = target.column.parts.filter(({ column }) => !sorted.has(column))
  return [...keys, ...parts.map((column) => ({ ...key, target: { ...target, column } }))]
}

/** The name of the column if it is one of the entity's own table. */
const ownColumn = ({ target }: SortKey): string | undefined =>
  target.type === 'column' && target.hops.length === 0 ? target.column.column : undefined

/** A term of a `sort` parameter. */
export interface SortTerm {
  readonly name: string
  /** Undefined if the term names no valid direction. */
  readonly direction: 'asc' | 'desc' | undefined
}

/** Reads `field`, `field,asc` or `field,desc`. */
export const readSortTerm = (term: string): SortTerm => {
  const [name = '', way = 'asc', ...rest] = term.split(',').map((part) => part.trim())
  const direction = rest.length > 0 ? undefined : way.toLowerCase()
  return { name, direction: direction === 'asc' || direction === 'desc' ? direction : undefined }
}

const readTerm = (targets: ResourceModel['sortable'], term: string): SortKey => {
  const { name, direction } = readSortTerm(term)
  const target = targets.get(name)
  if (target && direction) return { ...target, direction }
  const sortable = [...targets.keys()]
  const message = target ? 'sortDirectionInvalid' : 'sortFieldUnknown'
  throw new AppError(problem(message, { name, sortable }))
}

const isPrimaryKey = ({ entity }: ResourceModel, { target }: SortKey): boolean =>
  target.type === 'column' && target.hops.length === 0 && target.column === entity.primaryKey

/** The expression that a key sorts by; text uses the contract's collation. */
export const keyExpression = ({ target }: SortKey, scope: Scope): Sql => {
  if (target.type === 'collection') return collectionSize(target, scope)
  if (target.type === 'rank') return rankSql(target.sent!, scope)
  const column = scope.column(target)
  const { collation } = target.column
  return collation === undefined ? column : sql`${column} collate ${sql.id(collation)}`
}

/**
 * Nulls are last in both directions. Written only for nullable keys, so that plain indexes serve
 * others.
 */
export const direction = ({ target, direction: way }: SortKey): Sql => {
  const nulls = target.type === 'column' && isNullable(target) ? ' nulls last' : ''
  return sql.raw(`${way}${nulls}`)
}
