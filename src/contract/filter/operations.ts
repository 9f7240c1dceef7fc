/**
 * The 26 filter operations, each defined once: its name, its target types, the form of its operand
 * and its use. Types, readers, SQL, schemas and index advice follow from the table of these
 * definitions. The comments show the SQL. Null matches only IS_NULL.
 */
import { define } from './definition.js'

const ordered = [
  'integer',
  'bigint',
  'decimal',
  'float',
  'date',
  'instant',
  'localDateTime',
  'time',
  'duration',
  'version',
] as const
const comparable = [...ordered, 'text', 'boolean', 'uuid', 'enum', 'numberEnum', 'key'] as const
const nullable = [...comparable, 'array', 'file', 'json', 'reference'] as const
const textual = ['text'] as const
const logical = ['boolean'] as const
const calendar = ['date', 'instant', 'localDateTime'] as const
const listed = [...comparable, 'array'] as const
const collection = ['collection', 'array'] as const

// ---------- one value ----------

/** `x = $1` */
export const EQUAL = define('EQUAL', { operand: 'value', kinds: comparable, comparison: '=' })

/** `x <> $1` */
export const NOT_EQUAL = define('NOT_EQUAL', {
  operand: 'value',
  kinds: comparable,
  comparison: '<>',
})

/** `x > $1` */
export const GREATER_THAN = define('GREATER_THAN', {
  operand: 'value',
  kinds: ordered,
  comparison: '>',
})

/** `x >= $1` */
export const GREATER_OR_EQUAL = define('GREATER_OR_EQUAL', {
  operand: 'value',
  kinds: ordered,
  comparison: '>=',
})

/** `x < $1` */
export const LESS_THAN = define('LESS_THAN', { operand: 'value', kinds: ordered, comparison: '<' })

/** `x <= $1` */
export const LESS_OR_EQUAL = define('LESS_OR_EQUAL', {
  operand: 'value',
  kinds: ordered,
  comparison: '<=',
})

// ---------- text ----------

/** `lower(x) like lower('%…%')`; the two lower cases of Σ are equal */
export const LIKE = define('LIKE', { operand: 'text', kinds: textual, place: 'anywhere' })

/** `lower(x) not like lower('%…%')` */
export const NOT_LIKE = define('NOT_LIKE', {
  operand: 'text',
  kinds: textual,
  place: 'anywhere',
  negated: true,
})

/** `lower(x) like lower('…%')` */
export const STARTS_WITH = define('STARTS_WITH', {
  operand: 'text',
  kinds: textual,
  place: 'start',
})

/** `lower(x) like lower('%…')` */
export const ENDS_WITH = define('ENDS_WITH', { operand: 'text', kinds: textual, place: 'end' })

// ---------- lists and ranges ----------

/** `x = any($1)`; of an array, some item is in the list: `x && $1` */
export const IN = define('IN', { operand: 'list', kinds: listed })

/** `not (x = any($1))`; of an array, no item is in the list: `not (x && $1)` */
export const NOT_IN = define('NOT_IN', { operand: 'list', kinds: listed, negated: true })

/** `x >= $1 and x <= $2` */
export const BETWEEN = define('BETWEEN', { operand: 'range', kinds: ordered, keeps: 'inside' })

/** `x > $1 and x < $2` */
export const BETWEEN_EXCLUSIVE = define('BETWEEN_EXCLUSIVE', {
  operand: 'range',
  kinds: ordered,
  keeps: 'between',
})

/** `(x < $1 or x > $2)`, like OUTSIDE_RANGE: what is not null and not between is outside. */
export const NOT_BETWEEN = define('NOT_BETWEEN', {
  operand: 'range',
  kinds: ordered,
  keeps: 'outside',
})

/** `(x < $1 or x > $2)` */
export const OUTSIDE_RANGE = define('OUTSIDE_RANGE', {
  operand: 'range',
  kinds: ordered,
  keeps: 'outside',
})

// ---------- null and truth ----------

/** `x is null` */
export const IS_NULL = define('IS_NULL', { operand: 'switch', kinds: nullable, isNull: true })

/** `x is not null` */
export const IS_NOT_NULL = define('IS_NOT_NULL', {
  operand: 'switch',
  kinds: nullable,
  isNull: false,
})

/** `x = true` */
export const IS_TRUE = define('IS_TRUE', { operand: 'flag', kinds: logical, isTrue: true })

/** `x = false` */
export const IS_FALSE = define('IS_FALSE', { operand: 'flag', kinds: logical, isTrue: false })

// ---------- days ----------

/** `x >= start of the day and x < start of the next` */
export const ON_DATE = define('ON_DATE', { operand: 'day', kinds: calendar })

/** `x >= now - $1 days and x <= now` */
export const IN_LAST_DAYS = define('IN_LAST_DAYS', {
  operand: 'days',
  kinds: calendar,
  direction: 'past',
})

/** `x >= now and x <= now + $1 days` */
export const IN_NEXT_DAYS = define('IN_NEXT_DAYS', {
  operand: 'days',
  kinds: calendar,
  direction: 'future',
})

// ---------- collections ----------

/** `count(*) = $1`, of rows or of the items of an array */
export const SIZE_EQ = define('SIZE_EQ', { operand: 'size', kinds: collection, comparison: '=' })

/** `count(*) > $1` */
export const SIZE_GT = define('SIZE_GT', { operand: 'size', kinds: collection, comparison: '>' })

/** `count(*) < $1` */
export const SIZE_LT = define('SIZE_LT', { operand: 'size', kinds: collection, comparison: '<' })
