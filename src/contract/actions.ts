/** Workflow actions: business commands on a record, on many, or on none. */
import type { Column } from './column.js'
import type { Deprecation } from './deprecation.js'
import type { Guard } from './guards.js'

/**
 * Members of a body, declared like columns, or structures of such members: `{ comment: text({
 * maxLength: 500 }) }`.
 */
export type ActionShape = Readonly<Record<string, Column | Structure>>

/** An object of declared members, or a list of them. */
export interface Structure<
  M = unknown,
  Many extends boolean = boolean,
  Null extends boolean = boolean,
> {
  readonly is: 'structure'
  readonly members: M
  readonly many: Many
  readonly nullable: Null
  readonly minItems?: number
  readonly maxItems?: number
  readonly label?: string
  readonly description?: string
}

interface StructureOptions<Null extends boolean> {
  /** Default false: the member is required. */
  readonly nullable?: Null
  readonly label?: string
  readonly description?: string
}

interface ListOptions<Null extends boolean> extends StructureOptions<Null> {
  /** Default 0. */
  readonly minItems?: number
  /** Default 1 000. */
  readonly maxItems?: number
}

// `NoInfer` in the results below keeps the type that a request expects, which is any structure, out
// of the inference: without it, a structure without options is one that may be null.

/** `address: objectOf({ street: text(), city: text() })`. It may have structures of its own. */
export const objectOf = <const M extends ActionShape, const Null extends boolean = false>(
  members: M,
  options: StructureOptions<Null> = {},
): Structure<M, false, NoInfer<Null>> => ({
  ...{ is: 'structure', many: false, members, ...options },
  nullable: (options.nullable ?? false) as Null,
})

/** `parcels: listOf({ quantity: integer({ minimum: 1 }) }, { maxItems: 100 })` */
export const listOf = <const M extends ActionShape, const Null extends boolean = false>(
  members: M,
  options: ListOptions<Null> = {},
): Structure<M, true, NoInfer<Null>> => ({
  ...{ is: 'structure', many: true, members, ...options },
  nullable: (options.nullable ?? false) as Null,
})

/**
 * A member of an action that holds the id of a record of the entity. A record that is missing, or
 * not visible to the caller, is refused before the action runs.
 *
 * @example
 * lineId: refersTo('orderLines', integer())
 */
export const refersTo = <const C extends Column>(entity: string, column: C): C => ({
  ...column,
  refersTo: entity,
})

/**
 * Nullable members and members with a default may be left out; the command then gets null or the
 * default.
 */
export type ShapeValues<S> = {
  readonly [K in keyof S]: S[K] extends Structure<infer M, infer Many, infer Null>
    ? OrNull<Many extends true ? readonly ShapeValues<M>[] : ShapeValues<M>, Null>
    : ValueOf<S[K]>
}
type OrNull<T, Null> = Null extends true ? T | null : T
type ValueOf<C> =
  C extends Column<infer _K, infer Out, infer _I, infer Null> ? OrNull<Out, Null> : never
type MayBeAbsent<C> =
  C extends Structure<infer _M, infer _Many, infer Null>
    ? Null
    : C extends Column<infer _K, infer _O, infer _I, infer _N, true>
      ? true
      : false
type Sent<C> =
  C extends Structure<infer M, infer Many, infer Null>
    ? OrNull<Many extends true ? readonly ShapeBody<M>[] : ShapeBody<M>, Null>
    : C extends Column<infer _K, infer _O, infer In, infer Null>
      ? OrNull<In, Null>
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
   * Whether callers may try the action with `dryRun=true`. False for code that reaches outside of
   * the transaction: the response is `501 NOT_SUPPORTED`. Default true.
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
