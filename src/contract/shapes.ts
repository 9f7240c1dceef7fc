/** The shapes of a resource: declared as data, with their static types inferred. */
import type { Column } from './columns.js'
import type { FilterField } from './filter/definition.js'
import type { DeletedChoice, DeletedField } from './filter/deleted.js'
import type { Combined } from './filter/expressions.js'
import type { RelatedFilter } from './filter/related.js'
import type { SearchField } from './filter/search.js'
import type { FilterOperation, KindsOf, OperandOf } from './filter/table.js'
import type { Entities, FieldsOf, Here, InAt, KeyOf, KindAt, OutAt, ToMany, Walk } from './paths.js'
import type { BelongsTo, ManyToMany, Owns } from './relations.js'
import type { CollectionPaths, ColumnPaths, FilterPaths, WritePaths } from './suggestions.js'
import type { Wrong } from './wrong.js'

/** The number of rows of a collection. */
export interface Count<P extends string = string> {
  readonly is: 'count'
  readonly path: P
}
/** The ids of the rows of a collection, ascending. */
export interface Ids<P extends string = string> {
  readonly is: 'ids'
  readonly path: P
}
/** The rows of a collection as objects, in the order of their ids. */
export interface List<P extends string = string, M extends ListMembers = ListMembers> {
  readonly is: 'list'
  readonly path: P
  readonly members: M
}
export type ListMembers = Readonly<Record<string, string>>
/** The rows that a record owns, as a body has them. */
export interface Owned<P extends string = string, M = unknown, R extends boolean = boolean> {
  readonly is: 'owned'
  readonly path: P
  readonly members: M
  readonly required: R
}

/** `skillCount: count('skills')` */
export const count = <const P extends string>(path: P): Count<P> => ({ is: 'count', path })
/** `skillIds: ids('skills')` */
export const ids = <const P extends string>(path: P): Ids<P> => ({ is: 'ids', path })
/** `dependents: list('dependents', { fullName: '.', birthDate: '.' })` */
export const list = <const P extends string, const M extends ListMembers>(
  path: P,
  members: M,
): List<P, M> => ({ is: 'list', path, members })

/**
 * The rows that a record owns, in a create, update or intent. The members are those of a write
 * shape of the owned entity, without the reference to the owner and the position.
 *
 * @example
 * lines: owned('lines', { productId: 'product.id', quantity: '.' })
 */
export const owned = <
  const P extends string,
  const M extends WriteShape,
  const R extends boolean = false,
>(
  path: P,
  members: M,
  options?: {
    /** A create or update must have the list. Default: a list that is left out is kept. */
    readonly required?: R
  },
): Owned<P, M, R> => ({
  is: 'owned',
  path,
  members,
  required: (options?.required ?? false) as R,
})

export type ResponseEntry = string | Count | Ids | List
export type ResponseShape = Readonly<Record<string, ResponseEntry>>
/**
 * `.` own column, `department.id` the reference, `skills.id` the linked ids of a many-to-many,
 * `owned('lines', …)` the rows that the record owns.
 */
export type WriteShape = Readonly<Record<string, string | Owned>>
export type FilterShape = Readonly<Record<string, FilterField>>

// ---------- checks: an error is a type that the compiler shows ----------

export type CheckResponse<S extends Entities, E extends keyof S, R> = {
  readonly [K in keyof R]: R[K] extends Count<infer P>
    ? CheckCollection<S, E, P, R[K]>
    : R[K] extends Ids<infer P>
      ? CheckCollection<S, E, P, R[K]>
      : R[K] extends List<infer P, infer M>
        ? CheckList<S, E, P, M, R[K]>
        : [Extract<R[K], string>] extends [never]
          ? Wrong<'not a path, count(), ids() or list(); a view can compute other values'>
          : IsCollection<Walk<S, E, Here<K, R[K]>>> extends true
            ? Wrong<`many values: ${Here<K, R[K]>}; use count(), ids(), list() or a column of a view`>
            : CheckColumn<S, E, Here<K, R[K]>, R[K]>
}
/** True for a collection, and for columns behind one. */
type IsCollection<W> = [W] extends [never]
  ? false
  : W extends { readonly many: true } | { readonly end: ToMany }
    ? true
    : false
/** True for columns of the entity itself or behind to-one relations. */
type IsSingleColumn<W> = [W] extends [never]
  ? false
  : W extends { readonly end: Column; readonly many: false }
    ? true
    : false
export type CheckColumn<S extends Entities, E extends keyof S, P extends string, Entry> =
  IsSingleColumn<Walk<S, E, P>> extends true
    ? Entry
    : string extends P
      ? ColumnPaths<S, E>
      : Wrong<`no column or to-one path: ${P}`>
type CheckCollection<S extends Entities, E extends keyof S, P extends string, Entry> = [
  KindAt<Walk<S, E, P>>,
] extends ['collection']
  ? [KindAt<Walk<S, E, P>>] extends [never]
    ? NoCollection<S, E, P, Entry>
    : Entry
  : NoCollection<S, E, P, Entry>
type NoCollection<S extends Entities, E extends keyof S, P extends string, Entry> = string extends P
  ? SuggestedCollection<S, E, Entry>
  : Wrong<`not a collection: ${P}`>
/** `Entry` of a response shape with the paths of collections. */
type SuggestedCollection<S extends Entities, E extends keyof S, Entry> = Entry extends Count
  ? Count<CollectionPaths<S, E>>
  : Entry extends Ids
    ? Ids<CollectionPaths<S, E>>
    : List<CollectionPaths<S, E>>
