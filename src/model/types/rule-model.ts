/** Rules across fields, with resolved paths. */
import type { Comparison } from '../../contract/rules.js'
import type { ColumnTarget } from './path.js'

/** A rule across fields of a record. It is broken if its condition is false and it applies. */
export interface RuleModel {
  readonly name: string
  readonly condition: ConditionModel
  /** It applies only if this is true. Undefined: always. */
  readonly when?: ConditionModel
  /** It does not apply if one of these is true. */
  readonly unless: readonly ConditionModel[]
  /** It does not apply to callers with one of these authorities. */
  readonly unlessCaller: readonly string[]
  readonly message: RuleMessage
  /** What it reads, with the member of a write shape or the response that stands for it. */
  readonly reads: readonly RuleField[]
  /** The caller may not see all that it reads: it is checked, but not described. */
  readonly isConcealed?: boolean
}

/** English with placeholders, and their values. */
export interface RuleMessage {
  readonly text: string
  readonly values: Readonly<Record<string, string>>
}

export interface RuleField {
  readonly target: ColumnTarget
  /** What messages call it. */
  readonly name: string
  /** The member to correct. Undefined: there is none. */
  readonly member: string | undefined
}

/** A condition with resolved fields. A comparison with null is neither true nor false. */
export type ConditionModel =
  | {
      readonly is: 'comparison'
      readonly target: ColumnTarget
      readonly comparison: Comparison
      readonly operand: ColumnTarget | ConstantModel
    }
  | {
      readonly is: 'among'
      readonly target: ColumnTarget
      readonly values: readonly ConstantModel[]
    }
  | { readonly is: 'null'; readonly target: ColumnTarget }
  | { readonly is: 'and' | 'or'; readonly conditions: readonly ConditionModel[] }
  | { readonly is: 'not'; readonly condition: ConditionModel }

export interface ConstantModel {
  readonly type: 'constant'
  /** As the contract says it, and as requests do. */
  readonly value: unknown
  readonly parameter: string
}
