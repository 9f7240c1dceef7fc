/** Resolves the relations between entities; an unknown target does not compile. */
import type { Action, ActionOptions, ActionShape, ShapeValues } from './actions.js'
import type { ActionCall, CollectionCall } from './calls.js'
import type { Column } from './column.js'
import { describeClass } from './decorators.js'
import type { Entity, Fields } from './entity.js'
import { type RecordReference, referencesOf } from './expressions.js'
import type { Patch } from './members.js'
import type { Entities, FieldsOf } from './paths.js'
import type { Relation } from './relations.js'
import type { Resource, ResourceData } from './resource.js'
import type { ResourceClassFactory, ResourceFactory } from './resource-spec.js'
import { type Rules, rulesOf } from './rules.js'
import type { WriteShape } from './shapes.js'
import type { NoOthers, Wrong } from './wrong.js'

type CheckTargets<S extends Entities> = {
  readonly [E in keyof S]: [UnknownTarget<S, E>] extends [never]
    ? S[E]
    : Wrong<`the schema lacks an entity: ${UnknownTarget<S, E>}`>
}
type UnknownTarget<S extends Entities, E extends keyof S> = {
  [K in keyof S[E]['fields']]: S[E]['fields'][K] extends infer R extends Relation
    ? Exclude<R['to'], keyof S>
    : never
}[keyof S[E]['fields']]

type TenancyOf<E> = E extends { readonly types?: { readonly tenancy: infer T } } ? T : never

/** If one entity has tenants, each of them says whose rows it holds. */
type CheckTenants<S extends Entities> =
  'tenant' extends TenancyOf<S[keyof S]>
    ? {
        readonly [E in keyof S]: TenancyOf<S[E]> extends 'undeclared'
          ? Wrong<'other entities have tenants: declare its tenant, or shared: true'>
          : S[E]
      }
    : unknown

/** The schema with further fields of one entity. */
type WithFields<S extends Entities, E extends keyof S, C> = Schema<{
  readonly [K in keyof S]: K extends E
    ? S[K] extends Entity<infer F, infer Guarded, infer T>
      ? C extends Fields
        ? Entity<F & C, Guarded, T>
        : S[K]
      : S[K]
    : S[K]
}>

type CheckComputed<S extends Entities, E extends keyof S, C> = {
  readonly [K in keyof C]: K extends keyof FieldsOf<S, E>
    ? Wrong<`already a field: ${K & string}`>
    : C[K] extends Column
      ? C[K]
      : Wrong<'not a computed field: use computed() or a function of a collection'>
}

export interface Schema<S extends Entities = Entities> {
  readonly entities: S
  /**
   * Adds fields that the database computes. They are read like columns: in responses, filters,
   * sorts, options, statistics and row access. A field may read those of earlier calls. Resources
   * are declared with the schema that the last call returns.
   *
   * @example
   * .computed('orders', ({ lines }) => ({ lineCount: lines.count(), total: lines.sum('price') }))
   */
  computed<E extends keyof S & string, const C extends Readonly<Record<string, Column>>>(
    entity: E,
    fields: (record: RecordReference<S, E>) => C & CheckComputed<S, E, C>,
  ): WithFields<S, E, C>
  readonly resource: ResourceFactory<S>
  /**
   * Makes the base of a resource class, which declares intents, surfaces and actions by decorators.
   */
  readonly resourceClass: ResourceClassFactory<S>
  /** A workflow action on a record of an entity, or on many with `bulk`. */
  readonly action: ActionFactory<S>
  /** A workflow action on no record. */
  readonly collectionAction: CollectionActionFactory
}

type Answered<Res> = [Res] extends [never] ? undefined : ShapeValues<Res>
type Performed<Res> = [Res] extends [never] ? unknown : ShapeValues<Res> | Promise<ShapeValues<Res>>
type KindOf<O> = O extends { readonly bulk: object }
  ? 'BULK'
  : O extends { readonly scope: 'COLLECTION' }
    ? 'COLLECTION'
    : 'ITEM'
type CallFor<S extends Entities, E extends keyof S, Req, Kind> = Kind extends 'ITEM' | 'BULK'
  ? ActionCall<S, E, Req, Kind>
  : CollectionCall<Req>

export type ActionFactory<S extends Entities> = <
  E extends keyof S & string,
  const O extends ActionOptions,
  const Req extends ActionShape = Record<never, never>,
  const Res extends ActionShape = never,
>(
  entity: E,
  options: O & { readonly request?: Req; readonly response?: Res } & NoOthers<O, ActionOptions>,
  perform: (call: CallFor<S, E, Req, KindOf<O>>) => Performed<NoInfer<Res>>,
) => Action<KindOf<O>, Req, Answered<Res>>

export type CollectionActionFactory = <
  const Req extends ActionShape = Record<never, never>,
  const Res extends ActionShape = never,
>(
  options: ActionOptions & { readonly request?: Req; readonly response?: Res },
  perform: (call: CollectionCall<Req>) => Performed<NoInfer<Res>>,
) => Action<'COLLECTION', Req, Answered<Res>>

/**
 * Joins entities into a schema; its `resource` declares what the API shows of them.
 *
 * @example
 * export const people = defineSchema({ employees, departments, skills })
 * export const skillsApi = people.resource('skills', { key: 'human-resources.skills', … })
 */
export const defineSchema = <const S extends Entities & CheckTargets<S> & CheckTenants<S>>(
  entities: S,
): Schema<S> => {
  const schema: Schema<S> = {
    entities,
    computed: ((name: string, fields: (record: object) => Fields) => {
      const entity = (entities as Entities)[name]
      if (!entity) throw new Error(`The schema has no entity '${name}'.`)
      const added = fields(referencesOf(entities, name))
      const extended = { ...entity, fields: { ...entity.fields, ...added } }
      return defineSchema({ ...entities, [name]: extended } as never)
    }) as unknown as Schema<S>['computed'],
    resource: ((entity: string, spec: DeclaredResource): Resource<S> => ({
      schema,
      data: resourceData(entities, entity, spec),
    })) as unknown as ResourceFactory<S>,
    resourceClass: ((entity: string, spec: DeclaredResource) =>
      createClass(
        schema,
        resourceData(entities, entity, spec),
      )) as unknown as ResourceClassFactory<S>,
    action: ((_entity: string, options: ActionOptions, perform: never) => ({
      ...options,
      perform,
    })) as unknown as ActionFactory<S>,
    collectionAction: ((options: ActionOptions, perform: never) => ({
      ...options,
      scope: 'COLLECTION',
      perform,
    })) as unknown as CollectionActionFactory,
  }
  return schema
}

type DeclaredResource = Omit<ResourceData, 'entity' | 'rules'> & {
  readonly rules?: (record: never) => Rules
}

const resourceData = (
  entities: Entities,
  entity: string,
  { rules, ...spec }: DeclaredResource,
): ResourceData => ({
  ...spec,
  entity,
  ...(rules ? { rules: rulesOf(entities, entity, rules) } : {}),
})

/**
 * The marks of a class are read at the first use of its instance, when its fields are initialized.
 */
const createClass = (schema: object, base: ResourceData) =>
  class {
    readonly schema = schema
    #data: ResourceData | undefined

    static patch(fields: WriteShape): Patch {
      return { is: 'patch', fields }
    }

    get data(): ResourceData {
      this.#data ??= describeClass(this, base)
      return this.#data
    }
  }
