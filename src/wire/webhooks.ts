/** Dead letters of webhooks. */
import Type from 'typebox'
import { count, instant, nullable, oneOf, text, type Wire } from './forms.js'

const DeadLetter = Type.Object(
  {
    id: text,
    /** When it became one. */
    diedAt: instant,
    /** Key of the resource that made the change. */
    resource: text,
    /** Id of the record as the database prints it; null for an action without one. */
    record: nullable(text),
    operation: oneOf(['create', 'update', 'delete', 'action']),
    /** When the change was made. */
    at: instant,
    attempts: count,
    /** Status or code of the last failure. */
    failure: text,
  },
  { $id: 'DeadLetter' },
)
export type DeadLetter = Wire<typeof DeadLetter>

export const DeadLetters = Type.Object(
  { content: Type.Array(DeadLetter), next: nullable(text), size: count },
  { $id: 'DeadLetters' },
)
export type DeadLetters = Wire<typeof DeadLetters>
