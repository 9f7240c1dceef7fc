/** What a soft delete writes to a record, and what restoring it writes. */
import { nullText } from '../../model/kinds/kinds.js'
import { markOf } from '../../model/types/entity-model.js'
import type { Assignment } from '../../query/statements/write-statements.js'
import type { WriteContext } from '../context.js'
import { assignmentsOf } from './before-write.js'

/** Undefined: the record is destroyed. */
export type DeletionMark = readonly Assignment[] | undefined

/** A call that sees deleted records destroys them. */
export const deletionMark = ({ resource, clock, principal }: WriteContext): DeletionMark => {
  const { entity, showsDeleted } = resource
  const mark = markOf(entity)
  if (!mark || showsDeleted) return undefined
  const { at, by } = mark
  const author = principal.id === null ? null : principal.id.slice(0, by?.maxLength)
  const named = by ? { [by.field]: author } : {}
  return assignmentsOf(entity, { [at.column.field]: clock.now.toISOString(), ...named }, clock.zone)
}

/** The assignments that remove the mark. */
export const removedMark = ({ resource: { entity } }: WriteContext): readonly Assignment[] => {
  const { at, by } = markOf(entity)!
  return [at.column, ...(by ? [by] : [])].map((column) => ({ column, value: nullText(column) }))
}

/** The same call, which also sees the records that are deleted softly. */
export const withDeleted = <C extends WriteContext>(call: C): C => ({
  ...call,
  resource: call.resource.prepared.withDeleted(),
})
