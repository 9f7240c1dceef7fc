/** Workflow actions on one record, on each of many, or on none; each runs in one transaction. */
import { stringify } from 'lossless-json'
import { requireAvailable } from '../../access/availability.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { sentValueOf, wireIdOf } from '../../model/kinds/stored-value.js'
import type { Operation } from '../../model/operation-table.js'
import type {
  ActionModel,
  ResourceModel,
  WriteField,
  WriteShapeModel,
} from '../../model/types/resource-model.js'
import type { BulkItem, BulkOutcome } from '../../wire/bulk.js'
import type { Limits, Reading, Writing } from '../context.js'
import { type RecordRow, recordNotFound } from '../read/read.js'
import {
  type IdempotentRequest,
  type Outcome,
  once,
  type StoredResponse,
} from '../transaction/idempotency.js'
import { isOfItem, reportUnexplained, setItemSavepoint } from '../transaction/item-savepoint.js'
import { blame } from '../transaction/transact.js'
import { awaitWrites, begin, finishWrites, type Work } from '../transaction/work.js'
import {
  type LockedRecord,
  lockRecord,
  lockRecords,
  type Precondition,
} from '../write/locked-records.js'
import { readBody } from '../write/read-body.js'
import {
  assignmentsOf,
  lostRecord,
  readBack,
  readDatasetVersion,
  recordAlone,
  writeChanges,
} from '../write/write-record.js'
import { failed, refuseItems } from './refused-items.js'

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
  call: Writing,
  { operation, action, body, idempotency }: ActionRequest,
  id: string,
  precondition: Precondition,
  toResponse: (row: RecordRow, declared: Declared) => StoredResponse,
): Promise<Outcome> => {
  const request = readRequest(call, action.request, body)
  return once(call, idempotency, ofAction(action), async (work, send) => {
    const record = await lockRecord(work, operation, id, precondition)
    const declared = await perform(work, action, request, id, record)
    const row = await readBack(work, id, [], send)
    return toResponse(row, declared)
  })
}

/** Constraint errors of an action name entity fields, because its request has other members. */
const ofAction = ({ request }: ActionModel) => ({
  shape: { ...request, fields: new Map() },
  values: { assignments: [], links: [] },
})

/** `datasetVersion` is null if it is unknown. */
export type ToResponse = (json: string, datasetVersion: string | null) => StoredResponse

/** Performs an action without a record. @throws AppError as `performOnRecord` */
export const performOnCollection = (
  call: Writing,
  { operation, action, body, idempotency }: ActionRequest,
  toResponse: ToResponse,
): Promise<Outcome> => {
  const { resource, principal } = call
  const request = readRequest(call, action.request, body)
  return once(call, idempotency, ofAction(action), async (work, send) => {
    requireAvailable({ resource, operation, principal, record: undefined })
    await work.transaction.flush()
    const result = await run(work, action, { ...work.context(), request })
    recordAction(work, undefined)
    const json = action.response ? responseJson(action, action.response, result) : 'null'
    return toResponse(json, await readDatasetVersion(work, [], send))
  })
}

/**
 * Performs an action on each record. ATOMIC: all succeed, or nothing is done. PER_ITEM: each on its
 * own.
 *
 * @throws AppError as `performOnRecord`, with `items` if all are refused
 */
export const performOnMany = (
  call: Writing,
  { operation, action, body, idempotency }: ActionRequest,
  ids: readonly string[],
  toResponse: ToResponse,
): Promise<Outcome> => {
  const request = readRequest(call, action.request, body)
  return once(call, idempotency, ofAction(action), async (work, send) => {
    const records = await lockRecords(work, ids, 'no key update')
    const each = action.atomicity === 'ATOMIC' ? performAll : performEach
    const items = await each({
      work,
      operation,
      action,
      request,
      ids,
      records,
      progress: { hasWritten: false },
    })
    const outcome = JSON.stringify(outcomeOf(items))
    return toResponse(outcome, await readDatasetVersion(work, [], send))
  })
}

type Values = Readonly<Record<string, unknown>>

interface Many {
  readonly work: Work
  readonly operation: Operation
  readonly action: ActionModel
  readonly request: Values
  readonly ids: readonly string[]
  readonly records: ReadonlyMap<string, LockedRecord>
  /** An item has written, so that `records` may be outdated. */
  readonly progress: { hasWritten: boolean }
}

const succeeded = ({ entity }: ResourceModel, id: string): BulkItem => ({
  id: wireIdOf(entity, id),
  status: 'SUCCEEDED',
  code: null,
  message: null,
})

const performAll = async (many: Many): Promise<readonly BulkItem[]> => {
  const { work, operation, ids, records } = many
  const { resource } = work.call
  const unknown = ids.filter((id) => !records.has(id))
  if (unknown.length > 0) {
    throw new AppError(
      problem('recordsNotFound', {
        missing: unknown.length,
        total: ids.length,
        missingIds: unknown.map((id) => wireIdOf(resource.entity, id)),
        items: unknown.map((id) => failed(resource, id, recordNotFound())),
      }),
    )
  }
  refuseItems(work.call, operation, records)
  for (const id of ids) {
    try {
      await performOne(many, id)
    } catch (error) {
      throw naming(blame(error, work.call, undefined), resource, id)
    }
  }
  return ids.map((id) => succeeded(resource, id))
}

