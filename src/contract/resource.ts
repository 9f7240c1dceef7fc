/** A resource: an entity as the API shows it, with everything that is derived from it. */
import type { Actions } from './actions.js'
import type { Deprecations } from './deprecation.js'
import type { Guards, PublicOperations } from './guards.js'
import type { Examples, FieldHints } from './hints.js'
import type { MethodTypes, PatchTypes } from './members.js'
import type { OptionSources } from './option-sources.js'
import type { Entities } from './paths.js'
import type { RuleData } from './rules.js'
import type { FilterShape, ResponseShape, WriteShape } from './shapes.js'
import type { MinimumGroupSize, StatsFields, StatsModes } from './stats.js'
import type { Surfaces } from './surfaces.js'

export interface IntentData {
  readonly title: string
  readonly description?: string
  readonly fields: WriteShape
}

/** Files may create and update records. */
export interface ImportData {
  readonly key: string
}

/**
 * What a page says about the size of its set: the exact number, the planner's estimate, or nothing.
 */
export type PageCount = 'exact' | 'estimated' | 'none'

/** A resource as data: what the compiler of the model reads. */
export interface ResourceData {
  readonly entity: string
  readonly key: string
  readonly group?: string
  readonly path?: string
  readonly title?: string
  readonly recordTitle?: string
  readonly description?: string
  readonly readOnly?: boolean
  readonly requireVersion?: boolean
  readonly response: ResponseShape
  readonly create?: WriteShape
  readonly update?: WriteShape
  readonly delete?: boolean
  readonly batch?: boolean
  readonly import?: boolean | ImportData
  readonly changes?: boolean
  readonly count?: PageCount
  readonly intents?: Readonly<Record<string, IntentData>>
  readonly filter: FilterShape
  readonly expressions?: boolean
  readonly defaultSort: readonly string[]
  readonly optionLabel?: string
  readonly optionSources?: OptionSources
  readonly stats?: StatsFields
  readonly statsModes?: StatsModes
  readonly minimumGroupSize?: MinimumGroupSize
  readonly deprecated?: Deprecations
  readonly surfaces?: Surfaces
  readonly stateField?: string
  readonly public?: PublicOperations
  readonly guards?: Guards
  readonly actions?: Actions
  readonly rules?: Readonly<Record<string, RuleData>>
  readonly beforeWrite?: (call: never) => unknown
  /** False if the class lacks `@ApiResource`. */
  readonly isMarked?: boolean
  /** Wire names that several members of a class share, such as `actions.close-all`. */
  readonly repeated?: readonly string[]
  readonly hints?: Readonly<Record<string, FieldHints>>
  readonly examples?: Readonly<Record<string, Examples>>
}

/** The path of a resource, below the context path of the service. */
export const pathOfResource = ({ key, path }: Pick<ResourceData, 'key' | 'path'>): string =>
  path ?? `/api/${key.replaceAll('.', '/')}`

/** The static types of a resource. */
export interface ResourceTypes {
  readonly response: unknown
  readonly create: unknown
  readonly update: unknown
  /** Bodies of the intents, by id. */
  readonly intents: unknown
  readonly filter: unknown
  readonly names: unknown
  /** Requests and responses of the actions, by id. */
  readonly actions: unknown
}

export interface Resource<
  S extends Entities = Entities,
  Types extends ResourceTypes = ResourceTypes,
> {
  readonly schema: { readonly entities: S }
  readonly data: ResourceData
  /** Static types only; never set. */
  readonly types?: Types
}

/** `type Employee = ResponseType<typeof employees>` */
export type ResponseType<R> = TypesOf<R>['response']
export type CreateType<R> = TypesOf<R>['create']
export type UpdateType<R> = TypesOf<R>['update']
export type FilterType<R> = TypesOf<R>['filter']
export type IntentType<R, I extends keyof IntentsOf<R>> = IntentsOf<R>[I]
/** `NamesOf<typeof employees>['key']` */
export type NamesOf<R> = TypesOf<R>['names']
/** Bodies of the intents by id, including those declared by members of a class. */
export type IntentsOf<R> = TypesOf<R>['intents'] & PatchTypes<R>
/** Requests and responses of the actions by id, including those of class methods. */
export type ActionsOf<R> = TypesOf<R>['actions'] & MethodTypes<R, ResponseType<R>>
type TypesOf<R> = R extends Resource<infer _S, infer Types> ? Types : never
