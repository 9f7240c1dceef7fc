/** Comparisons with one value, and with a list of them. NULL never matches. */
import type { ItemType } from '../../../model/kinds/kind-definition.js'
import { integerRanges } from '../../../model/kinds/kinds.js'
import { isOneOf, parameter, type Sql, sql } from '../../sql/sql.js'
import { type Applied, type Meaning, sizeKind } from './meaning.js'

/** `x = $1::int8`; a key with a null part, which is null, differs from none. */
export const compare: Meaning<'value' | 'size'> = (target, operand, { comparison }) => {
  const found = sql`${target.sql} ${sql.raw(comparison)} ${parameter(operand, target)}`
  return target.parts ? sql`(${target.sql} is not null and ${found})` : found
}

/** `count(*) = $1::int8`, of rows or of items */
export const compareSize: Meaning<'size'> = (target, ...rest) =>
  compare(target.item ? { sql: arraySize(target), kind: sizeKind } : target, ...rest)

/** Without the items that responses leave out: those that are NULL though no item may be. */
const arraySize = ({ sql: array, item }: Applied): Sql =>
  item?.nullable
    ? sql`cardinality(${array})`
    : sql`case when ${array} is not null then (select count(item) from unnest(${array}) as item) end`

/**
 * `x = any($1::int8[])`; an empty list matches nothing. Negated, it matches every x that is not
 * null: `not (x = any($1))` alone would also keep null.
 */
export const isAmong: Meaning<'list'> = (target, operand, { negated }) => {
  const { item } = target
  const found = item ? overlaps({ ...target, item }, operand) : isOneOf(target.sql, operand, target)
  return negated ? sql`(${target.sql} is not null and not (${found}))` : found
}

/**
 * `x && $1`, which an index on the array serves. The parameter has the type of the array, so values
 * beyond its range, which no item has, are left out. A domain might refuse values too, so its items
 * are compared one by one.
 */
const overlaps = (target: Applied & { item: ItemType }, operand: readonly string[]): Sql => {
  const { sql: array, item } = target
  if (isOfDomains(target)) {
    return sql`exists (select from unnest(${array}) as item where ${isOneOf(sql`item`, operand, item)})`
  }
  const range = integerRanges[item.databaseType ?? '']
  const possible = range
    ? operand.filter((each) => Number(each) >= range.minimum && Number(each) <= range.maximum)
    : operand
  return sql`${array} && ${possible}`
}

/** The items are of a domain, which the type of the array names, unlike that of its items. */
const isOfDomains = ({ databaseType, item }: Applied & { item: ItemType }): boolean =>
  databaseType !== undefined && databaseType !== `${item.databaseType}[]`
