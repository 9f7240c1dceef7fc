/** Option sources: what a field of a form or of a filter can be chosen from, by a name of its own. */
import type { Entities, Here } from './paths.js'
import type { CheckColumn } from './shapes.js'
import type { Wrong } from './wrong.js'

interface OptionPolicy {
  /** Whether labels can be searched. Default true. */
  readonly search?: boolean
  /** Characters that a search has at least. Default 0. */
  readonly minSearchLength?: number
  /** Options of a page at the most. Default: as pages of records. */
  readonly maxSize?: number
  /** Further keys to sort by, each with the path of a column. */
  readonly sorts?: Readonly<Record<string, string>>
  /** Filter fields that a request must send: the choice depends on them. */
  readonly dependsOn?: readonly string[]
  /** The filter field whose value is chosen here. */
  readonly filterField?: string
  /** Leave `filterField` out of the filter, so that what is chosen does not hide the alternatives. Default false. */
  readonly excludeSelf?: boolean
}

/**
 * Rows of another resource, under its option label. With `path`, a filter narrows them to those that a
 * matching record refers to.
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

/** The same, with a label of its own for each value. */
export interface CategoricalBucketSource extends OptionPolicy {
  readonly type: 'CATEGORICAL_BUCKET'
  readonly path: string
  readonly label: string
}

/** Id and label of a related entity, of those that matching records refer to. */
export interface LightLookupSource extends OptionPolicy {
  readonly type: 'LIGHT_LOOKUP'
  readonly id: string
  readonly label: string
}

export interface StaticOption {
  readonly id: string | number
  readonly label: string
}

/** Values listed in the contract, or those of an enum column; in their order unless asked otherwise. */
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

/** Members of a source that name a column, by type; a relation is checked at the start. */
type ColumnMembers = {
  RESOURCE_ENTITY: never
  DISTINCT_DIMENSION: 'path'
  CATEGORICAL_BUCKET: 'path' | 'label'
  LIGHT_LOOKUP: 'id' | 'label'
  STATIC_CANONICAL: 'path'
}

/** Of each type, where there are several. */
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
