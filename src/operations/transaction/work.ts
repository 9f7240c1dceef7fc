/** A transaction that writes, and what the code of a contract gets in it. */
import type { CallContext } from '../../contract/calls.js'
import type { Transaction } from '../../database/database.js'
import type { Writing } from '../context.js'

export interface Work {
  readonly call: Writing
  readonly transaction: Transaction
  readonly context: CallContext
  readonly state: WorkState
}

/** What the work has come to so far. */
export interface WorkState {
  /** The record before it was changed, to explain what went wrong. */
  previous: Readonly<Record<string, unknown>>
  /** What runs when everything is committed. */
  readonly aftermath: (() => unknown)[]
  /** Writes that code of the contract has begun, waited for or not. */
  readonly pending: Set<Promise<unknown>>
  /** Code of the contract has written other records: those that are known may have changed. */
  hasWrittenOthers: boolean
}

/** The same work on another resource. */
export const onResource = (work: Work, key: string): Work => ({
  ...work,
  call: { ...work.call, resource: work.call.view.resource(key) },
})

/** A write that was not waited for is done all the same, and what it is refused with counts. */
export const begin = <T>({ state }: Work, write: Promise<T>): Promise<T> => {
  state.pending.add(write)
  const end = () => state.pending.delete(write)
  write.then(end, end)
  return write
}

export const finishWrites = async ({ state }: Work): Promise<void> => {
  while (state.pending.size > 0) await Promise.all(state.pending)
}

/** The same where something was refused already. */
export const awaitWrites = async ({ state }: Work): Promise<void> => {
  while (state.pending.size > 0) await Promise.allSettled(state.pending)
}
