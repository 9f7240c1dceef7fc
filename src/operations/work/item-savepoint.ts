/** Items of one request, each of which may fail and is then undone without the others. */

import { isUnexplained, originOf } from '../../database/catalog/integrity.js'
import { isTransient } from '../../database/errors/errors.js'
import { AppError } from '../../foundation/errors/app-error.js'
import { command } from '../../foundation/execution/statement.js'
import type { WriteContext } from '../context.js'
import type { Work } from './work.js'

export interface ItemSavepoint {
  /** Keeps what was written since. */
  readonly release: () => void
  /** Undoes it, together with its callbacks after the commit. Its rules are not checked. */
  readonly undo: () => void
}

/** Sets a savepoint. Its commands are sent together with the statements after them. */
export const setItemSavepoint = ({ transaction, state }: Work): ItemSavepoint => {
  const { afterCommit, written, partlyWritten } = state
  const before = { afterCommit: afterCommit.length, written: written.length }
  const defer = (text: string) => transaction.defer(command(text))
  const release = () => defer('release savepoint item')
  defer('savepoint item')
  return {
    release,
    undo: () => {
      // A rollback leaves the savepoint open: hundreds of failed items would nest in each other.
      defer('rollback to savepoint item')
      release()
      afterCommit.length = before.afterCommit
      written.length = Math.min(written.length, before.written)
      // An error from before the savepoint left something that stays.
      state.partlyWritten = partlyWritten
    },
  }
}

/** An error of the item itself. Errors of the service end the whole request. */
export const isOfItem = (error: unknown): error is AppError =>
  error instanceof AppError && error.status < 500 && !isTransient(error)

/** Logs the error of the database behind one that names no field. */
export const reportUnexplained = (
  { reportItem }: Pick<WriteContext, 'reportItem'>,
  error: AppError,
): void => {
  if (isUnexplained(error)) reportItem(originOf(error))
}
