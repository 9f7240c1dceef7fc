/** Specifications of resources, checked against the entities of their schema. */
import type { Actions } from './actions.js'
import type { WriteCall } from './calls.js'
import type { Deprecation, Deprecations } from './deprecation.js'
import type { Guards, PublicOperations } from './guards.js'
import type { Examples, FieldHints } from './hints.js'
import type { Patch } from './members.js'
import type { GuardedOperation, ResourceOperation, ShapedOperation } from './operation-names.js'
import type { CheckOptionSources } from './option-sources.js'
import type { Entities, FieldsOf } from './paths.js'
import type { IntentData, PageCount } from './resource.js'
import type {
  ExpressionsIn,
  FilterIn,
  Member,
  NamesIn,
  ResourceOf,
  ResponseIn,
} from './resource-types.js'
import type { RuleRecord, Rules } from './rules.js'
import type { CheckFilter, CheckResponse, CheckWrite } from './shape-checks.js'
import type { CreateOf, FilterOf, IntentOf, UpdateOf } from './shape-values.js'
import type { WriteShape } from './shapes.js'
import type { CheckStats, MinimumGroupSize, StatsModes } from './stats.js'
import type { Surfaces } from './surfaces.js'
import type { NoOthers, Only, Wrong } from './wrong.js'

type FieldNames<Spec> =
  | (keyof ResponseIn<Spec> & string)
  | NamesIn<Spec, 'create'>
  | NamesIn<Spec, 'update'>
type FilterNames<Spec> = keyof FilterIn<Spec> & string

/** The members of a specification that the types of its resource are inferred from. */
export interface TypedMembers<S extends Entities, E extends keyof S, Spec> {
  /** Unique name, `group.resource`, for example `human-resources.employees`. */
  readonly key: string
  /** Base path. Default: `/api/` and the key with `/` for `.`. */
  readonly path?: string
  readonly response: CheckResponse<S, E, ResponseIn<Spec>>
  // A missing shape is a wide one, whose paths an editor can complete.
  readonly create?: CheckWrite<S, E, Member<Spec, 'create', WriteShape>>
  readonly update?: CheckWrite<S, E, Member<Spec, 'update', WriteShape>>
  /** Whether records can be deleted, one or many at once. Default false. */
  readonly delete?: boolean
  /** Whether one request can create and update many records. Default true. */
  readonly batch?: boolean
  /**
   * Whether callers may create and update records by sending a file, as `/export` writes it. With a
   * `key`, rows without an id name their record by this field, whose values are unique: `{ key:
   * 'code' }`. Default false.
   */
  readonly import?: boolean | { readonly key: keyof ResponseIn<Spec> & string }
  /** Whether callers may follow the changes of its records as they happen. Default false. */
  readonly changes?: boolean
  /**
   * How pages count their set unless a request prefers another way (`Prefer: count=none`). Left
   * out: always exactly, and pages do not say how.
   */
  readonly count?: PageCount
  /** Named partial updates, `PATCH {resource}/{id}/{intent}`. */
  readonly intents?: CheckIntents<S, E, Member<Spec, 'intents', Intents>>
  readonly filter: CheckFilter<S, E, FilterIn<Spec>>
  /**
   * Whether filters can be combined with `$or`, `$and` and `$not`, wherever a filter is read.
   * Default false.
   */
  readonly expressions?: boolean
  /** What fields can be chosen from, by key: `{resource}/option-sources/{key}/options/filter`. */
  readonly optionSources?: CheckOptionSources<S, E, FilterIn<Spec>, Member<Spec, 'optionSources'>>
  /** Fields of the statistics, by the name that requests use: `status: category()`. */
  readonly stats?: CheckStats<S, E, Member<Spec, 'stats'>>
  /** Workflow actions by id, made by `action` of the schema. */
  readonly actions?: Actions
}

type SortTerm<Name extends string> = Name | `-${Name}`

/** The other members. `Later` are names of intents and actions that members of a class declare. */
export interface FurtherMembers<
  S extends Entities,
  E extends keyof S,
  Spec,
  Later extends string = never,
