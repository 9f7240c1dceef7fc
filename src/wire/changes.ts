/** The events of a stream of changes. */
import Type from 'typebox'
import { instant, integer, nullable, oneOf, text, type Wire } from './forms.js'

/** Data of `ready` and `reset`. */
export interface StreamStart {
  /** Something is sent at least so often, so a longer silence means a broken connection. */
  readonly heartbeatMs: number
  /**
   * Of `reset`: why the given position means nothing. `EXPIRED`: it is older than the retention.
   * `UNKNOWN`: it is not one of this resource and database, or was changed.
   */
  readonly reason?: 'EXPIRED' | 'UNKNOWN'
  /** See `ChangeEvent`. */
  readonly readToken?: string
}

export const ChangeEvent = Type.Object(
  {
    id: Type.Unsafe<string | number>({ type: ['string', 'number'] }),
    /** `action`: it was performed, and changed nothing of the record itself. */
    operation: oneOf(['create', 'update', 'delete', 'action']),
    /** Names of the changed fields, as far as the reader sees them. */
    fields: Type.Array(text),
    /** The new version; null for a record without one, or a deleted one. */
    version: nullable(integer),
    at: instant,
    /** To be sent as `X-Read-Token` by reads that must see the change, where reads take one. */
    readToken: Type.Optional(text),
  },
  { $id: 'ChangeEvent' },
)
export type ChangeEvent = Wire<typeof ChangeEvent>
