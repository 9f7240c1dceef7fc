/** Workflow actions on one record, or on none; each runs in one transaction. */
import { requireAvailable } from '../../access/availability.js'
import type { Operation } from '../../model/operation-table.js'
import type { ActionModel } from '../../model/types/action-model.js'
import type { WriteContext } from '../context.js'
import type { RecordRow } from '../read/read.js'
import {
  type IdempotentRequest,
  type Outcome,
  once,
  type StoredResponse,
} from '../transaction/idempotency.js'
import { recordAlone } from '../work/recording.js'
import { begin, type Work } from '../work/work.js'
import { assignmentsOf } from '../write/before-write.js'
import {
  currentRecord,
  type LockedRecord,
  lockRecord,
  type Precondition,
} from '../write/locked-records.js'
import { lostRecord, readBack, readDatasetVersion } from '../write/read-back.js'
import { writeChanges } from '../write/write-record.js'
import { readRequest, requireReferred, type Values } from './read-request.js'
import { responseJson, runAction } from './run-action.js'

export interface ActionRequest {
  readonly operation: Operation
  readonly action: ActionModel
  readonly body: unknown
  readonly idempotency: IdempotentRequest | undefined
}

/** JSON text of the declared response; undefined if the response is the record. */
export type Declared = string | undefined

/**
 * @throws AppError REQUEST_PAYLOAD_INVALID, VALIDATION_FAILED, RESOURCE_NOT_FOUND,
 * RESOURCE_VERSION_REQUIRED, STALE_RESOURCE_VERSION, RESOURCE_STATE_BLOCKED, ACCESS_DENIED,
 * BUSINESS_RULE_VIOLATION, DATA_INTEGRITY_VIOLATION, IDEMPOTENCY_CONFLICT, IDEMPOTENCY_IN_PROGRESS
 */
export const performOnRecord = (
  call: WriteContext,
  { operation, action, body, idempotency }: ActionRequest,
  id: string,
  precondition: Precondition,
  toResponse: (row: RecordRow, declared: Declared) => StoredResponse,
): Promise<Outcome> => {
  const request = readRequest(call, action, body)
  return once(call, idempotency, ofAction(action), async (work, send) => {
    const record = await lockRecord(work, operation, id, precondition)
    await requireReferred(work, action, request)
    const declared = await perform(work, action, request, id, record)
    const row = await readBack(work, id, [], send)
    return toResponse(row, declared)
  })
}

/** Constraint errors of an action name entity fields, because its request has other members. */
export const ofAction = ({ request }: ActionModel) => ({
  shape: { ...request.values, fields: new Map() },
  values: { assignments: [], links: [] },
})

/** `datasetVersion` is null if it is unknown. */
export type ToResponse = (json: string, datasetVersion: string | null) => StoredResponse

/** Performs an action without a record. @throws AppError as `performOnRecord` */
export const performOnCollection = (
  call: WriteContext,
  { operation, action, body, idempotency }: ActionRequest,
  toResponse: ToResponse,
): Promise<Outcome> => {
  const { resource, principal } = call
  const request = readRequest(call, action, body)
  return once(call, idempotency, ofAction(action), async (work, send) => {
    requireAvailable({ resource, operation, principal, record: undefined })
    await work.transaction.flush()
    await requireReferred(work, action, request)
    const result = await runAction(work, action, { ...work.context(), request })
    recordAction(work, undefined)
    const json = action.response ? responseJson(action, action.response, result) : 'null'
    return toResponse(json, await readDatasetVersion(work, [], send))
  })
}

/** Runs an action on a locked record. Returns the declared response. */
export const perform = async (
  work: Work,
  action: ActionModel,
  request: Values,
  id: string,
  record: LockedRecord,
): Promise<Declared> => {
  const { resource, clock } = work.call
  let hasWritten = false
  const write = async (changes: Values): Promise<void> => {
    const assignments = assignmentsOf(resource.entity, changes, clock.zone)
    const operation = { id: action.id }
    const before = await currentRecord(work, id, record)
    if (!before) throw lostRecord(resource)
    // Triggers may change this record and those of later items.
    work.state.hasWrittenOthers = true
    const values = { assignments, links: [], owned: [], lists: [] }
    // The record is read back once, after the action.
    const precheck = { record: before }
    const isWritten = await writeChanges(work, operation, undefined, id, values, precheck)
    hasWritten ||= isWritten
  }
  let last: Promise<unknown> = Promise.resolve()
  // One after another, even if the action does not wait: each is checked against the one before.
  const update = (changes: Values) => {
    const written = last.then(() => write(changes))
    last = written.catch(() => {})
    return begin(work, written)
  }
  const result = await runAction(work, action, { ...work.context(), request, record, update })
  if (!hasWritten) recordAction(work, [id])
  return action.response ? responseJson(action, action.response, result) : undefined
}

/** Records an action without a record, or one that wrote nothing to its record. */
const recordAction = (work: Work, ids: readonly string[] | undefined): void => {
  for (const statement of recordAlone(work.call, 'action', ids)) work.transaction.defer(statement)
}
