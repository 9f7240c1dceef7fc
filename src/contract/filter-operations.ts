/**
 * The 26 filter operations: what each takes. What each means in SQL stands in `query/operations/`.
 * Null never matches, but for IS_NULL and IS_NOT_NULL.
 */
import type { ColumnKind } from './columns.js'

/** What a filter target can be: a column, the to-one relation itself, or a collection. */
export type TargetKind = ColumnKind | 'reference' | 'collection'

/** The form of the value that a request sends. */
export type OperandForm =
  | 'value'
  | 'text'
  | 'list'
  | 'range'
  | 'switch'
  | 'flag'
  | 'day'
  | 'days'
  | 'size'

const ordered = ['integer', 'bigint', 'decimal', 'date', 'instant', 'version'] as const
const comparable = [...ordered, 'text', 'boolean', 'uuid', 'enum'] as const
const any = [...comparable, 'json', 'reference'] as const
const textual = ['text'] as const
const calendar = ['date', 'instant'] as const

export const filterOperations = {
  EQUAL: { operand: 'value', kinds: comparable },
  NOT_EQUAL: { operand: 'value', kinds: comparable },
  LIKE: { operand: 'text', kinds: textual },
  NOT_LIKE: { operand: 'text', kinds: textual },
  STARTS_WITH: { operand: 'text', kinds: textual },
  ENDS_WITH: { operand: 'text', kinds: textual },
  GREATER_THAN: { operand: 'value', kinds: ordered },
  GREATER_OR_EQUAL: { operand: 'value', kinds: ordered },
  LESS_THAN: { operand: 'value', kinds: ordered },
  LESS_OR_EQUAL: { operand: 'value', kinds: ordered },
  IN: { operand: 'list', kinds: comparable },
  NOT_IN: { operand: 'list', kinds: comparable },
  BETWEEN: { operand: 'range', kinds: ordered },
  BETWEEN_EXCLUSIVE: { operand: 'range', kinds: ordered },
  NOT_BETWEEN: { operand: 'range', kinds: ordered },
  OUTSIDE_RANGE: { operand: 'range', kinds: ordered },
  /** A switch applies when it is true; a flag applies whenever it is present. */
  IS_NULL: { operand: 'switch', kinds: any },
  IS_NOT_NULL: { operand: 'switch', kinds: any },
  IS_TRUE: { operand: 'flag', kinds: ['boolean'] },
  IS_FALSE: { operand: 'flag', kinds: ['boolean'] },
  ON_DATE: { operand: 'day', kinds: calendar },
  IN_LAST_DAYS: { operand: 'days', kinds: calendar },
  IN_NEXT_DAYS: { operand: 'days', kinds: calendar },
  SIZE_EQ: { operand: 'size', kinds: ['collection'] },
  SIZE_GT: { operand: 'size', kinds: ['collection'] },
  SIZE_LT: { operand: 'size', kinds: ['collection'] },
} as const satisfies Record<
  string,
  { readonly operand: OperandForm; readonly kinds: readonly TargetKind[] }
>

export type FilterOperation = keyof typeof filterOperations
export type KindsOf<O extends FilterOperation> = (typeof filterOperations)[O]['kinds'][number]
export type OperandOf<O extends FilterOperation> = (typeof filterOperations)[O]['operand']

/** A field of a filter shape: an operation over a path; `.` is the column of the field's own name. */
export interface FilterField<
  O extends FilterOperation = FilterOperation,
  P extends string = string,
> {
  readonly operation: O
  readonly path: P
  readonly label?: string
  readonly description?: string
}

export interface FilterFieldOptions {
  readonly label?: string
  readonly description?: string
}

const declare =
  <O extends FilterOperation>(operation: O) =>
  <const P extends string = '.'>(path?: P, options?: FilterFieldOptions): FilterField<O, P> => ({
    operation,
    path: (path ?? '.') as P,
    ...options,
  })

export const EQUAL = declare('EQUAL')
export const NOT_EQUAL = declare('NOT_EQUAL')
export const LIKE = declare('LIKE')
export const NOT_LIKE = declare('NOT_LIKE')
export const STARTS_WITH = declare('STARTS_WITH')
export const ENDS_WITH = declare('ENDS_WITH')
export const GREATER_THAN = declare('GREATER_THAN')
export const GREATER_OR_EQUAL = declare('GREATER_OR_EQUAL')
export const LESS_THAN = declare('LESS_THAN')
export const LESS_OR_EQUAL = declare('LESS_OR_EQUAL')
export const IN = declare('IN')
export const NOT_IN = declare('NOT_IN')
export const BETWEEN = declare('BETWEEN')
export const BETWEEN_EXCLUSIVE = declare('BETWEEN_EXCLUSIVE')
export const NOT_BETWEEN = declare('NOT_BETWEEN')
export const OUTSIDE_RANGE = declare('OUTSIDE_RANGE')
export const IS_NULL = declare('IS_NULL')
export const IS_NOT_NULL = declare('IS_NOT_NULL')
export const IS_TRUE = declare('IS_TRUE')
export const IS_FALSE = declare('IS_FALSE')
export const ON_DATE = declare('ON_DATE')
export const IN_LAST_DAYS = declare('IN_LAST_DAYS')
export const IN_NEXT_DAYS = declare('IN_NEXT_DAYS')
export const SIZE_EQ = declare('SIZE_EQ')
export const SIZE_GT = declare('SIZE_GT')
export const SIZE_LT = declare('SIZE_LT')
