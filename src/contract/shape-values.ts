/** The bodies of a resource: static types that are inferred from its shapes. */
import type { Column } from './column.js'
import type { FilterField } from './filter/definition.js'
import type { DeletedChoice, DeletedField } from './filter/deleted.js'
import type { Combined } from './filter/expressions.js'
import type { RelatedFilter } from './filter/related.js'
import type { SearchField } from './filter/search.js'
import type { FilterOperation, OperandOf } from './filter/table.js'
import type { Entities, FieldsOf, Here, InAt, KeyOf, OutAt, ToMany, Walk } from './paths.js'
import type { BelongsTo, ManyToMany, Owns } from './relations.js'
import type { Count, Ids, List, Owned } from './shapes.js'

type Simplify<T> = { [K in keyof T]: T[K] } & {}

export type ResponseOf<S extends Entities, E extends keyof S, R> = {
  readonly [K in keyof R]: R[K] extends Count
    ? number
    : R[K] extends Ids<infer P>
      ? readonly IdOf<S, E, P>[]
      : R[K] extends List<infer P, infer M>
        ? readonly ListRow<S, E, P, M>[]
        : OutAt<Walk<S, E, Here<K, R[K]>>>
}
type IdOf<S extends Entities, E extends keyof S, P extends string> =
  Walk<S, E, P> extends {
    readonly end: infer R extends ToMany
  }
    ? KeyOf<S, R['to']>
    : never
/** Items of owned rows also have their id. */
type ListRow<S extends Entities, E extends keyof S, P extends string, M> =
  Walk<S, E, P> extends {
    readonly end: infer R extends ToMany
  }
    ? R['to'] extends keyof S
      ? { readonly [K in keyof M]: OutAt<Walk<S, R['to'], Here<K, M[K]>>> } & (R extends Owns
          ? { readonly id: KeyOf<S, R['to']> }
          : unknown)
      : never
    : never

/** The value of a write shape's member, and whether creates and updates may leave it out. */
export type WriteAt<
  S extends Entities,
  E extends keyof S,
  P extends string,
> = P extends `${infer Head}.${infer Rest}`
  ? Head extends keyof FieldsOf<S, E>
    ? FieldsOf<S, E>[Head] extends BelongsTo<infer To, infer Null>
      ? WriteValue<ReferenceAt<S, FieldsOf<S, E>[Head], To, Rest>, Null, Null, never>
      : FieldsOf<S, E>[Head] extends ManyToMany<infer To>
        ? [KeyAt<S, To, Rest>] extends [never]
          ? never
          : WriteValue<readonly KeyAt<S, To, Rest>[], true, true, never>
        : never
    : never
  : P extends keyof FieldsOf<S, E>
    ? FieldsOf<S, E>[P] extends Column<
        infer _K,
        infer Out,
        infer In,
        infer Null,
        infer Optional,
        infer R
      >
      ? R['generated'] extends true
        ? never
        : WriteValue<In, Null, Optional, null extends Out ? null : never>
      : never
    : never
/** The value of a foreign key: of the unique column that it refers to, or of the primary key. */
type ReferenceAt<S extends Entities, R, To extends string, Field extends string> = R extends {
  readonly references: infer Unique extends string
}
  ? Field extends Unique
    ? InAt<Walk<S, To, Field>>
    : never
  : KeyAt<S, To, Field>
/** The value of a primary key. */
type KeyAt<S extends Entities, To extends string, Field extends string> = To extends keyof S
  ? Field extends keyof FieldsOf<S, To>
    ? FieldsOf<S, To>[Field] extends Column<
        infer _K,
        infer _O,
        infer In,
        infer _N,
        infer _G,
        infer R
      >
      ? R['key'] extends true
        ? In
        : never
      : never
    : never
  : never
/** `Kept` is null if a null that was read may be sent back, which keeps the stored value. */
type WriteValue<T, Null, Optional, Kept> = [T] extends [never]
  ? never
  : {
      readonly value: Null extends true ? T | null : T
      readonly kept: Kept
      readonly null: Null
      readonly optional: Optional
    }

