/**
 * Standard (TC39) decorators that mark the members of a resource class. They record the same data
 * as the plain-object form; `resourceClass` of a schema makes the class to extend.
 */
import type { Action, ActionKind, ActionOptions, ActionShape, ShapeValues } from './actions.js'
import type { Guard } from './guards.js'
import type { Patch } from './members.js'
import type { ActionsOf, IntentData, IntentsOf, ResourceData } from './resource.js'
import type { Surface } from './surfaces.js'
import type { NoOthers, Wrong } from './wrong.js'

/** Older engines lack the symbol, which must exist before the first decorated class. */
Object.defineProperty(Symbol, 'metadata', {
  value: (Symbol as { metadata?: symbol }).metadata ?? Symbol('Symbol.metadata'),
  configurable: true,
})
const metadataKey = (Symbol as unknown as { readonly metadata: symbol }).metadata

/** Texts of a resource class; its base has the key. */
export type ApiResourceOptions = Pick<
  ResourceData,
  'group' | 'title' | 'recordTitle' | 'description'
>

export interface ResourceIntentOptions extends Guard {
  readonly title: string
  readonly description?: string
}
/** On an intent, the operation is that intent; on other members it must be named. */
export type UiSurfaceOptions = Omit<Surface, 'operation'> & { readonly operation?: string }

interface Marks {
  readonly resource?: ApiResourceOptions
  readonly intents: Readonly<Record<string, ResourceIntentOptions>>
  readonly surfaces: Readonly<Record<string, UiSurfaceOptions>>
  readonly actions: Readonly<Record<string, ActionOptions>>
}
type Part = 'intents' | 'surfaces' | 'actions'

const marks = Symbol('corollary.marks')
const none: Marks = { intents: {}, surfaces: {}, actions: {} }

type Metadata = Record<PropertyKey, unknown>

/** Metadata inherits by prototype, so a subclass must not write into its parent's marks. */
const marked = (metadata: Metadata): Marks => (metadata[marks] as Marks | undefined) ?? none
const mark = (metadata: Metadata, part: Part, name: string | symbol, options: unknown): void => {
  const earlierMarks = marked(metadata)
  metadata[marks] = { ...earlierMarks, [part]: { ...earlierMarks[part], [String(name)]: options } }
}

type AnyClass = abstract new (...args: never) => object
/** Names that the base makes public or deprecates must be operations or members of the class. */
type CheckNames<Class extends AnyClass> = Class extends {
  readonly types?: { readonly later: infer Later extends string }
}
  ? string extends Later
    ? unknown
    : CheckLater<Exclude<Later, MarkedNames<InstanceType<Class>>>>
  : unknown
type MarkedNames<Instance> = keyof IntentsOf<Instance> | keyof ActionsOf<Instance>
type CheckLater<Unknown extends string> = [Unknown] extends [never]
  ? unknown
  : Wrong<`no operation, intent or action: ${Unknown}`>

/** Marks a class as a resource of the API. */
export const ApiResource =
  (options: ApiResourceOptions = {}) =>
  <Class extends AnyClass>(
    _class: Class & CheckNames<Class>,
    context: ClassDecoratorContext,
  ): void => {
    const metadata = context.metadata as Metadata
    metadata[marks] = { ...marked(metadata), resource: options }
  }

/** Marks a field made by `Base.patch` as a partial update, named like the field, with dashes. */
export const ResourceIntent =
  (options: ResourceIntentOptions) =>
  (_value: undefined, context: ClassFieldDecoratorContext<object, Patch>): void =>
    mark(context.metadata as Metadata, 'intents', context.name, options)

/** Declares a surface of the operation that the member is, or that the options name. */
export const UiSurface =
  (options: UiSurfaceOptions) =>
  (_value: unknown, context: ClassFieldDecoratorContext | ClassMethodDecoratorContext): void =>
    mark(context.metadata as Metadata, 'surfaces', context.name, options)

type KindOf<O> = O extends { readonly bulk: object }
  ? 'BULK'
  : O extends { readonly scope: 'COLLECTION' }
    ? 'COLLECTION'
    : 'ITEM'
