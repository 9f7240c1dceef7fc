/** Batches: creates and updates of many records in one request, and what became of each. */
import Type, { type TSchema } from 'typebox'
import { anyObject, count, integer, nullable, oneOf, text, type Wire } from './forms.js'

export const atomicities = ['ATOMIC', 'PER_ITEM'] as const
export type Atomicity = (typeof atomicities)[number]

/** Why an item failed. */
export const ItemError = Type.Object(
  {
    code: text,
    message: text,
    /** Dotted path of the member of the item that is wrong. */
    target: nullable(text),
    /** Facts of the code, such as `reason`. */
    properties: anyObject,
  },
  { $id: 'BatchItemError' },
)
export type ItemError = Wire<typeof ItemError>

const itemFacts = Type.Object({
  status: oneOf(['SUCCEEDED', 'FAILED']),
  /** The error code of a failed item, else null. */
  code: nullable(text),
  message: nullable(text),
  /** The version of the record; null if it has none, and for a failed item. */
  version: nullable(integer),
  /** The errors of the item; empty if it succeeded. */
  errors: Type.Array(ItemError),
})
const outcomeFacts = Type.Object({ total: count, succeeded: count, failed: count })

/** What became of an item, in the order of the request. */
export interface BatchItemOutcome<Record, Id> extends Wire<typeof itemFacts> {
  /** Null for a create that failed. */
  readonly id: Id | null
  /** Null for a failed item, and if the client prefers a minimal response. */
  readonly record: Record | null
}

export interface BatchOutcome<Record, Id> extends Wire<typeof outcomeFacts> {
  readonly items: readonly BatchItemOutcome<Record, Id>[]
}

export const batchItemOf = (id: TSchema, record: TSchema) =>
  Type.Object({ id, ...itemFacts.properties, record })

export const batchOutcomeOf = (item: TSchema) =>
  Type.Object({ ...outcomeFacts.properties, items: Type.Array(item) })
