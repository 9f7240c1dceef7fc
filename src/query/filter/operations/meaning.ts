/** Types of the filter operations: their operands, and the expression that they are applied to. */

import type { ColumnKind } from '../../../contract/column.js'
import type { DefinitionOf, OperandForm } from '../../../contract/filter/definition.js'
import type { SqlType } from '../../../model/kinds/kind-definition.js'
import type { Sql } from '../../sql/sql.js'

/**
 * A bound of a range, which may cover several values: a day on an instant column covers the
 * instants from its start up to, but not including, the start of the next day.
 */
export interface Bound {
  /** The first value, or the day. */
  readonly first: string
  /** The same value, or the next day, which the bound does not include. */
  readonly end: string
  readonly day: boolean
}

export interface Range {
  readonly from?: Bound
  readonly to?: Bound
}

interface Operands {
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
export type Operand = Operands[OperandForm]

/** The time of a request, and the time zone whose days filters mean. */
export interface Clock {
  readonly now: Date
  readonly zone: string
}

/** The expression that an operation is applied to: a column, or the size of a collection. */
export interface Applied extends SqlType {
  readonly sql: Sql
  readonly collation?: string
  /** The column is one of a small table. */
  readonly hasFewRows?: boolean
}

/** The type of a number of rows or items. */
export const sizeKind: ColumnKind = 'integer'

/** Makes the condition of an operation whose operand has this form. */
export type Meaning<Form extends OperandForm> = (
  target: Applied,
  operand: Operands[Form],
  definition: DefinitionOf<Form>,
  clock: Clock,
) => Sql
