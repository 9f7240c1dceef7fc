/** A resource: an entity as the API shows it. Everything else is derived from this one declaration. */
import type { Actions } from './actions.js'
import type { WriteCall } from './calls.js'
import type { Column } from './columns.js'
import type { Deprecations } from './deprecation.js'
import type { FilterField } from './filter-operations.js'
import type { Guards, PublicOperations } from './guards.js'
import type { ActionTypes, MethodTypes, Patch, PatchTypes } from './members.js'
import type { GuardedOperation, ResourceOperation, ShapedOperation } from './operation-names.js'
import type { CheckOptionSources, OptionSources } from './option-sources.js'
import type { Entities, FieldsOf, Here, KeyOf, Walk } from './paths.js'
import type {
  CheckFilter,
  CheckResponse,
  CheckWrite,
  Count,
  CreateOf,
  FilterOf,
  FilterShape,
  IntentOf,
  ResponseOf,
  ResponseShape,
  SuggestedResponse,
  UpdateOf,
  WriteShape,
} from './shapes.js'
import type { CheckStats, StatsFields, StatsModes } from './stats.js'
import type { Surfaces } from './surfaces.js'

/** A rule over the values of a form, as JSON Logic: `{ '==': [{ var: 'kind' }, 'SICK'] }`. */
export type JsonLogic = boolean | { readonly [operation: string]: unknown }

/** What a field tells the people who see it; explicit hints win over what is derived. */
export interface FieldHints {
  readonly label?: string
  readonly description?: string
  readonly placeholder?: string
  readonly helpText?: string
  readonly group?: string
  readonly order?: number
  readonly width?: string
  readonly mask?: string
  readonly hidden?: boolean
  readonly formHidden?: boolean
  readonly tableHidden?: boolean
  readonly readOnly?: boolean
  readonly compact?: boolean
  readonly controlType?: string
  /** The field is shown where the rule holds. */
  readonly conditionalDisplay?: JsonLogic
  /** The field must be filled in where the rule holds; the service does not check it. */
  readonly conditionalRequired?: JsonLogic
  /** How the value is shown, in the terms of the client. */
  readonly valuePresentation?: { readonly [member: string]: unknown }
  /** The field that the choice depends on. Default: as the option source says. */
  readonly dependentField?: string
  /** Whether a change of that field clears this one. */
  readonly resetOnDependentChange?: boolean
}

export interface Example<T = unknown> {
  readonly summary?: string
  readonly description?: string
  readonly value: T
}
export type Examples<T = unknown> = Readonly<Record<string, Example<T>>>

export interface IntentData {
  readonly title: string
  readonly description?: string
  readonly fields: WriteShape
}

/** A resource as data: what the compiler of the model reads. */
export interface ResourceData {
  readonly entity: string
  readonly key: string
  readonly group?: string
  readonly path?: string
  readonly title?: string
  readonly description?: string
  readonly readOnly?: boolean
  readonly requireVersion?: boolean
  readonly response: ResponseShape
  readonly create?: WriteShape
  readonly update?: WriteShape
  readonly delete?: boolean
  readonly intents?: Readonly<Record<string, IntentData>>
  readonly filter: FilterShape
  readonly defaultSort: readonly string[]
  readonly optionLabel?: string
  readonly optionSources?: OptionSources
  readonly stats?: StatsFields
  readonly statsModes?: StatsModes
  readonly deprecated?: Deprecations
  readonly surfaces?: Surfaces
  readonly stateField?: string
  readonly public?: PublicOperations
  readonly guards?: Guards
  readonly actions?: Actions
  readonly beforeWrite?: (call: never) => unknown
  /** False for a class without `@ApiResource`. */
  readonly isMarked?: boolean
  /** Members of a class that have one name on the wire, as `actions.close-all`. */
  readonly repeated?: readonly string[]
  readonly hints?: Readonly<Record<string, FieldHints>>
  readonly examples?: Readonly<Record<string, Examples>>
}

export interface Resource<
  S extends Entities = Entities,
  Response = unknown,
  Create = unknown,
  Update = unknown,
  Intents = unknown,
  Filter = unknown,
  Names = unknown,
  Act = unknown,
> {
  readonly schema: { readonly entities: S }
  readonly data: ResourceData
  /** Static types only; never set. */
  readonly types?: {
    readonly response: Response
    readonly create: Create
    readonly update: Update
    readonly intents: Intents
    readonly filter: Filter
    readonly names: Names
    readonly actions: Act
  }
}

