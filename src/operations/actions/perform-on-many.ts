/** Workflow actions on many records: ATOMIC or PER_ITEM, in one transaction. */
import { requireAvailable } from '../../access/availability.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { printJson, type Unprinted } from '../../foundation/text/placeholders.js'
import type { Operation } from '../../model/operation-table.js'
import { wireIdOf } from '../../model/stored-value.js'
import type { ActionModel } from '../../model/types/action-model.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import type { BulkItem, BulkOutcome } from '../../wire/bulk.js'
import type { WriteContext } from '../context.js'
import { recordNotFound } from '../read/read.js'
import { type Outcome, once } from '../transaction/idempotency.js'
import { isOfItem, reportUnexplained, setItemSavepoint } from '../work/item-savepoint.js'
import { sendingChecked, type Work } from '../work/work.js'
import { type LockedRecord, lockRecords } from '../write/locked-records.js'
import { blame } from '../write/own-fields.js'
import { readBack, readDatasetVersion } from '../write/read-back.js'
import { failed, refuseItems } from '../write/refused-items.js'
import { type ActionRequest, ofAction, perform, type ToResponse } from './perform-action.js'
import { readRequest, requireReferred, type Values } from './read-request.js'

/**
 * Performs an action on each record. ATOMIC: all succeed, or nothing is done. PER_ITEM: each on its
 * own.
 *
 * @throws AppError as `performOnRecord`, with `items` if all are refused
 */
export const performOnMany = (
  call: WriteContext,
  { operation, action, body, idempotency }: ActionRequest,
  ids: readonly string[],
  toResponse: ToResponse,
): Promise<Outcome> => {
  const request = readRequest(call, action, body)
  return once(call, idempotency, ofAction(action), async (work, send) => {
    const records = await lockRecords(work, ids, 'no key update')
    await requireReferred(work, action, request)
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
    const outcome = printJson(outcomeOf(items), work.call.view.texts)
    return toResponse(outcome, await readDatasetVersion(work, [], send))
  })
}

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
const performEach = async (many: Many): Promise<readonly Unprinted<BulkItem>[]> => {
  const { work, ids } = many
  const { resource } = work.call
  const items: Unprinted<BulkItem>[] = []
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
  const lockedRecord = records.get(id)
  if (!lockedRecord) throw recordNotFound()
  progress.hasWritten ||= work.state.hasWrittenOthers
  const record = progress.hasWritten
    ? (await lockRecords(work, [id], 'no key update')).get(id)
    : lockedRecord
  work.state.hasWrittenOthers = false
  if (!record) throw recordNotFound()
  requireAvailable({ resource, operation, principal, record })
  await perform(work, action, request, id, record)
  await readBack(work, id, [], sendingChecked(work))
}

const outcomeOf = (items: readonly Unprinted<BulkItem>[]): Unprinted<BulkOutcome> => {
  const done = items.filter(({ status }) => status === 'SUCCEEDED').length
  return { total: items.length, succeeded: done, failed: items.length - done, items }
}
