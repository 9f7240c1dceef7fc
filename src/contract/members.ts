/** Static types of intents and actions, of plain resources and of classes. */
import type { BulkOutcome } from '../wire/bulk.js'
import type { Action, ActionKind, ShapeBody } from './actions.js'
import type { WriteShape } from './shapes.js'

/** The fields of an intent of a resource class: `profile = Base.patch({ nickname: '.' })` */
export interface Patch<W extends WriteShape = WriteShape, Body = unknown> {
  readonly is: 'patch'
  readonly fields: W
  /** Static types only; never set. */
  readonly types?: { readonly body: Body }
}

/** An action as a client sees it. */
export interface ActionType<Kind extends ActionKind, Body, Answer> {
  readonly kind: Kind
  readonly body: Body
  readonly answer: Answer
}
/** An action without a declared response returns the record, a bulk action its outcome. */
export type AnswerOf<Kind, Answer, Record> = Kind extends 'BULK'
  ? BulkOutcome
  : [Answer] extends [undefined]
    ? Kind extends 'ITEM'
      ? Record
      : null
    : Answer
export type ActionTypes<W, Record> = {
  readonly [K in keyof W]: W[K] extends Action<infer Kind, infer Shape, infer Answer>
    ? ActionType<Kind, ShapeBody<Shape>, AnswerOf<Kind, Answer, Record>>
    : never
}

/** `bulkApprove` is called `bulk-approve` on the wire. */
type Dashed<S, IsBehindLower = false> = S extends `${infer Head}${infer Tail}`
  ? IsUpper<Head> extends true
    ? `${IsBehindLower extends true ? '-' : ''}${Lowercase<Head>}${Dashed<Tail>}`
    : `${Head}${Dashed<Tail, IsWord<Head>>}`
  : S extends string
    ? S
    : never
type IsUpper<C extends string> = C extends Lowercase<C> ? false : true
type IsWord<C> = C extends '_' | '$' ? false : true
/** Intents and actions that a class declares as members. */
export type PatchTypes<R> = {
  readonly [K in keyof R as R[K] extends Patch ? Dashed<K> : never]: R[K] extends Patch<
    infer _W,
    infer Body
  >
    ? Body
    : never
}
export type MethodTypes<R, Record> = {
  readonly [K in keyof R as IsAction<R[K]> extends true ? Dashed<K> : never]: R[K] extends (
    call: infer Call,
  ) => infer Answer
    ? Call extends { readonly types?: { readonly kind: infer Kind; readonly shape: infer Shape } }
      ? ActionType<
          Kind & ActionKind,
          ShapeBody<Shape>,
          AnswerOf<Kind, Awaited<Answer> extends void ? undefined : Awaited<Answer>, Record>
        >
      : never
    : never
}
type IsAction<M> = M extends (call: infer Call) => unknown
  ? Call extends { readonly types?: { readonly kind: ActionKind } }
    ? true
    : false
  : false
