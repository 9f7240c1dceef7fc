/** Deletes many records or none. The error names those that other records refer to. */
import { violationOf } from '../../database/errors/errors.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { deleteManyStatement } from '../../query/statements/write-statements.js'
import { settled } from '../work/deferred-triggers.js'
import { setItemSavepoint } from '../work/item-savepoint.js'
import { awaitWrites, type Work } from '../work/work.js'
import type { LockedRecord } from './locked-records.js'
import { failed } from './refused-items.js'
import { removeDependents, removeRecords } from './remove-record.js'

/** @throws AppError as `removeRecords`, and DATA_INTEGRITY_VIOLATION with `items` */
export const removeMany = async (
  work: Work,
  ids: readonly string[],
  records: ReadonlyMap<string, LockedRecord>,
): Promise<void> => {
  // The error about a single record says all.
  if (ids.length === 1) return removeRecords(work, ids, records)
  const savepoint = setItemSavepoint(work)
  try {
    await removeRecords(work, ids, records)
    await settle(work)
    savepoint.release()
  } catch (error) {
    await awaitWrites(work)
    if (!isReferenced(error)) throw error
    savepoint.undo()
    const referenced = await referencedAmong(work, ids)
    // The constraint is one that code of the contract has violated.
    if (referenced.size === 0) throw error
    const named = ids.filter((id) => referenced.has(id))
    throw refusal(work, named, ids.length, error)
  }
}

const isReferenced = (error: unknown): boolean => {
  const type = violationOf(error)?.type
  return type === 'foreignKey' || type === 'restrict'
}

/** Checks deferred constraints. */
const settle = async ({ call, transaction }: Work): Promise<void> => {
  for (const statement of settled(call)) transaction.defer(statement)
  await transaction.flush()
}

/** Chains of records that refer to each other are followed this often. */
const maxRounds = 3

/**
 * Deletes each record alone, and those that could not be deleted again, as long as records that
 * refer to them are deleted meanwhile. All of this is rolled back.
 */
const referencedAmong = async (
  work: Work,
  ids: readonly string[],
  round = 1,
): Promise<ReadonlySet<string>> => {
  const { resource } = work.call
  const refused = new Set<string>()
  for (const id of ids) {
    const savepoint = setItemSavepoint(work)
    try {
      await removeDependents(work, [id])
      await work.transaction.run(deleteManyStatement(resource, [id], undefined))
      await settle(work)
      savepoint.release()
    } catch (error) {
      if (!isReferenced(error)) throw error
      savepoint.undo()
      refused.add(id)
    }
  }
  const isFinal = refused.size === 0 || refused.size === ids.length || round === maxRounds
  return isFinal ? refused : referencedAmong(work, [...refused].reverse(), round + 1)
}

const refusal = (
  { call: { resource } }: Work,
  referenced: readonly string[],
  total: number,
  cause: unknown,
): AppError => {
  const reason = new AppError(problem('recordStillReferenced'))
  const items = referenced.map((id) => failed(resource, id, reason))
  const counts = { referenced: referenced.length, total }
  return new AppError(problem('recordsStillReferenced', { ...counts, items }), { cause })
}
