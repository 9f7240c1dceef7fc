/**
 * Creates, updates and deletes records. The response is read in the transaction and sent after
 * COMMIT.
 */
import { requireAvailable } from '../../access/availability.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { isJsonObject } from '../../foundation/json/json-object.js'
import { ownMember } from '../../foundation/json/own-member.js'
import type { Operation } from '../../model/operation-table.js'
import { wireIdOf } from '../../model/stored-value.js'
import type { WriteShapeModel } from '../../model/types/write-model.js'
import type { WriteContext } from '../context.js'
import type { RecordRow } from '../read/read.js'
import {
  type IdempotentRequest,
  type Outcome,
  once,
  type StoredResponse,
} from '../transaction/idempotency.js'
import { transact } from '../transaction/transact.js'
import { finishing, type Work } from '../work/work.js'
import { removedMark, withDeleted } from '../write/deletion-mark.js'
import {
  checkVersion,
  lockRecord,
  lockRecords,
  needsLook,
  type Precheck,
  type Precondition,
  stale,
  versionRequired,
} from '../write/locked-records.js'
import { readBack, readDatasetVersion } from '../write/read-back.js'
import { readBody } from '../write/read-body.js'
import { refuseItems } from '../write/refused-items.js'
import { removeMany } from '../write/remove-many.js'
import { removeRecord } from '../write/remove-record.js'
import { requireSameLists } from '../write/sent-lists.js'
import { changeRecord, insertRecord } from '../write/write-record.js'
import { writesSomething } from '../write/write-values.js'

/**
 * `toResponse` runs in the transaction, so that the response can be stored for a repeated request.
 *
 * @throws AppError REQUEST_PAYLOAD_INVALID, VALIDATION_FAILED, DATA_INTEGRITY_VIOLATION,
 * ACCESS_DENIED, BUSINESS_RULE_VIOLATION, IDEMPOTENCY_CONFLICT, IDEMPOTENCY_IN_PROGRESS
 */
export const createRecord = (
  call: WriteContext,
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
    await requireSameLists(work, { id: values.copiedId, lists: values.lists })
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
  call: WriteContext,
  operation: Operation,
  shape: WriteShapeModel,
  id: string,
  body: unknown,
  precondition: Precondition,
): Promise<RecordRow> => {
  checkSameId(call, id, body)
  const values = readBody(call.resource, shape, body, call.filterSettings)
  return transact(call, { shape, values }, async (work) => {
    const { lists } = values
    const isRead = lists.length + values.owned.length > 0
    const precheck = await look(work, operation, id, precondition, isRead)
    await requireSameLists(work, { id, lists })
    const send = finishing(work)
    const row = await changeRecord(work, operation, shape, id, values, precheck, send)
    const { versions } = precheck
    // A body without changes writes nothing; its version is checked nevertheless.
    if (writesSomething(values) || !versions) return row
    if (!versions.includes(row.version ?? '')) throw stale()
    return row
  })
}

/**
 * Removes the mark of a record that was deleted softly.
 *
 * @throws AppError as `updateRecord`; RESOURCE_STATE_BLOCKED if the record is not deleted
 */
export const restoreRecord = (
  sentCall: WriteContext,
  operation: Operation,
  shape: WriteShapeModel,
  id: string,
  body: unknown,
  precondition: Precondition,
): Promise<RecordRow> => {
  const call = withDeleted(sentCall)
  const sent = readBody(call.resource, shape, body, call.filterSettings)
  const values = { ...sent, assignments: removedMark(call) }
  return transact(call, { shape, values }, async (work) => {
    const record = await lockRecord(work, operation, id, precondition)
    return changeRecord(work, operation, shape, id, values, { record }, finishing(work))
  })
}

/**
 * Deletes a record: the operation says whether it is destroyed where deletes mark records. Returns
 * the dataset version afterwards; null if it is unknown.
 *
 * @throws AppError RESOURCE_NOT_FOUND, RESOURCE_VERSION_REQUIRED, STALE_RESOURCE_VERSION,
 * RESOURCE_STATE_BLOCKED, ACCESS_DENIED, DATA_INTEGRITY_VIOLATION, BUSINESS_RULE_VIOLATION
 */
export const deleteRecord = (
  call: WriteContext,
  operation: Operation,
  id: string,
  precondition: Precondition,
): Promise<string | null> =>
  transact(callOf(operation, call), undefined, async (work) => {
    const precheck = await look(work, operation, id, precondition, false)
    return removeRecord(work, id, precheck, finishing(work))
  })

/** Loads the record, if it is read before it is written, or its state must be known. */
const look = async (
  work: Work,
  operation: Operation,
  id: string,
  precondition: Precondition,
  isRead: boolean,
): Promise<Precheck> => {
  if (isRead || work.state.isCareful || needsLook(work.call.resource, operation)) {
    return { record: await lockRecord(work, operation, id, precondition) }
  }
  if (precondition.isMissing) await refuseUnversioned(work, id)
  return { versions: precondition.versions }
}

const refuseUnversioned = async (work: Work, id: string): Promise<never> => {
  await readBack(work, id)
  throw versionRequired()
}

/**
 * Deletes all of the records, or none. Returns the dataset version as `deleteRecord`.
 *
 * @throws AppError RESOURCE_NOT_FOUND with `missingIds`, RESOURCE_STATE_BLOCKED and ACCESS_DENIED
 * with `items`, DATA_INTEGRITY_VIOLATION with `items` of records that others refer to,
 * BUSINESS_RULE_VIOLATION
 */
export const deleteRecords = (
  call: WriteContext,
  operation: Operation,
  ids: readonly string[],
  precondition: Precondition,
): Promise<string | null> =>
  transact(callOf(operation, call), undefined, async (work) => {
    const { resource } = work.call
    const records = await lockRecords(work, ids, 'update')
    const missingIds = ids
      .filter((id) => !records.has(id))
      .map((id) => wireIdOf(resource.entity, id))
    if (missingIds.length > 0) {
      const counts = { missing: missingIds.length, total: ids.length }
      throw new AppError(problem('recordsToDeleteNotFound', { ...counts, missingIds }))
    }
    for (const record of records.values()) checkVersion(resource, record, precondition)
    refuseItems(call, operation, records)
    await removeMany(work, ids, records)
    return readDatasetVersion(work, [], finishing(work))
  })

/** A permanent delete also destroys records that are deleted already. */
const callOf = ({ chosenBy }: Operation, call: WriteContext): WriteContext =>
  chosenBy === 'permanent' ? withDeleted(call) : call

const checkSameId = ({ resource, clock }: WriteContext, id: string, body: unknown): void => {
  if (!isJsonObject(body)) return
  const sent = ownMember(body, resource.idField)
  if (sent === undefined || sent === null) return
  const reading = resource.idReader.read(sent, clock.zone)
  if ('parameter' in reading && reading.parameter === id) return
  throw new AppError(problem('idDiffersFromPath', { field: resource.idField }))
}
