/** Who and what a write is recorded with. */
import type { Recording } from '../../query/statements/record-changes.js'
import type { Cause, Writing } from '../context.js'

/** Writes that are recorded as what they are; an intent or action is recorded by its name. */
const plainWrites: ReadonlySet<string> = new Set([
  'create',
  'update',
  'delete',
  'batch',
  'deleteBatch',
])

/**
 * `approve`, or `hr.absences/approve` for what it writes on other resources; undefined for a plain
 * write.
 */
const actionOf = ({ of }: Cause, resource: string): string | undefined => {
  if (!of) return undefined
  if (of.resource !== resource) return `${of.resource}/${of.operation}`
  return plainWrites.has(of.operation) ? undefined : of.operation
}

/** Undefined: changes of the resource are not recorded. */
export const recordingOf = ({
  resource: { entity, key, recordsTo, changesOnShard = false, tenant },
  principal,
  cause,
}: Pick<Writing, 'resource' | 'principal' | 'cause'>): Recording | undefined =>
  recordsTo === undefined
    ? undefined
    : {
        schema: recordsTo,
        isOnShard: changesOnShard,
        resource: key,
        principal: principal.id,
        // The text of the column, by which changes are found.
        tenant: entity.tenant ? (tenant ?? null) : principal.tenant,
        action: actionOf(cause, key),
        traceId: cause.traceId,
      }
