/**
 * Finds the keys of inserted records. PostgreSQL returns none for a row that a trigger puts into
 * another table, or skips.
 */
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { encodeId } from '../../model/kinds/composite-id.js'
import { canonicalText } from '../../model/kinds/kinds.js'
import { partText } from '../../model/kinds/value-reader.js'
import { type ColumnModel, physicalColumns } from '../../model/types/entity-model.js'
import { drawnKeyStatement, storedKeysStatement } from '../../query/statements/inserted-keys.js'
import { type Assignment, writtenColumns } from '../../query/statements/write-statements.js'
import type { WrittenKey } from '../../query/statements/written-keys.js'
import { unwritten, type Work } from '../work/work.js'

/** The keys of inserted records, in their order. */
export interface InsertedKeys {
  readonly keys: readonly WrittenKey[]
  /** The ids that the statement did not return. */
  readonly unreturned: readonly string[]
}

/**
 * Runs an INSERT of records, which returns keys in their order, and finds those that it does not
 * return. A key that a row had before is not that of a new record.
 *
 * @param rows the values of each record
 * @throws AppError DATA_INTEGRITY_VIOLATION if a record was not stored
 */
export const insertedKeys = async (
  work: Work,
  rows: readonly (readonly Assignment[])[],
  insert: () => Promise<readonly WrittenKey[]>,
): Promise<InsertedKeys> => {
  if (work.state.isCareful) return insertCarefully(work, rows, insert)
  const keys = await insert()
  if (keys.length < rows.length) throw unwritten(work)
  return { keys, unreturned: [] }
}

const insertCarefully: typeof insertedKeys = async (work, rows, insert) => {
  const { primaryKey } = work.call.resource.entity
  const sent = rows.flatMap((assignments) => sentKey(primaryKey, assignments) ?? [])
  const isSent = sent.length === rows.length
  const before = isSent ? await storedKeys(work, sent) : none
  const returned = await insert()
  if (returned.length === rows.length) return { keys: returned, unreturned: [] }
  const found = isSent ? await storedKeys(work, sent) : await drawnKey(work, rows.length)
  const ids = (isSent ? sent : [...found.keys()]).filter((id) => !before.has(id))
  const keys = ids.flatMap((id) => found.get(id) ?? [])
  if (keys.length < rows.length) throw new AppError(problem('recordNotStored'))
  const returnedKeys = byId(primaryKey, returned)
  return { keys, unreturned: ids.filter((id) => !returnedKeys.has(id)) }
}

type Keys = ReadonlyMap<string, WrittenKey>

const none: Keys = new Map()

const byId = (primaryKey: ColumnModel, keys: readonly WrittenKey[]): Keys =>
  new Map(keys.map((key) => [canonicalText(primaryKey, key.id), key]))

const storedKeys = async ({ call: { resource }, transaction }: Work, ids: readonly string[]) =>
  byId(resource.entity.primaryKey, await transaction.run(storedKeysStatement(resource, ids)))

/**
 * Finds the key that a sequence drew. If several records were inserted, only the last key is known.
 */
const drawnKey = async ({ call: { resource }, transaction }: Work, count: number): Promise<Keys> =>
  count === 1
    ? byId(resource.entity.primaryKey, await transaction.run(drawnKeyStatement(resource)))
    : none

/** Returns undefined if the database makes the key, or a part of it. */
const sentKey = (key: ColumnModel, assignments: readonly Assignment[]): string | undefined => {
  const written = writtenColumns(assignments)
  const texts = physicalColumns(key).map((part) => {
    const text = written.get(part.column)?.text ?? undefined
    return key.parts && text !== undefined ? partText(text, part) : text
  })
  if (!texts.every((text) => text !== undefined)) return undefined
  return canonicalText(key, key.parts ? encodeId(texts) : texts[0]!)
}
