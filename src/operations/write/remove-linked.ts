/**
 * Removes records together with their links: the many-to-many lists that the resource can write.
 */
import { isReferenced } from '../../database/errors/errors.js'
import { unlinkStatements } from '../../query/statements/link-statements.js'
import { setItemSavepoint } from '../work/item-savepoint.js'
import { unwritten, type Work } from '../work/work.js'

/** Removes records, and returns how many. */
type Remove = (ids: readonly string[]) => Promise<number>

/**
 * Removes the links before the records, because join tables refer to the records. A record that a
 * trigger keeps must keep its links as well, so the transaction is then repeated.
 */
export const removeLinked = async (
  work: Work,
  ids: readonly string[],
  remove: Remove,
): Promise<number> => {
  const { call, state, transaction } = work
  if (call.resource.ownedLinks.length === 0) return remove(ids)
  if (state.isCareful) return removeEach(work, ids, remove)
  for (const unlink of unlinkStatements(call.resource, ids)) transaction.defer(unlink)
  const count = await remove(ids)
  if (count < ids.length) throw unwritten(work)
  return count
}

/** Removes the links of a record only if they prevent its removal. */
const removeEach: typeof removeLinked = async (work, ids, remove) => {
  const { call, transaction } = work
  let count = 0
  for (const id of ids) {
    const savepoint = setItemSavepoint(work)
    try {
      count += await remove([id])
      savepoint.release()
    } catch (error) {
      if (!isReferenced(error)) throw error
      savepoint.undo()
      for (const unlink of unlinkStatements(call.resource, [id])) transaction.defer(unlink)
      count += await remove([id])
    }
  }
  return count
}
