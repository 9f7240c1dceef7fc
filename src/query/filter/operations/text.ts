/**
 * Text search. Both sides pass through PostgreSQL's `lower()` under the same collation, so that É
 * matches é where the collation says so. `%`, `_` and `\` in the operand are ordinary characters.
 * NULL never matches.
 */

import type { TableName } from '../../../model/types/entity-model.js'
import { type Sql, sql, tableSql } from '../../sql/sql.js'
import { wireTextSql } from '../../sql/wire-text.js'
import type { Applied, Meaning } from './meaning.js'

/** Characters with a meaning of their own; PostgreSQL reads these expressions the same. */
const special = { like: /[\\%_]/g, expression: /[\\^$.*+?()[\]{}|]/g }

const escapeLike = (value: string): string => value.replace(special.like, '\\$&')

const patterns = {
  anywhere: (escaped: string) => `%${escaped}%`,
  start: (escaped: string) => `${escaped}%`,
  end: (escaped: string) => `%${escaped}`,
}

const escapeExpression = (value: string): string => value.replace(special.expression, '\\$&')

/** The same as regular expressions. */
const expressions: Readonly<Record<keyof typeof patterns, (escaped: string) => string>> = {
  anywhere: (escaped) => escaped,
  start: (escaped) => `^${escaped}`,
  end: (escaped) => `${escaped}$`,
}

/** `lower(x) like lower($1::text)` */
export const text: Meaning<'text'> = (target, operand, { place, negated }) =>
  negated ? sql`not ${like(target, operand, place)}` : like(target, operand, place)

/** Means LIKE. */
export const contains = (target: Applied, search: string): Sql => like(target, search, 'anywhere')

const like = (target: Applied, operand: string, place: keyof typeof patterns): Sql => {
  const { collation, hasFewRows } = target
  const collate = collation === undefined ? sql`` : sql` collate ${sql.id(collation)}`
  // The label of an option may have any column type.
  const value = wireTextSql(target.sql, target)
  const lowered = (text: string) => sql`lower(${text}::text${collate})`
  const comparison = hasSigma(operand)
    ? sql`~ ${sigmasAlike(lowered(expressions[place](escapeExpression(operand))))}`
    : sql`like ${lowered(patterns[place](escapeLike(operand)))}`
  const matches = sql`lower(${value}${collate}) ${comparison}`
  const part = isSlow(collation) && !hasFewRows ? plainPart(operand) : undefined
  return part === undefined ? matches : sql`(${mayContain(value, part)} and ${matches})`
}

/**
 * Means LIKE of texts without accents: `lower(unaccent(x)) like '%…%'`. The search is escaped after
 * its accents are removed, because that makes `%` of a full-width `％`. A subquery does this once,
 * although `unaccent` is not immutable.
 */
export const containsUnaccented = (target: Applied, search: string, unaccent: TableName): Sql => {
  const collate = target.collation === undefined ? sql`` : sql` collate ${sql.id(target.collation)}`
  const folded = (text: Sql) => sql`lower(${tableSql(unaccent)}(${text})${collate})`
  const escaped = ({ source }: RegExp) =>
    sql`regexp_replace(${folded(sql`${search}::text`)}, ${sql.lit(source)}, '\\\\\\&', 'g')`
  const once = (pattern: Sql) => sql`(select ${pattern})`
  return hasSigma(search)
    ? sql`${folded(target.sql)} ~ ${once(sigmasAlike(escaped(special.expression)))}`
    : sql`${folded(target.sql)} like ${once(sql`'%' || ${escaped(special.like)} || '%'`)}`
}

const hasSigma = (search: string): boolean => /[Σσς]/.test(search)

/**
 * Σ is the one letter whose lower case depends on its place in a word: σ, or ς at the end. So the
 * lower case of a part is not always a part of the lower case: ΠΑΝΟΣ of ΠΑΝΟΣΑΚΗΣ. Both match both.
 * Indexes serve a regular expression as they serve `like`.
 */
const sigmasAlike = (expression: Sql): Sql =>
  sql`regexp_replace(${expression}, '[σς]', '[σς]', 'g')`

/** ICU takes three times as long as the collation C, which changes ASCII letters only. */
const isSlow = (collation: string | undefined): boolean => collation?.endsWith('-x-icu') === true

/**
 * Condition: rows that fail it do not match, so `lower()` of ICU is not called for them. It is no
 * `like`, whose low selectivity PostgreSQL would multiply with that of the search, and it costs as
 * much as the search, so PostgreSQL keeps it in front.
 */
const mayContain = (value: Sql, part: string): Sql => {
  const pattern = patterns.anywhere(escapeLike(part))
  return sql`not textnlike(lower(${value} collate "C"), lower(${pattern}::text collate "C"))`
}

/** Shorter parts are in most texts. */
const minPartLength = 2

/**
 * The longest part of a text that a match contains in every language, if both are lower-case: its
 * characters are ASCII, which no other characters become. Without i and k, which İ and the Kelvin
 * sign become, and of which Turkish has two.
 */
const plainPart = (search: string): string | undefined => {
  const parts = search.match(/[^\u0080-\uffffiIkK]+/g) ?? []
  const longest = parts.reduce((found, part) => (part.length > found.length ? part : found), '')
  return longest.length >= minPartLength ? longest : undefined
}