/** `type Employee = ResponseType<typeof employees>` */
export type ResponseType<R> = TypesOf<R>['response']
export type CreateType<R> = TypesOf<R>['create']
export type UpdateType<R> = TypesOf<R>['update']
export type FilterType<R> = TypesOf<R>['filter']
export type IntentType<R, I extends keyof TypesOf<R>['intents']> = TypesOf<R>['intents'][I]
/** `NamesOf<typeof employees>['key']` */
export type NamesOf<R> = TypesOf<R>['names']
export type IntentsOf<R> = TypesOf<R>['intents']
/** What the actions of a resource take and answer, by id. */
export type ActionsOf<R> = TypesOf<R>['actions']
type TypesOf<R> =
  R extends Resource<infer _S, infer A, infer B, infer C, infer D, infer E, infer N, infer W>
    ? {
        response: A
        create: B
        update: C
        intents: D & PatchTypes<R>
        filter: E
        names: N
        actions: W & MethodTypes<R, A>
      }
    : never

/** What a client names a resource and its parts by, as literal types. */
export interface ResourceNames<
  S extends Entities,
  E extends keyof S,
  K extends string,
  P extends string,
  R,
  F,
  O,
  T,
  D,
> {
  readonly key: K
  /** Never where it follows from the key. */
  readonly path: P
  /** Not a name, but the type of the ids. */
  readonly id: KeyOf<S, E>
  readonly sort:
    | OrderedOfResponse<S, E, R>[keyof R & string]
    | OrderedOfFilter<S, E, F>[Exclude<keyof F, keyof R> & string]
  /** Fields that an export has a column for. */
  readonly cell: Cells<R>[keyof R & string]
  /** The further sort keys of each option source. */
  readonly optionSources: {
    readonly [M in keyof O]: O[M] extends { readonly sorts: infer Sorts }
      ? keyof Sorts & string
      : never
  }
  readonly stats: keyof T & string
  /** Not a name: whether records can be deleted. */
  readonly delete: D
}

/** Objects, whose members are looked up where they are used: so the compiler's messages show the names. */
type Cells<R> = { [K in keyof R]: R[K] extends string | Count ? K : never }
type OrderedOfResponse<S extends Entities, E extends keyof S, R> = {
  [K in keyof R]: R[K] extends Count ? K : IfOrdered<Walk<S, E, Here<K, R[K]>>, K>
}
type OrderedOfFilter<S extends Entities, E extends keyof S, F> = {
  [K in keyof F]: F[K] extends FilterField<infer _O, infer P>
    ? IfOrdered<Walk<S, E, Here<K, P>>, K>
    : never
}
type IfOrdered<W, Name> = W extends { readonly end: Column<infer Kind>; readonly many: false }
  ? Kind extends 'json'
    ? never
    : Name
  : never

type SortTerm<N extends string> = N | `-${N}`

/** `Intents` are the names of its intents; those that a class declares are checked at start. */
export interface ResourceSpec<
  S extends Entities,
  E extends keyof S,
  K extends string,
  P extends string,
  R extends ResponseShape,
  C extends WriteShape,
  U extends WriteShape,
  I extends Readonly<Record<string, WriteShape>>,
  F extends FilterShape,
  O extends OptionSources,
  T extends StatsFields,
  W extends Actions = Actions,
  D extends boolean = boolean,
  Intents extends string = keyof NoInfer<I> & string,
