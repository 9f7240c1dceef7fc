/** What the code of a contract gets: workflow actions and hooks of writes, all inside one transaction. */
import type { ActionKind, ShapeValues } from './actions.js'
import type { Column } from './columns.js'
import type { Entities, FieldsOf, KeyOf } from './paths.js'
import type { Principal } from './principal.js'
import type { BelongsTo } from './relations.js'

type OrNull<T, Null> = Null extends true ? T | null : T

/** A row of an entity: its columns, and of each to-one relation the key. */
export type RowOf<S extends Entities, E extends keyof S> = {
  readonly [K in keyof FieldsOf<S, E> as FieldsOf<S, E>[K] extends Column | BelongsTo
    ? K
    : never]: FieldsOf<S, E>[K] extends Column<infer _K, infer Out, infer _I, infer Null>
    ? OrNull<Out, Null>
    : FieldsOf<S, E>[K] extends BelongsTo<infer To, infer Null>
      ? OrNull<KeyOf<S, To>, Null>
      : never
}
/** Columns to write. */
export type ChangesOf<S extends Entities, E extends keyof S> = Partial<RowOf<S, E>>

/** A resource by what its types say of it. */
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
  /** Undefined where there is none for the caller. */
  find<R>(resource: Typed<R>, id: string | number): Promise<R | undefined>
  /** In the default order, at most `limit` (default 100, at most 1 000). */
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
  /** For people. Default: made from the code. */
  readonly message?: string
  /** Member of the request to blame. */
  readonly target?: string
}

/** What every piece of a contract's code gets. */
export interface CallContext {
  readonly principal: Principal
  /** The time of the request. */
  readonly now: Date
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
  readonly tx: ResourceAccess
  /** Runs when everything is committed; what it throws is logged and changes no answer. */
  afterCommit(work: () => unknown): void
  /** `throw call.refuse('already-paid')` is answered `400 BUSINESS_RULE_VIOLATION`; nothing is changed. */
  refuse(reason: string, details?: Refusal): Error
}

/** What an action is performed with: on one record, or on each of many; it is locked. */
export interface ActionCall<
  S extends Entities = Entities,
  E extends keyof S = string,
  Shape = Record<never, never>,
  Kind extends ActionKind = 'ITEM',
> extends CallContext {
  readonly request: ShapeValues<Shape>
  readonly record: RowOf<S, E>
  /** Writes columns of the record; its version counts on. */
  update(changes: ChangesOf<S, E>): Promise<void>
  /** Static types only; never set. */
  readonly types?: { readonly kind: Kind; readonly shape: Shape }
}

/** The same of a command for no record. */
export interface CollectionCall<Shape = Record<never, never>> extends CallContext {
  readonly request: ShapeValues<Shape>
  /** Static types only; never set. */
  readonly types?: { readonly kind: 'COLLECTION'; readonly shape: Shape }
}

/** Before a record is created, updated or deleted, behind every check. */
export interface WriteCall<S extends Entities = Entities, E extends keyof S = string>
  extends CallContext {
  /** Name of the operation, or of the intent. */
  readonly operation: string
  /** As it is, locked; undefined where it is created. */
  readonly record: RowOf<S, E> | undefined
  /** What will be written; nothing where it is deleted. */
  readonly changes: ChangesOf<S, E>
  /** Writes these columns too, or instead. */
  set(changes: ChangesOf<S, E>): void
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
export type WriteCallOf<B> = B extends ClassOf<infer S, infer E> ? WriteCall<S, E> : never
