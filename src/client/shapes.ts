/** The types of one resource, as its client needs them, and the names of all resources. */
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
import type { CountedPage, Page } from '../wire/page.js'

export type Id = string | number

export interface Shapes {
  readonly record: unknown
  readonly create: unknown
  readonly update: unknown
  readonly delete: boolean
  readonly batch: boolean
  readonly import: boolean
  /** Whether pages have exact totals unless a request prefers another count. */
  readonly exact: boolean
  readonly intents: object
  readonly actions: object
  readonly filter: unknown
  readonly id: unknown
  readonly sort: string
  readonly cell: string
  readonly optionSources: object
  readonly stats: string
}

/** An item of a batch. `version` is the number that an outcome has, or an `etag`. */
export type BatchItem<T extends Shapes> =
  | ([keyof T['create']] extends [never]
      ? never
      : { readonly operation: 'CREATE'; readonly data: T['create'] })
  | ([keyof T['update']] extends [never]
      ? never
      : {
          readonly operation: 'UPDATE'
          readonly id: T['id']
          readonly version?: number | string | undefined
          readonly data: T['update']
        })

/** Members of a record beside its fields. */
export interface RecordFacts {
  readonly datasetVersion?: string
  readonly _links?: Links
}

/** The type parameter of `createClient<typeof resources>`. */
export type Resources = readonly Resource[] | Readonly<Record<string, Resource>>

type NameOf<R, Name extends string> =
  NamesOf<R> extends Readonly<Record<Name, infer Value extends string>> ? Value : never
/** Copies a type member by member: compiler messages and editors then show its members. */
type Flat<T> = T extends infer U ? { [K in keyof U]: U[K] } : never

/**
 * The conditions are repeated, because the compiler would show the name of a shared type instead.
 */
export interface ShapesOf<R> extends Shapes {
  readonly record: Flat<ResponseType<R> & RecordFacts>
  readonly create: Flat<CreateType<R>>
  readonly update: Flat<UpdateType<R>>
  readonly delete: NamesOf<R> extends { readonly delete: true } ? true : false
  readonly batch: NamesOf<R> extends { readonly batch: false } ? false : true
  readonly import: NamesOf<R> extends { readonly import: false } ? false : true
  readonly exact: NamesOf<R> extends { readonly count: 'estimated' | 'none' } ? false : true
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

/** A page as a resource returns it when the request prefers no count. */
export type PageFor<T extends Shapes> = T['exact'] extends true
  ? Page<T['record']>
  : CountedPage<T['record']>

/** Ids of actions on one record; `CollectionActions` are on the collection, or in bulk. */
export type ItemActions<A> = {
  [K in keyof A]: A[K] extends ActionType<'ITEM', infer _B, infer _A> ? K : never
}[keyof A] &
  string
export type CollectionActions<A> = Exclude<keyof A & string, ItemActions<A>>

/** The request body of an action; that of a bulk action includes the ids of its records. */
export type BodyOf<A, Key> =
  A[keyof A & Key] extends ActionType<infer Kind, infer Body, infer _A>
    ? Kind extends 'BULK'
      ? Flat<Body & { readonly ids: readonly Id[] }>
      : Flat<Body>
    : never
export type ResultOf<A, Key> =
  A[keyof A & Key] extends ActionType<infer _K, infer _B, infer Result> ? Result : never

type OneOf<R extends Resources> = R extends readonly (infer One)[] ? One : R[keyof R]

export type ByKey<R extends Resources> = {
  readonly [One in OneOf<R> as NameOf<One, 'key'>]: One
}

/** Paths that contracts declare. The client cannot know them, so its options repeat them. */
type DeclaredPaths<R extends Resources> = {
  readonly [One in OneOf<R> as [NameOf<One, 'path'>] extends [never]
    ? never
    : NameOf<One, 'key'>]: NameOf<One, 'path'>
}
type Paths<R extends Resources> = DeclaredPaths<R> & {
  readonly [K in Exclude<keyof ByKey<R>, keyof DeclaredPaths<R>>]?: `/${string}`
}
/** Paths of resources. Default: `/api/` and the key with `/` for `.`. */
export type PathOptions<R extends Resources> = [keyof DeclaredPaths<R>] extends [never]
  ? { readonly paths?: Flat<Paths<R>> }
  : { readonly paths: Flat<Paths<R>> }
