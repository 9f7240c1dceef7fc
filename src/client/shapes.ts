/** What the types of a client are made of: those of one resource, and the names of all of them. */
import type { ActionType } from '../contract/members.js'
import type {
  ActionsOf,
  CreateType,
  FilterType,
  IntentsOf,
  NamesOf,
  Resource,
  ResponseType,
  UpdateType,
} from '../contract/resource.js'
import type { Links } from '../wire/envelope.js'

export type Id = string | number

export interface Shapes {
  readonly record: unknown
  readonly create: unknown
  readonly update: unknown
  readonly delete: boolean
  readonly intents: object
  readonly actions: object
  readonly filter: unknown
  readonly id: unknown
  readonly sort: string
  readonly cell: string
  readonly optionSources: object
  readonly stats: string
}

/** Every record has these beside its fields. */
export interface RecordFacts {
  readonly datasetVersion?: string
  readonly _links?: Links
}

/** What `resources` of `createClient<typeof resources>` may be. */
export type Resources = readonly Resource[] | Readonly<Record<string, Resource>>

type NameOf<R, Name extends string> =
  NamesOf<R> extends Readonly<Record<Name, infer Value extends string>> ? Value : never
/** Member by member, so that the compiler's messages and editors show what is in it, not how it was made. */
type Flat<T> = T extends infer U ? { [K in keyof U]: U[K] } : never

/** The conditions are written out for the same reason: behind a name a union is shown by that name. */
export interface ShapesOf<R> extends Shapes {
  readonly record: Flat<ResponseType<R> & RecordFacts>
  readonly create: Flat<CreateType<R>>
  readonly update: Flat<UpdateType<R>>
  readonly delete: NamesOf<R> extends { readonly delete: true } ? true : false
  readonly intents: IntentsOf<R> & object
  readonly actions: ActionsOf<R> & object
  readonly filter: Flat<FilterType<R>>
  readonly id: NamesOf<R> extends { readonly id: infer Value } ? Value : never
  readonly sort: NamesOf<R> extends { readonly sort: infer Name extends string } ? Name : never
  readonly cell: NamesOf<R> extends { readonly cell: infer Name extends string } ? Name : never
  readonly optionSources: NamesOf<R> extends { readonly optionSources: infer O extends object }
    ? O
    : never
  readonly stats: NamesOf<R> extends { readonly stats: infer Name extends string } ? Name : never
}

/** Ids of actions: on one record, and on none or many. */
export type ItemActions<A> = {
  [K in keyof A]: A[K] extends ActionType<'ITEM', infer _B, infer _A> ? K : never
}[keyof A] &
  string
export type CollectionActions<A> = Exclude<keyof A & string, ItemActions<A>>

/** What an action takes; a bulk action the ids of its records too. */
export type BodyOf<A, Key> =
  A[keyof A & Key] extends ActionType<infer Kind, infer Body, infer _A>
    ? Kind extends 'BULK'
      ? Flat<Body & { readonly ids: readonly Id[] }>
      : Flat<Body>
    : never
export type AnswerOf<A, Key> =
  A[keyof A & Key] extends ActionType<infer _K, infer _B, infer Answer> ? Answer : never

type OneOf<R extends Resources> = R extends readonly (infer One)[] ? One : R[keyof R]

export type ByKey<R extends Resources> = {
  readonly [One in OneOf<R> as NameOf<One, 'key'>]: One
}

/** Paths that contracts declare: the client cannot know them, so they must be said again. */
type DeclaredPaths<R extends Resources> = {
  readonly [One in OneOf<R> as [NameOf<One, 'path'>] extends [never]
    ? never
    : NameOf<One, 'key'>]: NameOf<One, 'path'>
}
type Paths<R extends Resources> = DeclaredPaths<R> & {
  readonly [K in Exclude<keyof ByKey<R>, keyof DeclaredPaths<R>>]?: `/${string}`
}
/** Where resources are, if not at `/api/` and their key with `/` for `.`. */
export type PathOptions<R extends Resources> = [keyof DeclaredPaths<R>] extends [never]
  ? { readonly paths?: Flat<Paths<R>> }
  : { readonly paths: Flat<Paths<R>> }
