/**
 * Dotted paths at the type level. A path is walked from the one literal that was written; the set
 * of all paths is never enumerated, so self relations and circles cost nothing.
 */
import type { Column, FileColumn, FileParts } from './column.js'
import type { Entity } from './entity.js'
import type { BelongsTo, HasMany, HasOne, ManyToMany, Relation } from './relations.js'

export type Entities = Readonly<Record<string, Entity>>
export type FieldsOf<S extends Entities, E extends keyof S> = S[E]['fields']
export type ToMany = HasMany | ManyToMany

type NullOf<F> =
  F extends Column<infer _K, infer _O, infer _I, infer N>
    ? N
    : F extends BelongsTo<infer _T, infer N>
      ? N
      : F extends HasOne
        ? true
        : false

/** Behind a relation to rows that some callers cannot see, every value may be null. */
type IsGuarded<E> = E extends { readonly types?: { readonly guarded: infer G } } ? G : false

/**
 * The target of a dotted path: its field, whether it can be null, and whether it has many values.
 * Or never.
 */
export type Walk<
  S extends Entities,
  E extends keyof S,
  P extends string,
  Null extends boolean = false,
  Many extends boolean = false,
> = P extends `${infer Head}.${infer Rest}`
  ? Head extends keyof FieldsOf<S, E>
    ? FieldsOf<S, E>[Head] extends infer R extends Relation
      ? R['to'] extends keyof S
        ? Walk<
            S,
            R['to'],
            Rest,
            NullOf<R> extends true ? true : IsGuarded<S[R['to']]> extends true ? true : Null,
            R extends ToMany ? true : Many
          >
        : never
      : PartOf<FieldsOf<S, E>[Head], Rest, Many>
    : never
  : P extends keyof FieldsOf<S, E>
    ? {
        readonly end: FieldsOf<S, E>[P]
        readonly null: NullOf<FieldsOf<S, E>[P]> extends true ? true : Null
        readonly many: Many
      }
    : never

/** A part of a file, such as its size. */
type PartOf<F, Part extends string, Many extends boolean> = F extends FileColumn
  ? Part extends keyof FileParts
    ? { readonly end: FileParts[Part]; readonly null: true; readonly many: Many }
    : never
  : never

/** The type of an entity's primary key. */
export type KeyOf<S extends Entities, E> = E extends keyof S
  ? {
      [K in keyof FieldsOf<S, E>]: FieldsOf<S, E>[K] extends Column<
        infer _K,
        infer Out,
        infer _I,
        infer _N,
        infer _G,
        infer Role
      >
        ? Role['key'] extends true
          ? Out
          : never
        : never
    }[keyof FieldsOf<S, E>]
  : never

/** `.` stands for the field's own name. */
export type Here<Name, P> = P extends '.' ? Name & string : P & string

export type KindAt<W> = W extends { readonly end: infer End }
  ? End extends Column<infer K>
    ? K
    : End extends ToMany
      ? 'collection'
      : End extends BelongsTo | HasOne
        ? 'reference'
        : never
  : never

type OrNull<T, N> = N extends true ? T | null : T

export type OutAt<W> = W extends {
  readonly end: Column<infer _K, infer Out>
  readonly null: infer N
}
  ? OrNull<Out, N>
  : never

export type InAt<W> = W extends { readonly end: Column<infer _K, infer _Out, infer In> }
  ? In
  : never
