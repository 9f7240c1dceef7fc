/** A transaction that writes, and what the code of a contract gets in it. */
import type { CallContext } from '../contract/calls.js'
import type { Transaction } from '../database/database.js'
import type { Call } from './context.js'

/** What the work has seen on its way, to explain what went wrong in it. */
export interface Seen {
  /** The record before it was changed. */
  previous: Readonly<Record<string, unknown>>
}

export interface Work {
  readonly call: Call
  readonly transaction: Transaction
  readonly context: CallContext
  readonly seen: Seen
}

/** The same work on another resource. */
export const onResource = (work: Work, key: string): Work => ({
  ...work,
  call: { ...work.call, resource: work.call.view.resource(key) },
})
