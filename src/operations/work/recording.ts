/** Who and what a write is recorded with. */
import type { SqlText } from '../../foundation/execution/statement.js'
import { recordStatement } from '../../query/statements/record-alone.js'
import type { RecordedOperation, Recording } from '../../query/statements/record-changes.js'
import type { WriteCause, WriteContext } from '../context.js'

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
const actionOf = ({ of }: WriteCause, resource: string): string | undefined => {
  if (!of) return undefined
  if (of.resource !== resource) return `${of.resource}/${of.operation}`
  return plainWrites.has(of.operation) ? undefined : of.operation
}

type Recorded = Pick<WriteContext, 'resource' | 'principal' | 'cause'>

/** Returns undefined if changes of the resource are not recorded. */
export const recordingOf = ({
  resource: { entity, key, recordsTo, changesBesideRows = false, tenant },
  principal,
  cause,
}: Recorded): Recording | undefined =>
  recordsTo === undefined
    ? undefined
    : {
        schema: recordsTo,
        besideRows: changesBesideRows,
        resource: key,
        principal: principal.id,
        // The text of the column, by which changes are found.
        tenant: entity.tenant ? (tenant ?? null) : principal.tenant,
        action: actionOf(cause, key),
        traceId: cause.traceId,
      }

/**
 * Statements that record actions, and writes whose statements cannot do it themselves.
 *
 * @param ids undefined: an action without a record
 */
export const recordAlone = (
  call: Recorded,
  operation: RecordedOperation,
  ids: readonly string[] | undefined,
  fields: readonly string[] = [],
): readonly SqlText[] => {
  const recording = ids?.length === 0 ? undefined : recordingOf(call)
  return recording ? [recordStatement(recording, call.resource.entity, operation, ids, fields)] : []
}
