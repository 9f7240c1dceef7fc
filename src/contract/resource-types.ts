/** Static types of a resource, inferred from its specification. */
import type { Column } from './column.js'
import type { FilterField } from './filter/definition.js'
import type { SearchField } from './filter/search.js'
import type { ActionTypes } from './members.js'
import type { Entities, Here, KeyOf, Walk } from './paths.js'
import type { Resource } from './resource.js'
import type { CreateOf, FilterOf, IntentOf, ResponseOf, UpdateOf } from './shape-values.js'
import type { Count, FilterShape, ResponseShape } from './shapes.js'

/** A member of a specification, or `Absent` if it is left out. */
export type Member<Spec, Name, Absent = Record<never, never>> = Name extends keyof Spec
  ? Spec[Name]
  : Absent
export type NamesIn<Spec, Name> = keyof Member<Spec, Name> & string

/**
 * A missing shape has every name, so that only its absence is reported, not each reference to it.
 */
export type ResponseIn<Spec> = Member<Spec, 'response', ResponseShape>
export type FilterIn<Spec> = Member<Spec, 'filter', FilterShape>
export type ExpressionsIn<Spec> = Member<Spec, 'expressions', false>
/** The static types of the resource that a specification makes. */
export interface SpecTypes<S extends Entities, E extends keyof S, Spec> {
  readonly response: ResponseOf<S, E, ResponseIn<Spec>>
  readonly create: CreateOf<S, E, Member<Spec, 'create'>>
  readonly update: UpdateOf<S, E, Member<Spec, 'update'>>
  readonly intents: IntentTypes<S, E, Member<Spec, 'intents'>>
  readonly filter: FilterOf<S, E, FilterIn<Spec>, ExpressionsIn<Spec>>
  readonly names: ResourceNames<S, E, Spec>
  readonly actions: ActionTypes<Member<Spec, 'actions'>, ResponseOf<S, E, ResponseIn<Spec>>>
}
type IntentTypes<S extends Entities, E extends keyof S, Intents> = {
  readonly [Id in keyof Intents]: IntentOf<S, E, Member<Intents[Id], 'fields'>>
}

export type ResourceOf<S extends Entities, E extends keyof S, Spec> = Resource<
  S,
  SpecTypes<S, E, Spec>
>

/** The names by which a client calls a resource and its parts, as literal types. */
export interface ResourceNames<S extends Entities, E extends keyof S, Spec> {
  readonly key: Member<Spec, 'key'>
  /** Never if it is derived from the key. */
  readonly path: Member<Spec, 'path', never>
  /** The type of the ids (not a name). */
  readonly id: KeyOf<S, E>
  readonly sort:
    | OrderedOfResponse<S, E, ResponseIn<Spec>>[keyof ResponseIn<Spec>]
    | OrderedOfFilter<S, E, FilterIn<Spec>>[Exclude<keyof FilterIn<Spec>, keyof ResponseIn<Spec>>]
  /** Fields that an export has a column for. */
  readonly cell: Cells<ResponseIn<Spec>>[keyof ResponseIn<Spec>]
  /** The further sort keys of each option source. */
  readonly optionSources: SourceSorts<Member<Spec, 'optionSources'>>
  readonly stats: NamesIn<Spec, 'stats'>
  /** Whether records can be deleted (not a name). */
  readonly delete: Member<Spec, 'delete', false>
  /** Whether one request can create and update many records (not a name). */
  readonly batch: Member<Spec, 'batch', true>
  /** Whether files can create and update records (not a name). */
  readonly import: Member<Spec, 'import', false>
  /** How pages count their set (not a name). */
  readonly count: Member<Spec, 'count', 'exact'>
}

/** Objects whose members are looked up at their use, so that compiler messages show the names. */
type Cells<Response> = {
  [K in keyof Response]: Response[K] extends string | Count ? K : never
}
type OrderedOfResponse<S extends Entities, E extends keyof S, Response> = {
  [K in keyof Response]: Response[K] extends Count
    ? K
    : IfOrdered<Walk<S, E, Here<K, Response[K]>>, Here<K, Response[K]>, K>
}
type OrderedOfFilter<S extends Entities, E extends keyof S, Filter> = {
  [K in keyof Filter]: Filter[K] extends SearchField<string, infer Using>
    ? Using extends 'fullText'
      ? K
      : never
    : Filter[K] extends FilterField<infer _O, infer Path>
      ? IfOrdered<Walk<S, E, Here<K, Path>>, Here<K, Path>, K>
      : never
}
type IfOrdered<Target, Path, Name> = Target extends {
  readonly end: Column<infer Kind>
  readonly many: false
}
  ? Kind extends 'json' | 'array'
    ? never
    : Kind extends 'key'
      ? // The own key is ordered by its parts; one of another record is not.
        Path extends `${string}.${string}`
        ? never
        : Name
      : Name
  : never
type SourceSorts<Sources> = {
  readonly [K in keyof Sources]: Sources[K] extends { readonly sorts: infer Sorts }
    ? keyof Sorts & string
    : never
}
