/**
 * Who may call an operation, and in which states of a record. Catalogs and calls use the same
 * rules.
 */
import type { Principal } from './principal.js'

/** What a custom rule can use for its decision. */
export interface RuleFacts {
  readonly principal: Principal
  /** The fields in `needs`. Undefined for an operation on no record. */
  readonly record: Readonly<Record<string, unknown>> | undefined
}

/** A custom rule. It does no I/O, so that it costs no queries for a page of records. */
export interface AvailabilityRule {
  /** Columns and computed fields of the entity. */
  readonly needs?: readonly string[]
  /** Returns the reason for a refusal, such as `not-your-own`; undefined allows the operation. */
  readonly refuses: (facts: RuleFacts) => string | undefined
}

export interface Guard {
  /** Authorities, one of which the caller needs. Default: none. */
  readonly authorities?: readonly string[]
  /** States that allow the operation; needs `stateField`. Default: all. */
  readonly allowedStates?: readonly string[]
  readonly rule?: AvailabilityRule
}

/** By operation: `create`, `update`, `delete`, `filter`, …, or an intent. */
export type Guards<Operation extends string = string> = { readonly [Name in Operation]?: Guard }

/** What anonymous callers may do: `read` (everything that does not write), and these operations. */
export type PublicOperations<Operation extends string = string> =
  | 'read'
  | readonly (Operation | 'read')[]