type CheckList<S extends Entities, E extends keyof S, P extends string, M, Entry> = [
  Walk<S, E, P>,
] extends [never]
  ? NoCollection<S, E, P, Entry>
  : Walk<S, E, P> extends { readonly end: infer R extends ToMany }
    ? R['to'] extends keyof S
      ? false extends {
          [K in keyof M]: IsSingleColumn<Walk<S, R['to'], Here<K, M[K]>>>
        }[keyof M]
        ? Wrong<`a member of ${P} is not a column or to-one path`>
        : Entry
      : never
    : Wrong<`not a collection: ${P}`>

/** Writable: an own column, `<to-one>.id`, or `<many-to-many>.id`. */
export type CheckWrite<S extends Entities, E extends keyof S, W> = {
  readonly [K in keyof W]: W[K] extends Owned<infer P, infer M, infer R>
    ? [OwnedEntity<S, E, P>] extends [never]
      ? Wrong<`no relation declared with owns(): ${P}`>
      : M extends CheckWrite<S, OwnedEntity<S, E, P>, M>
        ? W[K]
        : Owned<P, CheckWrite<S, OwnedEntity<S, E, P>, M>, R>
    : [WriteAt<S, E, Here<K, W[K]>>] extends [never]
      ? string extends W[K]
        ? WritePaths<S, E>
        : [Extract<W[K], string>] extends [never]
          ? Wrong<"not a path such as '.', 'department.id' or 'skills.id', nor owned(); list() and count() only read">
          : Wrong<`not writable: ${Here<K, W[K]>}`>
      : W[K]
}
/** The entity whose rows a relation of `E` owns. */
type OwnedEntity<
  S extends Entities,
  E extends keyof S,
  P extends string,
> = P extends keyof FieldsOf<S, E>
  ? FieldsOf<S, E>[P] extends Owns<infer To>
    ? Extract<To, keyof S>
    : never
  : never

export type CheckFilter<S extends Entities, E extends keyof S, F> = {
  readonly [K in keyof F]: F[K] extends DeletedField
    ? F[K]
    : F[K] extends SearchField<infer P, infer U>
      ? CheckSearch<S, E, P, U, F[K]>
      : F[K] extends RelatedFilter<infer P, infer M>
        ? CheckRelated<S, E, P, M, F[K]>
        : F[K] extends FilterField<infer O extends FilterOperation, infer P>
          ? string extends P
            ? FilterField<O, FilterPaths<S, E>>
            : CheckOperation<O, KindAt<Walk<S, E, Here<K, P>>>, Here<K, P>, F[K]>
          : F[K] extends readonly unknown[]
            ? Wrong<'a list: each filter field has one operation; declare a field for each'>
            : Wrong<'not a filter operation, for example LIKE()'>
}
/** Paths of a search that are not texts are an error. */
type CheckSearch<
  S extends Entities,
  E extends keyof S,
  P extends string,
  Using,
  Field,
> = string extends P
  ? SearchField<FilterPaths<S, E>, Using>
  : [NoTexts<S, E, P>] extends [never]
    ? Field
    : Wrong<`search takes texts; not a text: ${NoTexts<S, E, P>}`>
type NoTexts<S extends Entities, E extends keyof S, P extends string> = P extends string
  ? KindAt<Walk<S, E, P>> extends infer Kind
    ? [Kind] extends [never]
      ? P
      : Kind extends 'text'
        ? never
        : P
    : never
  : never
/** The collection at the end of a path, and the criteria over its rows. */
type CheckRelated<
  S extends Entities,
  E extends keyof S,
  P extends string,
  M extends FilterShape,
  Field,
> = [RelatedEntity<S, E, P>] extends [never]
  ? string extends P
    ? RelatedFilter<CollectionPaths<S, E>, M>
    : Wrong<`not a collection, directly or through to-one relations: ${P}`>
  : M extends CheckFilter<S, RelatedEntity<S, E, P>, M>
    ? Field
    : RelatedFilter<P, CheckFilter<S, RelatedEntity<S, E, P>, M> & FilterShape>
type RelatedEntity<S extends Entities, E extends keyof S, P extends string> =
  Walk<S, E, P> extends { readonly end: infer R extends ToMany; readonly many: false }
    ? Extract<R['to'], keyof S>
    : never
type CheckOperation<O extends FilterOperation, Kind, P extends string, Field> = [Kind] extends [
  never,
]
  ? Wrong<`no such path: ${P}`>
  : Kind extends KindsOf<O>
    ? Field
    : Wrong<`${O} does not take ${Kind & string}`>

// ---------- inferred types ----------

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
type WriteAt<
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
        infer Given,
        infer R
      >
      ? R['generated'] extends true
        ? never
        : WriteValue<In, Null, Given, null extends Out ? null : never>
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
type WriteValue<T, Null, Given, Kept> = [T] extends [never]
  ? never
  : {
      readonly value: Null extends true ? T | null : T
      readonly kept: Kept
      readonly null: Null
      readonly given: Given
    }

type ValueOf<W> = W extends { readonly value: infer V } ? V : never
type ChangeOf<W> = W extends { readonly value: infer V; readonly kept: infer K } ? V | K : never
type OptionalKeys<T, Flag extends 'null' | 'given'> = {
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
  readonly given: Required extends true ? false : true
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
  : Body<Written<S, E, M, 'update'>, 'given'> & { readonly id?: KeyOf<S, E> | null }
/** What an intent changes of a list: every item that it does not name stays. */
export interface OwnedChanges<S extends Entities, E extends keyof S, M> {
  readonly add?: readonly CreateOf<S, E, M>[]
  readonly update?: readonly (IntentOf<S, E, M> & { readonly id: KeyOf<S, E> })[]
  readonly remove?: readonly KeyOf<S, E>[]
}
type Body<T, Flag extends 'null' | 'given'> = Simplify<
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
  'given'
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