/** The method must take a call of the declared kind and request. */
type CheckCall<M, Kind extends ActionKind, Req> = M extends (call: infer C) => unknown
  ? C extends { readonly types?: { readonly kind: infer K; readonly shape: infer Shape } }
    ? [K, Shape, Kind, Req] extends [Kind, Req, K, Shape]
      ? unknown
      : Wrong<'the call is of another kind or request than the action declares'>
    : unknown
  : never
type Performed<Res> = [Res] extends [never] ? unknown : ShapeValues<Res> | Promise<ShapeValues<Res>>

/** Marks a method as a workflow action, named like the method, with dashes. */
export const WorkflowAction =
  <
    const O extends ActionOptions,
    const Req extends ActionShape = Record<never, never>,
    const Res extends ActionShape = never,
  >(
    options: O & { readonly request?: Req; readonly response?: Res } & NoOthers<O, ActionOptions>,
  ) =>
  <M extends (call: never) => Performed<Res>>(
    _method: M & CheckCall<M, KindOf<O>, Req>,
    context: ClassMethodDecoratorContext,
  ): void =>
    mark(context.metadata as Metadata, 'actions', context.name, options)

/** `bulkApprove` is called `bulk-approve` on the wire. */
const dashed = (name: string): string =>
  name.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()

/** Turns the marks of a class into the data of the plain-object form. */
export const describeClass = (instance: object, base: ResourceData): ResourceData => {
  const metadata = (instance.constructor as unknown as Record<symbol, Metadata | undefined>)[
    metadataKey
  ]
  const { resource, intents, surfaces, actions } = marked(metadata ?? {})
  const members = instance as Readonly<Record<string, unknown>>
  const parts = { intents, surfaces, actions }
  return {
    ...base,
    ...resource,
    isMarked: resource !== undefined,
    repeated: Object.entries(parts).flatMap(([part, marked]) => repeatedIn(part, marked)),
    intents: {
      ...base.intents,
      ...mapNames(intents, (options, name) => toIntent(options, members[name])),
    },
    guards: {
      ...base.guards,
      // The decorator overrides guards of the base.
      ...mapNames(intents, (options, name) => ({
        ...base.guards?.[dashed(name)],
        ...toGuard(options),
      })),
    },
    surfaces: {
      ...base.surfaces,
      ...mapNames(surfaces, (options, name) => ({ operation: dashed(name), ...options })),
    },
    actions: {
      ...base.actions,
      ...mapNames(actions, (options, name) => toAction(options, members[name], instance)),
    },
    ...(typeof members['beforeWrite'] === 'function'
      ? { beforeWrite: members['beforeWrite'].bind(instance) }
      : {}),
  }
}

/** Wire names that several members share. */
const repeatedIn = (part: string, marked: object): readonly string[] => {
  const names = Object.keys(marked).map(dashed)
  return names
    .filter((name, index) => names.indexOf(name) !== index)
    .map((name) => `${part}.${name}`)
}

const mapNames = <T, U>(
  record: Readonly<Record<string, T>>,
  map: (value: T, name: string) => U,
): Readonly<Record<string, U>> =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [dashed(name), map(value, name)]),
  )

const toIntent = (options: ResourceIntentOptions | undefined, patch: unknown): IntentData => ({
  title: options?.title as string,
  ...(options?.description === undefined ? {} : { description: options.description }),
  fields: (patch as Partial<Patch> | undefined)?.fields ?? {},
})

/** Keeps all other members, so that a misspelt restriction is reported instead of lost. */
const toGuard = (options: ResourceIntentOptions | undefined): Guard => {
  const { title: _title, description: _description, ...guard } = options ?? { title: '' }
  return guard
}

/** Instances lack private and static methods, so such an action has no handler. */
const toAction = (options: ActionOptions, method: unknown, instance: object): Action => ({
  ...options,
  perform: typeof method === 'function' ? method.bind(instance) : undefined,
})
