/** What a bulk action did to each of its records. */
import Type from 'typebox'
import { count, nullable, oneOf, text, type Wire } from './forms.js'

export const BulkItem = Type.Object(
  {
    id: Type.Unsafe<string | number>({ type: ['string', 'number'] }),
    status: oneOf(['SUCCEEDED', 'FAILED']),
    /** The error code of a failed item, else null. */
    code: nullable(text),
    message: nullable(text),
  },
  { $id: 'BulkOutcomeItem' },
)
export type BulkItem = Wire<typeof BulkItem>

export const BulkOutcome = Type.Object(
  { total: count, succeeded: count, failed: count, items: Type.Array(BulkItem) },
  { $id: 'BulkOutcome' },
)
export type BulkOutcome = Wire<typeof BulkOutcome>