/** Adds the record that an error is about. */
const naming = (error: unknown, resource: ResourceModel, id: string): unknown => {
  if (!(error instanceof AppError) || error.status >= 500) return error
  const problems = error.problems.map((each, index) =>
    index === 0
      ? { ...each, properties: { ...each.properties, items: [failed(resource, id, error)] } }
      : each,
  )
  // The cause is the explained error, so that nothing explains the one of the database again.
  return new AppError(problems, { headers: error.headers, cause: error })
}

/** Performs each item in a savepoint, so that a failed item is undone without the others. */
const performEach = async (many: Many): Promise<readonly BulkItem[]> => {
  const { work, ids } = many
  const { resource } = work.call
  const items: BulkItem[] = []
  for (const id of ids) {
    const savepoint = setItemSavepoint(work)
    try {
      await performOne(many, id)
      savepoint.release()
      items.push(succeeded(resource, id))
    } catch (error) {
      if (!isOfItem(error)) throw error
      savepoint.undo()
      const blamed = blame(error, work.call, undefined) as AppError
      reportUnexplained(work.call, blamed)
      items.push(failed(resource, id, blamed))
    }
  }
  return items
}

/** Reads the record again if an earlier item may have changed it. */
const performOne = async (many: Many, id: string) => {
  const { work, operation, action, request, records, progress } = many
  const { resource, principal } = work.call
  progress.hasWritten ||= work.state.hasWrittenOthers
  const isKnown = records.has(id) && !progress.hasWritten
  const now = isKnown ? records : await lockRecords(work, [id], 'no key update')
  work.state.hasWrittenOthers = false
  const record = records.has(id) ? now.get(id) : undefined
  if (!record) throw recordNotFound()
  requireAvailable({ resource, operation, principal, record })
  await perform(work, action, request, id, record)
  await readBack(work, id)
}

const outcomeOf = (items: readonly BulkItem[]): BulkOutcome => {
  const done = items.filter(({ status }) => status === 'SUCCEEDED').length
  return { total: items.length, succeeded: done, failed: items.length - done, items }
}

const perform = async (
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
    const isKnown = !work.state.hasWrittenOthers
    const before = isKnown ? record : (await lockRecords(work, [id], 'no key update')).get(id)
    if (!before) throw lostRecord(resource)
    // Triggers may change this record and those of later items.
    work.state.hasWrittenOthers = true
    const values = { assignments, links: [] }
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
  const result = await run(work, action, { ...work.context(), request, record, update })
  if (!hasWritten) recordAction(work, [id])
  return action.response ? responseJson(action, action.response, result) : undefined
}

/** Records an action without a record, or one that wrote nothing to its record. */
const recordAction = (work: Work, ids: readonly string[] | undefined): void => {
  for (const statement of recordAlone(work, 'action', ids)) work.transaction.defer(statement)
}

const run = async (work: Work, { id, perform }: ActionModel, call: object): Promise<unknown> => {
  const { spans, resource } = work.call
  try {
    const name = `action ${resource.key}.${id}`
    const result = await spans.run(name, async () => perform(call as never))
    await finishWrites(work)
    return result
  } catch (error) {
    await awaitWrites(work)
    throw error
  }
}

/** The members as the action sees them: a member that was left out has its default, or is null. */
const readRequest = (
  { resource, filterSettings }: Reading & Limits,
  shape: WriteShapeModel,
  body: unknown,
): Values => {
  const { assignments } = readBody(
    { ...resource, response: new Map() },
    shape,
    body === undefined ? {} : body,
    filterSettings,
  )
  return Object.fromEntries(
    assignments.map(({ column, value }) => [column.field, sentValueOf(value, column)]),
  )
}

/**
 * The declared members and no others.
 *
 * @throws Error for a result that differs from the declaration
 */
const responseJson = (
  { id }: ActionModel,
  { fields }: WriteShapeModel,
  result: unknown,
): string => {
  const values = (result ?? {}) as Values
  const members = [...fields.values()].flatMap((field) =>
    field.type === 'column'
      ? [[field.name, responseValue(id, field, values[field.name] ?? null)]]
      : [],
  )
  return stringify(Object.fromEntries(members))!
}

/** The value as a record shows it. */
const responseValue = (
  action: string,
  { name, column, reader }: Extract<WriteField, { readonly type: 'column' }>,
  value: unknown,
): unknown => {
  if (value === null && column.nullable) return null
  const reading = value === null ? { fault: 'must not be null' } : reader.read(value, 'UTC')
  if ('parameter' in reading) return sentValueOf(reading.parameter, column)
  throw new Error(`The action '${action}' returned an invalid '${name}': it ${reading.fault}`)
}
