/** The history of a record: who changed what, and when. */
import Type from 'typebox'
import { instant, integer, mapOf, nullable, oneOf, text, type Wire } from './forms.js'

const anyValue = Type.Unsafe<unknown>({})

const HistoryValue = Type.Object({ old: anyValue, new: anyValue }, { $id: 'HistoryValue' })

export const HistoryEntry = Type.Object(
  {
    at: instant,
    /** `action`: it was performed, and changed nothing of the record itself. */
    operation: oneOf(['create', 'update', 'delete', 'action']),
    /** The intent or action that made the change; null for a plain write. */
    action: nullable(text),
    /** Key of the resource through which the record was changed. */
    resource: text,
    /** Null for an anonymous caller. */
    principal: nullable(text),
    tenant: nullable(text),
    /** Names of the changed fields, as far as the reader sees them. */
    fields: Type.Array(text),
    /** Null for a record without a version; of a create the old one, of a delete the new one. */
    oldVersion: nullable(integer),
    newVersion: nullable(integer),
    /** Old and new values of audited fields, by name. */
    values: mapOf(HistoryValue),
    traceId: nullable(text),
  },
  { $id: 'HistoryEntry' },
)
export type HistoryEntry = Wire<typeof HistoryEntry>