> {
  /** Unique name, `group.resource`, for example `human-resources.employees`. */
  readonly key: K
  /** API group. Default: the part of the key before its first dot. */
  readonly group?: string
  /** Base path. Default: `/api/` and the key with `/` for `.`. */
  readonly path?: P
  readonly title?: string
  readonly description?: string
  /** Default: true for a view or an immutable entity, else false. */
  readonly readOnly?: boolean
  /** Whether update, intents and delete must send `If-Match`. The entity needs a version. Default false. */
  readonly requireVersion?: boolean
  readonly response: R & CheckResponse<S, E, R>
  readonly create?: C & CheckWrite<S, E, C>
  readonly update?: U & CheckWrite<S, E, U>
  /** Whether records can be deleted, one or many at once. Default false. */
  readonly delete?: D
  /** Named partial updates, `PATCH {resource}/{id}/{intent}`. */
  readonly intents?: {
    readonly [N in keyof I]: {
      readonly title: string
      readonly description?: string
      readonly fields: I[N] & CheckWrite<S, E, I[N]>
    }
  }
  readonly filter: F & CheckFilter<S, E, F>
  /** Response fields in order of precedence, `-` for descending. The primary key is appended. */
  readonly defaultSort: readonly SortTerm<keyof R & string>[]
  /** Response field that names a record. Default: label, fullName, name, title or description. */
  readonly optionLabel?: keyof R & string
  /** What fields can be chosen from, by key: `{resource}/option-sources/{key}/options/filter`. */
  readonly optionSources?: O & CheckOptionSources<S, E, NoInfer<F>, O>
  /** Fields of the statistics, by the name that requests use: `status: category()`. */
  readonly stats?: T & CheckStats<S, E, T>
  /** Turns endpoints off, whatever the registry has. Default: `platform.stats.default-mode`. */
  readonly statsModes?: StatsModes
  /** Experiences beside those that every resource has (create, list, detail, edit), by id. */
  readonly surfaces?: Surfaces<ShapedOperation | Intents>
  /** Column of the entity that holds the state of a record, for `allowedStates`. */
  readonly stateField?: keyof FieldsOf<S, E> & string
  /** What callers without credentials may do: `read`, or operations by name. Default: nothing. */
  readonly public?: PublicOperations<ResourceOperation | Intents | (keyof NoInfer<W> & string)>
  /** Who may call an operation or intent, and when, by its name. */
  readonly guards?: Guards<GuardedOperation | Intents>
  /** Workflow actions by id, made by `action` of the schema. */
  readonly actions?: W
  /** Runs in the transaction of every create, update, intent and delete, behind its checks. */
  readonly beforeWrite?: (call: WriteCall<S, E>) => unknown
  /** What clients should leave: told in descriptions, schemas and headers. */
  readonly deprecated?: Deprecations<
    keyof NoInfer<R> | keyof NoInfer<C> | keyof NoInfer<U>,
    keyof NoInfer<F>,
    ResourceOperation | Intents | keyof NoInfer<W>
  >
  readonly hints?: {
    readonly [N in
      | keyof NoInfer<R>
      | keyof NoInfer<C>
      | keyof NoInfer<U>
      | keyof NoInfer<F>]?: FieldHints
  }
  readonly examples?: {
    readonly response?: Examples
    readonly create?: Examples<CreateOf<S, E, C>>
    readonly update?: Examples<UpdateOf<S, E, U>>
    readonly filter?: Examples<FilterOf<S, E, F>>
  }
}

/** What a specification makes: its static types are those of its shapes. */
export type ResourceOf<
  S extends Entities,
  E extends keyof S,
  K extends string,
  P extends string,
  R,
  C,
  U,
  I,
  F,
  O,
  T,
  W,
  D,
> = Resource<
  S,
  ResponseOf<S, E, R>,
  CreateOf<S, E, C>,
  UpdateOf<S, E, U>,
  { readonly [N in keyof I]: IntentOf<S, E, I[N]> },
  FilterOf<S, E, F>,
  ResourceNames<S, E, K, P, R, F, O, T, D>,
  ActionTypes<W, ResponseOf<S, E, R>>
>

export type ResourceFactory<S extends Entities> = <
  E extends keyof S & string,
  const K extends string,
  const R extends SuggestedResponse<S, E>,
  const F extends FilterShape,
  const C extends WriteShape = Record<never, never>,
  const U extends WriteShape = Record<never, never>,
  const I extends Readonly<Record<string, WriteShape>> = Record<never, never>,
  const O extends OptionSources = Record<never, never>,
  const T extends StatsFields = Record<never, never>,
  const P extends string = never,
  const W extends Actions = Record<never, never>,
  const D extends boolean = false,
>(
  entity: E,
  spec: ResourceSpec<S, E, K, P, R, C, U, I, F, O, T, W, D>,
) => ResourceOf<S, E, K, P, R, C, U, I, F, O, T, W, D>

/** What a class of a resource extends; an instance of it is the resource. */
export type ResourceClassFactory<S extends Entities> = <
  E extends keyof S & string,
  const K extends string,
  const R extends SuggestedResponse<S, E>,
  const F extends FilterShape,
  const C extends WriteShape = Record<never, never>,
  const U extends WriteShape = Record<never, never>,
  const I extends Readonly<Record<string, WriteShape>> = Record<never, never>,
  const O extends OptionSources = Record<never, never>,
  const T extends StatsFields = Record<never, never>,
  const P extends string = never,
  const W extends Actions = Record<never, never>,
  const D extends boolean = false,
>(
  entity: E,
  spec: ResourceSpec<S, E, K, P, R, C, U, I, F, O, T, W, D, string>,
) => ResourceClass<S, E, ResourceOf<S, E, K, P, R, C, U, I, F, O, T, W, D>>

export interface ResourceClass<S extends Entities, E extends keyof S, Instance> {
  new (): Instance
  /** The fields of an intent. */
  patch<const W extends WriteShape>(fields: W & CheckWrite<S, E, W>): Patch<W, IntentOf<S, E, W>>
  /** Static types only; never set. */
  readonly types?: { readonly entities: S; readonly entity: E }
}
