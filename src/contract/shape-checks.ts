/** Checks of shapes by the compiler: an error is a type that it shows. */
import type { Column } from './column.js'
import type { FilterField } from './filter/definition.js'
import type { DeletedField } from './filter/deleted.js'
import type { RelatedFilter } from './filter/related.js'
import type { SearchField } from './filter/search.js'
import type { FilterOperation, KindsOf } from './filter/table.js'
import type { Entities, Here, KindAt, ToMany, Walk } from './paths.js'
import type { OwnedEntity, RelatedEntity, WriteAt } from './shape-values.js'
import type { Count, FilterShape, Ids, List, Owned } from './shapes.js'
import type { CollectionPaths, ColumnPaths, FilterPaths, WritePaths } from './suggestions.js'
import type { Wrong } from './wrong.js'

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
type CheckOperation<O extends FilterOperation, Kind, P extends string, Field> = [Kind] extends [
  never,
]
  ? Wrong<`no such path: ${P}`>
  : Kind extends KindsOf<O>
    ? Field
    : Wrong<`${O} does not take ${Kind & string}`>
