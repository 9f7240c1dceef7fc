/**
 * Creates, updates and deletes records. The response is read in the transaction and sent after
 * COMMIT.
 */
import { requireAvailable } from '../../access/availability.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { isJsonObject } from '../../foundation/json-object.js'
import { ownMember } from '../../foundation/own-member.js'
import { wireIdOf } from '../../model/kinds/stored-value.js'
import type { Operation } from '../../model/operation-table.js'
import type { WriteShapeModel } from '../../model/types/resource-model.js'
import { refuseItems } from '../actions/refused-items.js'
import type { Writing } from '../context.js'
import { type RecordRow, readRecordHead, recordNotFound } from '../read/read.js'
import {
  type IdempotentRequest,
  type Outcome,
  once,
  type StoredResponse,
} from '../transaction/idempotency.js'
import { transact } from '../transaction/transact.js'
import { finishing, type Work } from '../transaction/work.js'
import {
  lockRecord,
  lockRecords,
  needsLook,
  type Precondition,
  stale,
  versionRequired,
} from './locked-records.js'
import { readBody } from './read-body.js'
import {
  changeRecord,
  insertRecord,
  readBack,
  readDatasetVersion,
  removeRecord,
  removeRecords,
} from './write-record.js'

/**
 * `toResponse` runs in the transaction, so that the response can be stored for a repeated request.
 *
 * @throws AppError REQUEST_PAYLOAD_INVALID, VALIDATION_FAILED, DATA_INTEGRITY_VIOLATION,
 * ACCESS_DENIED, BUSINESS_RULE_VIOLATION, IDEMPOTENCY_CONFLICT, IDEMPOTENCY_IN_PROGRESS
 */
export const createRecord = (
  call: Writing,
  operation: Operation,
  shape: WriteShapeModel,
  body: unknown,
  toResponse: (row: RecordRow) => StoredResponse,
  request: IdempotentRequest | undefined,
): Promise<Outcome> => {
  const { resource, principal } = call
  const values = readBody(resource, shape, body, call.filterSettings)
  return once(call, request, { shape, values }, async (work, send) => {
    requireAvailable({ resource, operation, principal, record: undefined })
    const row = await insertRecord(work, shape, values, send)
    return toResponse(row)
  })
}

/**
 * Performs an update or an intent; the shape decides what an absent member means. If the record
 * need not be loaded first, the statement that writes checks its version.
 *
 * @throws AppError INVALID_PARAMETER, REQUEST_PAYLOAD_INVALID, VALIDATION_FAILED,
 * RESOURCE_NOT_FOUND, RESOURCE_VERSION_REQUIRED, STALE_RESOURCE_VERSION, RESOURCE_STATE_BLOCKED,
 * ACCESS_DENIED, DATA_INTEGRITY_VIOLATION, BUSINESS_RULE_VIOLATION
 */
export const updateRecord = (
  call: Writing,
  operation: Operation,
  shape: WriteShapeModel,
  id: string,
  body: unknown,
  precondition: Precondition,
): Promise<RecordRow> => {
  checkSameId(call, id, body)
  const values = readBody(call.resource, shape, body, call.filterSettings)
  const updated = transact(call, { shape, values }, async (work) => {
    const send = finishing(work)
    if (needsLook(call.resource, operation)) {
      const record = await lockRecord(work, operation, id, precondition)
      return changeRecord(work, operation, shape, id, values, { record }, send)
    }
    const { versions } = precondition
    if (precondition.isMissing) await refuseUnversioned(work, id)
    const row = await changeRecord(work, operation, shape, id, values, { versions }, send)
    // A body without changes writes nothing; its version is checked nevertheless.
    if (values.assignments.length + values.links.length > 0 || !versions) return row
    if (!versions.includes(row.version ?? '')) throw stale()
    return row
  })
  return updated.catch((error) => refuse(call, id, error))
}

/**
 * Returns the dataset version afterwards; null if it is unknown.
 *
 * @throws AppError RESOURCE_NOT_FOUND, RESOURCE_VERSION_REQUIRED, STALE_RESOURCE_VERSION,
 * RESOURCE_STATE_BLOCKED, ACCESS_DENIED, DATA_INTEGRITY_VIOLATION, BUSINESS_RULE_VIOLATION
 */
export const deleteRecord = (
  call: Writing,
  operation: Operation,
  id: string,
  precondition: Precondition,
): Promise<string | null> =>
  transact(call, undefined, async (work) => {
    const { versions, isMissing } = precondition
    if (needsLook(call.resource, operation)) {
      const record = await lockRecord(work, operation, id, precondition)
      return removeRecord(work, id, { record }, finishing(work))
    }
    if (isMissing) await refuseUnversioned(work, id)
    return removeRecord(work, id, { versions }, finishing(work))
  }).catch((error) => refuse(call, id, error))

/** Nothing was written. If that is because the record is missing, the error says so. */
const refuse = async (call: Writing, id: string, error: unknown): Promise<never> => {
  if (error instanceof AppError && error.code === 'STALE_RESOURCE_VERSION') {
    await readRecordHead(call, id)
  }
  throw error
}

const refuseUnversioned = async (work: Work, id: string): Promise<never> => {
  await readBack(work, id)
  throw versionRequired()
}

/**
 * Deletes all of the records, or none. Returns the dataset version as `deleteRecord`.
 *
 * @throws AppError RESOURCE_NOT_FOUND with `missingIds`, RESOURCE_STATE_BLOCKED and ACCESS_DENIED
 * with `items`, DATA_INTEGRITY_VIOLATION, BUSINESS_RULE_VIOLATION
 */
export const deleteRecords = (
  call: Writing,
  operation: Operation,
  ids: readonly string[],
  { versions, isMissing }: Precondition,
): Promise<string | null> =>
  transact(call, undefined, async (work) => {
    const { resource } = call
    const records = await lockRecords(work, ids, 'update')
    const missingIds = ids
      .filter((id) => !records.has(id))
      .map((id) => wireIdOf(resource.entity, id))
    if (missingIds.length > 0) {
      const counts = { missing: missingIds.length, total: ids.length }
      throw new AppError(problem('recordsToDeleteNotFound', { ...counts, missingIds }))
    }
    if (isMissing) throw versionRequired()
    const { version } = resource.entity
    const hasVersion = (record: Readonly<Record<string, unknown>>) =>
      version !== undefined && versions?.includes(String(record[version.field]))
    if (versions && ![...records.values()].every(hasVersion)) throw stale()
    refuseItems(call, operation, records)
    // Other rows that decide about visibility may have changed since the check.
    if ((await removeRecords(work, ids, records)) < ids.length) throw recordNotFound()
    return readDatasetVersion(work, [], finishing(work))
  })

const checkSameId = ({ resource, clock }: Writing, id: string, body: unknown): void => {
  if (!isJsonObject(body)) return
  const sent = ownMember(body, resource.idField)
  if (sent === undefined || sent === null) return
  const reading = resource.idReader.read(sent, clock.zone)
  if ('parameter' in reading && reading.parameter === id) return
  throw new AppError(problem('idDiffersFromPath', { field: resource.idField }))
}
