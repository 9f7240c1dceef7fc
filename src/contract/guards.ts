/** Who may call an operation, and in which states of a record. Catalogs show it, calls are held to it. */
import type { Principal } from './principal.js'

/** What a resource's own rule decides by. */
export interface RuleFacts {
  readonly principal: Principal
  /** The fields that the rule needs; undefined for an operation of no record. */
  readonly record: Readonly<Record<string, unknown>> | undefined
}

/** The resource's own rule: no I/O, so that a page of records costs no query. */
export interface AvailabilityRule {
  /** Columns of the entity. */
  readonly needs?: readonly string[]
  /** The reason to refuse, such as `not-your-own`; undefined: it may go on. */
  readonly refuses: (facts: RuleFacts) => string | undefined
}

export interface Guard {
  /** The caller needs one of these. Default: none is needed. */
  readonly authorities?: readonly string[]
  /** States in which it works; needs `stateField`. Default: every one. */
  readonly allowedStates?: readonly string[]
  readonly rule?: AvailabilityRule
}

/** By operation: `create`, `update`, `delete`, `filter`, …, or an intent. */
export type Guards<Operation extends string = string> = { readonly [Name in Operation]?: Guard }

/** What callers without credentials may do: read (everything that writes nothing), or these operations. */
export type PublicOperations<Operation extends string = string> = 'read' | readonly Operation[]
