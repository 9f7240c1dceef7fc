/** The transaction of a write, with everything that runs in it. */
import type { CallContext } from '../../contract/calls.js'
import type { WriteTransaction } from '../../database/transaction/write-transaction.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { SqlText, Statement } from '../../foundation/execution/statement.js'
import type { UnboundWriteContext, WriteContext } from '../context.js'
import { settled, settledAtEnd } from './deferred-triggers.js'
import { ruleChecks, type WrittenRecords } from './written-records.js'

export interface Work<Call extends UnboundWriteContext = WriteContext> {
  readonly call: Call
  readonly transaction: WriteTransaction
  /** What code of the contract gets. It is made at its first use: most writes run no such code. */
  readonly context: () => CallContext
  readonly state: WorkState
}

/** Mutable state of the running transaction. */
export interface WorkState {
  /**
   * An attempt before found no row that it should have written. This one locks records first and
   * looks what became of each write: a version may be outdated, or a trigger may skip the write.
   */
  readonly isCareful: boolean
  /** Such a row was not found, so the transaction is to be repeated. */
  isUnwritten: boolean
  /** The record before it was changed, to explain constraint errors. */
  previous: Readonly<Record<string, unknown>>
  /** Callbacks that run after the commit. */
  readonly afterCommit: (() => unknown)[]
  /** Writes that code of the contract has begun, awaited or not. */
  readonly pending: Set<Promise<unknown>>
  /**
   * Code of the contract, or an earlier item, has written records: those that were loaded before
   * may be outdated.
   */
  hasWrittenOthers: boolean
  /**
   * The error of a write that left a part of itself behind. The transaction ends with it, even if
   * code of the contract catches it.
   */
  partlyWritten: Error | undefined
  /** Records whose rules are to be checked, by the key of their resource. */
  readonly written: WrittenRecords[]
}

/**
 * Runs writes, and deferred triggers, in one round trip with a statement that reads, and returns
 * its result. They are sent at once, so that writes which run at the same time do not come between
 * them.
 */
export type Send = <Result>(writes: readonly SqlText[], last: Statement<Result>) => Promise<Result>

export const sending =
  ({ call, transaction }: Work<UnboundWriteContext>): Send =>
  (writes, last) => {
    for (const statement of [...writes, ...settled(call)]) transaction.defer(statement)
    return transaction.run(last)
  }

/** Checks the rules of everything that was written, too: for the end of an item. */
export const sendingChecked =
  (work: Work<UnboundWriteContext>): Send =>
  (writes, last) => {
    const { call, transaction } = work
    for (const statement of [...writes, ...settled(call), ...ruleChecks(work)]) {
      transaction.defer(statement)
    }
    return transaction.run(last)
  }

/** Sends them together with COMMIT, after all writes that code of the contract has begun. */
export const finishing =
  (work: Work<UnboundWriteContext>): Send =>
  async (writes, last) => {
    await finishWrites(work)
    const { call, transaction } = work
    for (const statement of [...writes, ...settledAtEnd(call), ...ruleChecks(work)]) {
      transaction.defer(statement)
    }
    return transaction.finish(last)
  }

/** The error of a write that wrote no row, which the next attempt explains or accepts. */
export const unwritten = ({ state }: Pick<Work<UnboundWriteContext>, 'state'>): AppError => {
  state.isUnwritten = true
  return new AppError(problem('internalError'))
}

/** Returns the work with another resource. */
export const onResource = (work: Work<UnboundWriteContext>, key: string): Work => ({
  ...work,
  call: { ...work.call, resource: work.call.view.resource(key) },
})

/**
 * Registers a write. Un-awaited writes still run; their errors fail the transaction if they come
 * after the code has returned.
 */
export const begin = <T>({ state }: Work<UnboundWriteContext>, write: Promise<T>): Promise<T> => {
  state.pending.add(write)
  const end = () => state.pending.delete(write)
  write.then(end, end)
  return write
}

/** Waits for all writes. @throws the error of the first one that failed */
export const finishWrites = async ({ state }: Work<UnboundWriteContext>): Promise<void> => {
  while (state.pending.size > 0) {
    const ended = await Promise.allSettled(state.pending)
    const failed = ended.find(({ status }) => status === 'rejected')
    if (failed) throw (failed as PromiseRejectedResult).reason
  }
  if (state.partlyWritten) throw state.partlyWritten
}

/** Waits for all writes after an error; further errors are ignored. */
export const awaitWrites = async ({ state }: Work<UnboundWriteContext>): Promise<void> => {
  while (state.pending.size > 0) await Promise.allSettled(state.pending)
}
