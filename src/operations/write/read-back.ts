/** Reads what was written, in the round trip of the writes. */
import { isUnmet } from '../../database/errors/errors.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { command, type SqlText, type Statement } from '../../foundation/execution/statement.js'
import { canonicalText } from '../../model/kinds/kinds.js'
import { isRestrictedByRule, type ResourceView } from '../../query/rows/row-access.js'
import { type RecordRow, recordNotFound } from '../read/read.js'
import { type Send, sending, type Work } from '../work/work.js'
import { nameInserted } from '../work/written-records.js'

/**
 * Runs writes and reads their record; without an id, the one that was inserted last.
 *
 * @throws AppError RESOURCE_NOT_FOUND, ACCESS_DENIED
 */
export const readBack = async (
  work: Work,
  id: string | undefined,
  writes: readonly SqlText[] = [],
  send: Send = sending(work),
): Promise<RecordRow> => {
  const { resource } = work.call
  const { insertedRecord, writtenRecord } = resource.prepared
  const statement = id === undefined ? insertedRecord() : writtenRecord(id)
  const onError = (error: unknown) => (isUnmet(error) ? lostRecord(resource) : undefined)
  const row = await send(writes, { ...statement, onError })
  if (id === undefined) nameInserted(work, canonicalText(resource.entity.primaryKey, row.id))
  return row
}

/** The error for a record that the caller does not see any more after a write. */
export const lostRecord = (resource: ResourceView): AppError =>
  isRestrictedByRule(resource, resource.entity)
    ? new AppError(problem('recordOutsideAccess', { reason: 'outside-row-access' }))
    : recordNotFound()

/** Runs writes and reads the dataset version; null if it is unknown. */
export const readDatasetVersion = async (
  work: Work,
  writes: readonly SqlText[] = [],
  send: Send = sending(work),
): Promise<string | null> => {
  const { resource } = work.call
  return send(writes, resource.dataset ? resource.prepared.datasetVersion() : noVersion)
}

const noVersion: Statement<null> = { ...command('select null'), decode: () => null }
