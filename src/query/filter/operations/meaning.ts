/** What the operations have in common: their operands, read and typed, and what they are applied to. */

import type { FilterOperation, OperandOf } from '../../../contract/filter-operations.js'
import type { SqlType } from '../../../model/kinds/kinds.js'
import type { Sql } from '../../sql/sql.js'

/**
 * A bound of a range, as the stretch of values that it stands for. A value stands for itself; a day on
 * an instant column stands for the time from its start up to, not including, the start of the next.
 */
export interface Bound {
  /** A value, or a day. */
  readonly first: string
  /** The same value, or the next day. */
  readonly end: string
  readonly day: boolean
}

export interface Range {
  readonly from?: Bound
  readonly to?: Bound
}

interface OperandTypes {
  readonly value: string
  readonly text: string
  readonly list: readonly string[]
  readonly range: Range
  readonly switch: true
  readonly flag: true
  readonly day: string
  readonly days: number
  readonly size: string
}
export type Operand = OperandTypes[keyof OperandTypes]

/** One instant per request, and the zone whose days are meant. */
export interface Clock {
  readonly now: Date
  readonly zone: string
}

/** What an operation is applied to: a column, or the size of a collection. */
export interface Applied extends SqlType {
  readonly sql: Sql
  readonly collation?: string
}

export type Meaning<O extends FilterOperation> = (
  target: Applied,
  operand: OperandTypes[OperandOf<O>],
  clock: Clock,
) => Sql

export type Meanings<O extends FilterOperation> = { readonly [K in O]: Meaning<K> }
