/** Workflow actions: business commands on a record, on many, or on none. */
import type { Column } from './columns.js'
import type { Deprecation } from './deprecation.js'
import type { Guard } from './guards.js'

/** Members of a body, declared like columns: `{ comment: text({ maxLength: 500 }) }`. */
export type ActionShape = Readonly<Record<string, Column>>

/**
 * Nullable members and members with a default may be left out; the command then gets null or the
 * default.
 */
export type ShapeValues<S> = {
  readonly [K in keyof S]: S[K] extends Column<infer _K, infer Out, infer _I, infer Null>
    ? Null extends true
      ? Out | null
      : Out
    : never
}
type MayBeAbsent<C> = C extends Column<infer _K, infer _O, infer _I, infer _N, true> ? true : false
type Sent<C> =
  C extends Column<infer _K, infer _O, infer In, infer Null>
    ? Null extends true
      ? In | null
      : In
    : never
/** What a client sends. */
export type ShapeBody<S> = {
  readonly [K in keyof S as MayBeAbsent<S[K]> extends true ? never : K]: Sent<S[K]>
} & {
  readonly [K in keyof S as MayBeAbsent<S[K]> extends true ? K : never]?: Sent<S[K]>
}

export interface Interaction {
  /** Default: FORM with a request, else CONFIRM where it must be confirmed, else DIRECT. */
  readonly mode?: 'DIRECT' | 'CONFIRM' | 'FORM'
  /** Default LOW. */
  readonly riskLevel?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
  /** Default false. */
  readonly confirmationRequired?: boolean
  /** Default false. */
  readonly reversible?: boolean
}

export type Need = 'NONE' | 'OPTIONAL' | 'REQUIRED'

/** A command for many records, named by `ids` in the body; it is performed once for each. */
export interface Bulk {
  /** Default and maximum: `platform.query.by-ids.max`. */
  readonly maxItems?: number
  /** All records or none, or each on its own. Default ATOMIC. */
  readonly atomicity?: 'ATOMIC' | 'PER_ITEM'
}

/** Describes an action, without its handler. */
export interface ActionOptions<Req = ActionShape, Res = ActionShape> extends Guard {
  readonly title: string
  readonly description?: string
  /** Performed on a record. Default: ITEM, COLLECTION with `bulk`. */
  readonly scope?: 'ITEM' | 'COLLECTION'
  readonly bulk?: Bulk
  /** Default: no members. */
  readonly request?: Req
  /** Default: the record after the action. Bulk actions always return their outcome. */
  readonly response?: Res
  readonly interaction?: Interaction
  /** Default OPTIONAL. */
  readonly idempotencyKey?: Need
  /**
   * Whether requests may or must send `If-Match`. Default: OPTIONAL for a record that has a
   * version, else NONE.
   */
  readonly resourceVersion?: Need
  /**
   * Whether callers may try the action with `dryRun=true`. False for code that reaches outside of the
   * transaction: the response is `501 NOT_SUPPORTED`. Default true.
   */
  readonly dryRun?: boolean
  readonly successMessage?: string
  /** Default 100. */
  readonly order?: number
  readonly tags?: readonly string[]
  readonly deprecated?: Deprecation
}

/** An action on one record, on each of many, or on none. */
export type ActionKind = 'ITEM' | 'BULK' | 'COLLECTION'

/** An action as data: what the compiler of the model reads. */
export interface ActionData extends ActionOptions {
  readonly perform: (call: never) => unknown
}

export interface Action<Kind extends ActionKind = ActionKind, Req = unknown, Res = unknown>
  extends ActionData {
  /** Static types only; never set. */
  readonly types?: { readonly kind: Kind; readonly request: Req; readonly response: Res }
}
export type Actions = Readonly<Record<string, Action>>