type ValueOf<W> = W extends { readonly value: infer V } ? V : never
type ChangeOf<W> = W extends { readonly value: infer V; readonly kept: infer K } ? V | K : never
type OptionalKeys<T, Flag extends 'null' | 'optional'> = {
  [K in keyof T]: T[K] extends Readonly<Record<Flag, true>> ? K : never
}[keyof T]
type Written<S extends Entities, E extends keyof S, W, Mode extends OwnedMode> = {
  [K in keyof W]: W[K] extends Owned<infer P, infer M, infer R>
    ? OwnedValue<OwnedList<S, OwnedEntity<S, E, P>, M, Mode>, R>
    : WriteAt<S, E, Here<K, W[K]>>
}
type OwnedMode = 'create' | 'update' | 'intent'
/** A list may be left out, unless the shape requires it; it is never null. */
interface OwnedValue<List, Required> {
  readonly value: List
  readonly kept: never
  readonly null: Required extends true ? false : true
  readonly optional: Required extends true ? false : true
}
type OwnedList<S extends Entities, E extends keyof S, M, Mode extends OwnedMode> =
  | readonly OwnedItem<S, E, M, Mode>[]
  | (Mode extends 'intent' ? OwnedChanges<S, E, M> : never)
type OwnedItem<
  S extends Entities,
  E extends keyof S,
  M,
  Mode extends OwnedMode,
> = Mode extends 'create'
  ? CreateOf<S, E, M>
  : Body<Written<S, E, M, 'update'>, 'optional'> & { readonly id?: KeyOf<S, E> | null }
/** What an intent changes of a list: every item that it does not name stays. */
export interface OwnedChanges<S extends Entities, E extends keyof S, M> {
  readonly add?: readonly CreateOf<S, E, M>[]
  readonly update?: readonly (IntentOf<S, E, M> & { readonly id: KeyOf<S, E> })[]
  readonly remove?: readonly KeyOf<S, E>[]
}
type Body<T, Flag extends 'null' | 'optional'> = Simplify<
  {
    readonly [K in Exclude<keyof T, OptionalKeys<T, Flag>>]: Flag extends 'null'
      ? ChangeOf<T[K]>
      : ValueOf<T[K]>
  } & {
    readonly [K in OptionalKeys<T, Flag>]?: ValueOf<T[K]> | null
  }
>
export type CreateOf<S extends Entities, E extends keyof S, W> = Body<
  Written<S, E, W, 'create'>,
  'optional'
>
export type UpdateOf<S extends Entities, E extends keyof S, W> = Body<
  Written<S, E, W, 'update'>,
  'null'
>
export type IntentOf<S extends Entities, E extends keyof S, W> = {
  readonly [K in keyof W]?: ChangeOf<Written<S, E, W, 'intent'>[K]>
}

type Range<V> =
  | readonly [V | null, (V | null)?]
  | { readonly from?: V | null; readonly to?: V | null }
type OperandType<O extends FilterOperation, V> = {
  value: V
  text: string
  list: readonly (V extends readonly (infer Item)[] ? NonNullable<Item> : V)[]
  range: Range<V>
  switch: boolean
  flag: boolean
  day: string
  days: number
  size: number
}[OperandOf<O>]
/** With expressions, payloads can be combined, and so can the criteria over related rows. */
export type FilterOf<
  S extends Entities,
  E extends keyof S,
  F,
  Expressions = false,
> = Expressions extends true
  ? Combined<FilterMembers<S, E, F, Expressions>>
  : FilterMembers<S, E, F, Expressions>
type FilterMembers<S extends Entities, E extends keyof S, F, Expressions> = {
  readonly [K in keyof F]?: F[K] extends DeletedField
    ? DeletedChoice | null
    : F[K] extends SearchField
      ? string | null
      : F[K] extends RelatedFilter<infer P, infer M>
        ? FilterOf<S, RelatedEntity<S, E, P>, M, Expressions> | null
        : F[K] extends FilterField<infer O extends FilterOperation, infer P>
          ? OperandType<O, InAt<Walk<S, E, Here<K, P>>>> | null
          : never
}

/** The entity whose rows a relation of `E` owns. */
export type OwnedEntity<
  S extends Entities,
  E extends keyof S,
  P extends string,
> = P extends keyof FieldsOf<S, E>
  ? FieldsOf<S, E>[P] extends Owns<infer To>
    ? Extract<To, keyof S>
    : never
  : never

/** The entity of the rows at the end of a path. */
export type RelatedEntity<S extends Entities, E extends keyof S, P extends string> =
  Walk<S, E, P> extends { readonly end: infer R extends ToMany; readonly many: false }
    ? Extract<R['to'], keyof S>
    : never
