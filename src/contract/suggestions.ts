/**
 * Paths that an editor suggests while a contract is typed. The type of a path is `string` only
 * while it is completed; in a program that is checked it is the literal that was written.
 */
import type { Entities, FieldsOf } from './paths.js'

/** Relations that a suggested path follows, at most; longer paths are accepted as well. */
type One = readonly [1]
type Two = readonly [1, 1]

// One member identifies a kind of field: to compare whole types takes much longer.
interface AnyColumn {
  readonly is: 'column'
}
interface ToOne {
  readonly type: 'belongsTo' | 'hasOne'
}
interface ToMany {
  readonly type: 'hasMany' | 'manyToMany'
}
interface AnyRelation {
  readonly is: 'relation'
}

/** Paths to fields of this form, over these relations. */
type PathsTo<
  S extends Entities,
  E extends keyof S,
  End,
  Over,
  Left extends readonly unknown[],
> = Left extends readonly [unknown, ...infer Rest]
  ? NamesOf<FieldsOf<S, E>, End> | HopsOf<S, FieldsOf<S, E>, End, Over, Rest>
  : NamesOf<FieldsOf<S, E>, End>
/** A condition, because the compiler remembers the results of conditions. */
type NamesOf<Fields, Form> = Fields extends object
  ? { [K in keyof Fields & string]: Fields[K] extends Form ? K : never }[keyof Fields & string]
  : never
type HopsOf<
  S extends Entities,
  Fields,
  End,
  Over,
  Left extends readonly unknown[],
> = Fields extends object
  ? {
      [K in NamesOf<Fields, Over>]: Fields[K] extends { readonly to: infer To extends keyof S }
        ? `${K}.${PathsTo<S, To, End, Over, Left>}`
        : never
    }[NamesOf<Fields, Over>]
  : never

/** The compiler makes these for each resource, too, so they follow one relation. */
export type ColumnPaths<S extends Entities, E extends keyof S> = E extends keyof S
  ? PathsTo<S, E, AnyColumn, ToOne, One>
  : never
export type CollectionPaths<S extends Entities, E extends keyof S> = PathsTo<
  S,
  E,
  ToMany,
  ToOne,
  One
>

/** Paths that filter operations take. Which of them an operation takes is checked later. */
export type FilterPaths<S extends Entities, E extends keyof S> = PathsTo<
  S,
  E,
  object,
  AnyRelation,
  Two
>

/** What a body can write: own columns, and the keys of relations. */
export type WritePaths<S extends Entities, E extends keyof S> = WriteNames<S, FieldsOf<S, E>>
type WriteNames<S extends Entities, Fields> = {
  [K in keyof Fields & string]: Fields[K] extends AnyColumn
    ? Fields[K] extends HasRole<'generated'>
      ? never
      : K
    : Fields[K] extends { readonly type: 'belongsTo' | 'manyToMany'; readonly to: infer To }
      ? `${K}.${To extends keyof S ? ReferenceNames<Fields[K], FieldsOf<S, To>> : never}`
      : never
}[keyof Fields & string]
interface HasRole<Name extends string> {
  readonly types?: { readonly role: { readonly [N in Name]: true } }
}
type ReferenceNames<F, Fields> = F extends { readonly references: infer Name extends string }
  ? Name
  : KeyNames<Fields>
type KeyNames<Fields> = NamesOf<Fields, HasRole<'key'>>
