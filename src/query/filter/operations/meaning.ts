/** What the meanings of the operations share: operands, read and typed, and the target they apply to. */

import type { DefinitionOf, OperandForm } from '../../../contract/filter/definition.js'
import type { SqlType } from '../../../model/kinds/kind-definition.js'
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

/** One instant per request, and the time zone that days are counted in. */
export interface Clock {
  readonly now: Date
  readonly zone: string
}

/** What an operation is applied to: a column, or the size of a collection. */
export interface Applied extends SqlType {
  readonly sql: Sql
  readonly collation?: string
}

/** Makes the condition of an operation whose operand has this form. */
export type Meaning<Form extends OperandForm> = (
  target: Applied,
  operand: Operands[Form],
  definition: DefinitionOf<Form>,
  clock: Clock,
) => Sql
