/** The events of a stream of changes. */
import Type from 'typebox'
import { instant, integer, nullable, oneOf, text, type Wire } from './forms.js'

/** Data of `ready` and `reset`. */
export interface StreamStart {
  /** Something is sent at least so often, so a longer silence means a broken connection. */
  readonly heartbeatMs: number
  /**
   * Why a stream was reset. `EXPIRED`: the position is older than the retention. `UNKNOWN`: the
   * position does not belong to this resource and database, or was changed.
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
    /**
     * Read token for reads that must see the change, to be sent as `X-Read-Token` if the service
     * has read tokens.
     */
    readToken: Type.Optional(text),
  },
  { $id: 'ChangeEvent' },
)
export type ChangeEvent = Wire<typeof ChangeEvent>
