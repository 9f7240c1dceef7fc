/** Removes records together with what depends on them: their links, and the rows that they own. */
import { isReferenced } from '../../database/errors/errors.js'
import { owningRelations } from '../../model/types/entity-model.js'
import type { ResourceView } from '../../query/rows/row-access.js'
import { unlinkStatements } from '../../query/statements/link-statements.js'
import { lockOwnedStatement } from '../../query/statements/lock-statements.js'
import {
  type Recorded,
  type Recording,
  recordedDelete,
  recordedMark,
} from '../../query/statements/record-changes.js'
import {
  deleteManyStatement,
  deleteSql,
  noneHidden,
} from '../../query/statements/write-statements.js'
import { setItemSavepoint } from '../work/item-savepoint.js'
import { type Send, unwritten, type Work } from '../work/work.js'
import { runBeforeWrite } from './before-write.js'
import { type DeletionMark, deletionMark } from './deletion-mark.js'
import type { LockedRecord, Precheck } from './locked-records.js'
import { onItems } from './owned-items.js'
import { touchOwners } from './owners.js'
import { readDatasetVersion } from './read-back.js'
import { requireDone, writeStrategyOf } from './write-strategies.js'
import type { WriteValues } from './write-values.js'

const nothing: WriteValues = { assignments: [], links: [], owned: [], lists: [] }

/**
 * Removes locked records, all or none.
 *
 * @throws AppError RESOURCE_NOT_FOUND, DATA_INTEGRITY_VIOLATION, ACCESS_DENIED,
 * BUSINESS_RULE_VIOLATION
 */
export const removeRecords = async (
  work: Work,
  ids: readonly string[],
  records: ReadonlyMap<string, LockedRecord>,
): Promise<void> => {
  await touchOwners(work, removals(records))
  await removeRows(work, ids, records)
}

const removals = (records: ReadonlyMap<string, LockedRecord>) =>
  [...records.values()].map((record) => ({ values: nothing, record }))

/** Removes records of which nothing has to be said to their owners. */
export const removeRows: typeof removeRecords = async (work, ids, records) => {
  for (const record of records.values()) await runDeleteHook(work, record)
  const { resource } = work.call
  const mark = deletionMark(work.call)
  const remove = (removed: readonly string[]) =>
    writeStrategyOf(work.call).writeSet(work, {
      operation: 'delete',
      fields: [],
      recorded: recordedRemoval(resource, mark),
      toStatement: (recorded) => deleteManyStatement(resource, removed, mark, recorded),
      ids: removed,
      idsOf: () => removed,
    })
  const count = await removeLinked(work, ids, remove)
  // Other rows that decide about visibility may have changed since they were locked.
  if (count < ids.length) await requireDone(work, noneHidden(resource, ids))
}

/** Removes a record and returns the dataset version. @throws AppError as `removeRecords` */
export const removeRecord = async (
  work: Work,
  id: string,
  precheck: Precheck,
  send: Send,
): Promise<string | null> => {
  const { record, versions } = precheck
  const { resource } = work.call
  if (record && work.state.isCareful) {
    await removeRecords(work, [id], new Map([[id, record]]))
    return readDatasetVersion(work, [], send)
  }
  if (record) {
    await touchOwners(work, [{ values: nothing, record }])
    await runDeleteHook(work, record)
  }
  const mark = deletionMark(work.call)
  const mustWrite = hasDependents(work)
  if (mustWrite) await removeDependents(work, [id])
  const writes = await writeStrategyOf(work.call).change(
    work,
    id,
    {
      operation: 'delete',
      fields: [],
      recorded: recordedRemoval(resource, mark),
      toSql: (recorded) => deleteSql(resource, [id], mark, versions, recorded),
      mustWrite,
      isDone: noneHidden(resource, [id]),
    },
    precheck,
  )
  return readDatasetVersion(work, writes, send)
}

/** Links, and rows that belong to the records. A record that is only marked keeps them. */
const hasDependents = ({ call }: Work): boolean =>
  !deletionMark(call) &&
  (call.resource.ownedLinks.length > 0 || owningRelations(call.resource.entity).length > 0)

/** Removes what would keep records from being removed, because it refers to them. */
export const removeDependents = async (work: Work, ids: readonly string[]): Promise<void> => {
  const { call, transaction } = work
  for (const unlink of unlinkStatements(call.resource, ids)) transaction.defer(unlink)
  for (const { target, owned } of owningRelations(call.resource.entity)) {
    const items = onItems(work, target)
    const rows = await transaction.run(lockOwnedStatement(items.call.resource, owned, ids))
    if (rows.size > 0) await removeRows(items, [...rows.keys()], rows)
  }
}

const recordedRemoval =
  ({ entity }: ResourceView, mark: DeletionMark) =>
  (recording: Recording): Recorded =>
    mark ? recordedMark(recording, entity) : recordedDelete(recording, entity)

const runDeleteHook = (work: Work, record: LockedRecord): Promise<unknown> =>
  runBeforeWrite(work, { id: 'delete' }, record, nothing)

/** Removes records, and returns how many. */
type Remove = (ids: readonly string[]) => Promise<number>

/**
 * Removes links and owned rows before the records, because they refer to the records. A record that
 * a trigger keeps must keep them as well, so the transaction is then repeated.
 */
const removeLinked = async (
  work: Work,
  ids: readonly string[],
  remove: Remove,
): Promise<number> => {
  if (!hasDependents(work)) return remove(ids)
  if (work.state.isCareful) return removeEach(work, ids, remove)
  await removeDependents(work, ids)
  const count = await remove(ids)
  if (count < ids.length) throw unwritten(work)
  return count
}

/** Removes what depends on a record only if it prevents its removal. */
const removeEach: typeof removeLinked = async (work, ids, remove) => {
  let count = 0
  for (const id of ids) {
    const savepoint = setItemSavepoint(work)
    try {
      count += await remove([id])
      savepoint.release()
    } catch (error) {
      if (!isReferenced(error)) throw error
      savepoint.undo()
      await removeDependents(work, [id])
      count += await remove([id])
    }
  }
  return count
}
