/** The arguments of actions and hooks, which run inside one transaction. */
import type { ActionKind, ShapeValues } from './actions.js'
import type { Column } from './column.js'
import type { Entities, FieldsOf, KeyOf, OutAt, Walk } from './paths.js'
import type { Principal } from './principal.js'
import type { BelongsTo } from './relations.js'

type OrNull<T, Null> = Null extends true ? T | null : T

/** A row of an entity: its columns, and the key of each to-one relation. */
export type RowOf<S extends Entities, E extends keyof S> = {
  readonly [K in keyof FieldsOf<S, E> as FieldsOf<S, E>[K] extends Column | BelongsTo
    ? K
    : never]: FieldsOf<S, E>[K] extends Column<infer _K, infer Out, infer _I, infer Null>
    ? OrNull<Out, Null>
    : FieldsOf<S, E>[K] extends BelongsTo<infer To, infer Null>
      ? OrNull<ReferencedBy<S, FieldsOf<S, E>[K], To>, Null>
      : never
}
/** The values of a foreign key: of the unique column that it refers to, or of the primary key. */
type ReferencedBy<S extends Entities, R, To extends string> = R extends {
  readonly references: infer Unique extends string
}
  ? OutAt<Walk<S, To, Unique>>
  : KeyOf<S, To>
/** Columns to write. */
export type ChangesOf<S extends Entities, E extends keyof S> = Partial<RowOf<S, E>>

/** A resource, as far as its static types matter here. */
interface Typed<Response = unknown, Create = unknown, Update = unknown, Filter = unknown> {
  readonly schema: object
  readonly data: object
  readonly types?: {
    readonly response: Response
    readonly create: Create
    readonly update: Update
    readonly filter: Filter
  }
}

/** Resources of the application, in the same transaction and as the caller sees them. */
export interface ResourceAccess {
  /** Undefined if the record does not exist or is not visible to the caller. */
  find<R>(resource: Typed<R>, id: string | number): Promise<R | undefined>
  /** Returns records in the default order, at most `limit` (default 100, maximum 1 000). */
  filter<R, F>(
    resource: Typed<R, unknown, unknown, F>,
    filter: F,
    limit?: number,
  ): Promise<readonly R[]>
  create<R, C>(resource: Typed<R, C>, body: C): Promise<R>
  update<R, U>(resource: Typed<R, unknown, U>, id: string | number, body: U): Promise<R>
  delete(resource: Typed, id: string | number): Promise<void>
}

export interface Refusal {
  /** Shown to users. Default: derived from the code. */
  readonly message?: string
  /** Member of the request that caused the refusal. */
  readonly target?: string
}

/** What all code of a contract gets. */
export interface CallContext {
  readonly principal: Principal
  /** The time of the request. */
  readonly now: Date
  /**
   * The caller tries the request: all that the transaction writes is undone, and no callback
   * runs. Code must not have effects outside of the transaction then.
   */
  readonly dryRun: boolean
  /** Aborted when the client no longer waits for the response. */
  readonly signal: AbortSignal
  readonly tx: ResourceAccess
  /**
   * Runs after the commit, and never in a dry run. Its errors are logged and do not change the
   * response.
   */
  afterCommit(work: () => unknown): void
  /** `throw call.refuse('already-paid')` rolls back and responds `400 BUSINESS_RULE_VIOLATION`. */
  refuse(reason: string, details?: Refusal): Error
}

/** The argument of an action on a record, or on each of many. The record is locked. */
export interface ActionCall<
  S extends Entities = Entities,
  E extends keyof S = string,
  Shape = Record<never, never>,
  Kind extends ActionKind = 'ITEM',
> extends CallContext {
  readonly request: ShapeValues<Shape>
  readonly record: RowOf<S, E>
  /** Writes columns of the record and increments its version. */
  update(changes: ChangesOf<S, E>): Promise<void>
  /** Static types only; never set. */
  readonly types?: { readonly kind: Kind; readonly shape: Shape }
}

/** The argument of an action on no record. */
export interface CollectionCall<Shape = Record<never, never>> extends CallContext {
  readonly request: ShapeValues<Shape>
  /** Static types only; never set. */
  readonly types?: { readonly kind: 'COLLECTION'; readonly shape: Shape }
}

/**
 * The argument of `beforeWrite`, which runs after all checks of a create, update or delete. `Names`
 * are the ids of intents and actions; with them, `operation === 'delete'` tells a delete apart.
 */
export type WriteCall<
  S extends Entities = Entities,
  E extends keyof S = string,
  Names extends string = string,
> = SaveCall<S, E, Names> | DeleteCall<S, E>

interface SaveCall<S extends Entities, E extends keyof S, Names extends string>
  extends CallContext {
  /** Name of the operation, or id of the intent or action that writes. */
  readonly operation: 'create' | 'update' | 'restore' | Names
  /** The stored record, locked. Undefined in a create. */
  readonly record: RowOf<S, E> | undefined
  /** The columns that will be written. */
  readonly changes: ChangesOf<S, E>
  /** Adds columns to the write, or replaces their values. */
  set(changes: ChangesOf<S, E>): void
}

interface DeleteCall<S extends Entities, E extends keyof S> extends CallContext {
  readonly operation: 'delete'
  readonly record: RowOf<S, E>
  /** A delete changes no columns: always empty. */
  readonly changes: ChangesOf<S, E>
  /** A delete writes no column: the record is removed. The function throws an error. */
  readonly set: never
}

/** A resource class, as `resourceClass` of a schema makes it. */
interface ClassOf<S extends Entities, E extends keyof S> {
  readonly types?: { readonly entities: S; readonly entity: E }
}
/** `approve(call: ActionCallOf<typeof Base, typeof Decision>)` */
export type ActionCallOf<B, Shape = Record<never, never>> =
  B extends ClassOf<infer S, infer E> ? ActionCall<S, E, Shape> : never
export type BulkCallOf<B, Shape = Record<never, never>> =
  B extends ClassOf<infer S, infer E> ? ActionCall<S, E, Shape, 'BULK'> : never
export type WriteCallOf<B, Names extends string = string> =
  B extends ClassOf<infer S, infer E> ? WriteCall<S, E, Names> : never