> {
  // Required; TypedMembers checks them.
  readonly key: string
  readonly response: unknown
  readonly filter: unknown
  /** API group. Default: the part of the key before its first dot. */
  readonly group?: string
  readonly title?: string
  /** What people call one record, such as `Order`. Default: the title. */
  readonly recordTitle?: string
  readonly description?: string
  /** Default: true for a view or an immutable entity, else false. */
  readonly readOnly?: boolean
  /**
   * Whether update, intents and delete must send `If-Match`; needs a version column. Default false.
   */
  readonly requireVersion?: boolean
  /** Response fields in order of precedence, `-` for descending. The primary key is appended. */
  readonly defaultSort: readonly SortTerm<keyof ResponseIn<Spec> & string>[]
  /** Response field that names a record. Default: label, fullName, name, title or description. */
  readonly optionLabel?: keyof ResponseIn<Spec> & string
  /** Turns endpoints off. Default: `platform.stats.default-mode`. */
  readonly statsModes?: StatsModes
  /** Statistics withhold groups of fewer records, see `docs/reference/stats.md`. Default: none. */
  readonly minimumGroupSize?: MinimumGroupSize
  /** Experiences beside those that every resource has (create, list, detail, edit), by id. */
  readonly surfaces?: Surfaces<ShapedOperation | NamesIn<Spec, 'intents'>>
  /** Column of the entity that holds the state of a record, for `allowedStates`. */
  readonly stateField?: keyof FieldsOf<S, E> & string
  /** What callers without credentials may do: `read`, or operations by name. Default: nothing. */
  readonly public?: PublicOperations<OperationsOf<Spec> | Later>
  /** Who may call an operation or intent, and when, by its name. */
  readonly guards?: Guards<GuardedOperation | NamesIn<Spec, 'intents'>>
  /**
   * Rules across fields, which every record that is written must obey. They are checked at the end
   * of a write, on the record as it then is, and published for forms.
   *
   * @example
   * rules: ({ dueOn, orderedOn, shippedOn, status }) => ({
   *   dueDate: dueOn.atLeast(orderedOn).otherwise("'dueOn' must not be before 'orderedOn'."),
   *   shipped: shippedOn.isRequiredWhen(status.is('SHIPPED')),
   * })
   */
  readonly rules?: (record: RuleRecord<S, E>) => Rules
  /** Runs in the transaction of every create, update, intent and delete, after all checks. */
  readonly beforeWrite?: (
    call: WriteCall<S, E, NamesIn<Spec, 'intents'> | NamesIn<Spec, 'actions'> | Later>,
  ) => unknown
  /** Deprecated parts, as shown in descriptions, schemas and headers. */
  readonly deprecated?: Deprecations<
    FieldNames<Spec>,
    FilterNames<Spec>,
    OperationsOf<Spec> | Later
  >
  readonly hints?: {
    readonly [Name in FieldNames<Spec> | FilterNames<Spec>]?: FieldHints
  }
  readonly examples?: {
    readonly response?: Examples
    readonly create?: Examples<CreateOf<S, E, Member<Spec, 'create'>>>
    readonly update?: Examples<UpdateOf<S, E, Member<Spec, 'update'>>>
    readonly filter?: Examples<FilterOf<S, E, FilterIn<Spec>, ExpressionsIn<Spec>>>
  }
}

/** What a specification can make public or deprecate. */
type OperationsOf<Spec> = ResourceOperation | NamesIn<Spec, 'intents'> | NamesIn<Spec, 'actions'>

type Intents = Readonly<Record<string, IntentData>>

type CheckIntents<S extends Entities, E extends keyof S, Intents> = {
  readonly [Id in keyof Intents]: {
    readonly title: string
    readonly description?: string
    readonly fields: CheckWrite<S, E, Member<Intents[Id], 'fields'>>
  } & NoOthers<Intents[Id], IntentData>
}

export type ResourceSpec<S extends Entities, E extends keyof S, Spec> = FurtherMembers<S, E, Spec> &
  Only<Spec, TypedMembers<S, E, Spec>>

export type ResourceFactory<S extends Entities> = <
  E extends keyof S & string,
  const Spec extends TypedMembers<S, E, Spec>,
>(
  entity: E,
  spec: ResourceSpec<S, E, Spec>,
) => ResourceOf<S, E, Spec>

// ---------- resource classes ----------

/** Names of class members are allowed here; the marker of the class checks them. */
interface TypedClassMembers<S extends Entities, E extends keyof S, Spec>
  extends TypedMembers<S, E, Spec> {
  readonly public?: PublicOperations
  readonly deprecated?: CheckDeprecations<Spec, Member<Spec, 'deprecated'>>
}
interface CheckDeprecations<Spec, Given> {
  readonly fields?: CheckNames<Member<Given, 'fields'>, FieldNames<Spec>>
  readonly filters?: CheckNames<Member<Given, 'filters'>, FilterNames<Spec>>
  readonly operations?: CheckNames<Member<Given, 'operations'>, string>
}
type CheckNames<Given, Name extends string> = {
  readonly [K in keyof Given]: K extends Name
    ? Deprecation & NoOthers<Given[K], Deprecation>
    : Wrong<`no such name: ${K & string}`>
}

export type ResourceClassSpec<S extends Entities, E extends keyof S, Spec> = FurtherMembers<
  S,
  E,
  Spec,
  string
> &
  Only<Spec, TypedClassMembers<S, E, Spec>>

/** Makes the base of a resource class; an instance of the class is the resource. */
export type ResourceClassFactory<S extends Entities> = <
  E extends keyof S & string,
  const Spec extends TypedClassMembers<S, E, Spec>,
>(
  entity: E,
  spec: ResourceClassSpec<S, E, Spec>,
) => ResourceClass<S, E, ResourceOf<S, E, Spec>, LaterNames<Spec>>

/** Names that must be intents or actions of the class. */
type LaterNames<Spec> = Exclude<
  PublicNames<Spec> | DeprecatedNames<Spec>,
  OperationsOf<Spec> | 'read'
>
type PublicNames<Spec> = Member<Spec, 'public'> extends readonly (infer Name)[] ? Name : never
type DeprecatedNames<Spec> = NamesIn<Member<Spec, 'deprecated'>, 'operations'>

export interface ResourceClass<S extends Entities, E extends keyof S, Instance, Later = never> {
  new (): Instance
  /** The fields of an intent. */
  patch<const Fields extends WriteShape>(
    fields: Fields & CheckWrite<S, E, Fields>,
  ): Patch<Fields, IntentOf<S, E, Fields>>
  /** Static types only; never set. */
  readonly types?: { readonly entities: S; readonly entity: E; readonly later: Later }
}
