/** Option sources: named lists of values for fields of forms and filters. */
import type { Entities, Here } from './paths.js'
import type { CheckColumn } from './shape-checks.js'
import type { Wrong } from './wrong.js'

interface OptionPolicy {
  /** Whether labels can be searched. Default true. */
  readonly search?: boolean
  /** Minimum length of a search, in characters. Default 0. */
  readonly minSearchLength?: number
  /** Maximum number of options on a page. Default: as for pages of records. */
  readonly maxSize?: number
  /** Further keys to sort by, each with the path of a column. */
  readonly sorts?: Readonly<Record<string, string>>
  /** Filter fields that narrow the options. Without them, a request lists the options of all. */
  readonly dependsOn?: readonly string[]
  /** Refuses requests for options that lack a field of `dependsOn`. Default false. */
  readonly requireDependencies?: boolean
  /** The filter field that takes the chosen value. */
  readonly filterField?: string
  /**
   * Ignores `filterField` in the filter, so that the chosen value does not hide the others. Default
   * false.
   */
  readonly excludeSelf?: boolean
}

/**
 * Rows of another resource, with its option label. With `path`, only rows that a record matching
 * the filter refers to.
 */
export interface ResourceEntitySource extends OptionPolicy {
  readonly type: 'RESOURCE_ENTITY'
  /** Key of the other resource. */
  readonly resource: string
  /** To-one relation that leads to it. */
  readonly path?: string
}

/** The distinct values of a column or to-one path among the matching records. */
export interface DistinctDimensionSource extends OptionPolicy {
  readonly type: 'DISTINCT_DIMENSION'
  readonly path: string
}

/** Distinct values, each with a label from another path. */
export interface CategoricalBucketSource extends OptionPolicy {
  readonly type: 'CATEGORICAL_BUCKET'
  readonly path: string
  readonly label: string
}

/** Id and label of the related rows that matching records refer to. */
export interface LightLookupSource extends OptionPolicy {
  readonly type: 'LIGHT_LOOKUP'
  readonly id: string
  readonly label: string
}

export interface StaticOption {
  readonly id: string | number
  readonly label: string
}

/**
 * Values listed in the contract, or those of an enum column, by default in their declared order.
 */
export interface StaticCanonicalSource extends Omit<OptionPolicy, 'sorts'> {
  readonly type: 'STATIC_CANONICAL'
  readonly options?: readonly StaticOption[]
  /** An enum column whose values and labels are the options. */
  readonly path?: string
}

export type OptionSource =
  | ResourceEntitySource
  | DistinctDimensionSource
  | CategoricalBucketSource
  | LightLookupSource
  | StaticCanonicalSource

export type OptionSources = Readonly<Record<string, OptionSource>>

/** Members of a source that name a column, by type; relations are checked at start. */
type ColumnMembers = {
  RESOURCE_ENTITY: never
  DISTINCT_DIMENSION: 'path'
  CATEGORICAL_BUCKET: 'path' | 'label'
  LIGHT_LOOKUP: 'id' | 'label'
  STATIC_CANONICAL: 'path'
}

/** Distributes over a union of types. */
type MembersOf<Type> = Type extends OptionSource['type']
  ? keyof Extract<OptionSource, { readonly type: Type }>
  : never

export type CheckOptionSources<S extends Entities, E extends keyof S, Fields, O> = {
  readonly [K in keyof O]: O[K] extends OptionSource
    ? {
        readonly [M in keyof O[K]]: M extends ColumnMembers[O[K]['type']]
          ? CheckColumn<S, E, Here<K, O[K][M]>, O[K][M]>
          : M extends 'filterField'
            ? keyof Fields
            : M extends 'dependsOn'
              ? readonly (keyof Fields)[]
              : M extends MembersOf<O[K]['type']>
                ? O[K][M]
                : Wrong<`no such member: ${M & string}`>
      }
    : OptionSource
}
