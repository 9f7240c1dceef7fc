/** Limits of transactions that write: here, whatever their code waits for, and at the server. */
import type pg from 'pg'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { LightSignal, type Signal } from '../../foundation/execution/signal.js'
import type { SqlText } from '../../foundation/execution/statement.js'
import { Interruption } from '../connection/interruption.js'

/** The server's limits are later by this time (milliseconds): this process reports the error. */
const serverDelayMs = 5_000

export interface TransactionLimits {
  readonly connection: pg.ClientConfig
  /** Milliseconds. 0: no limit. */
  readonly limitMs: number
}

/**
 * At the limit the signal is aborted and the running statement is cancelled. If that does not end
 * the work, the connection is closed: the server rolls back and releases the locks, at the latest
 * at its own limits. Work that ends after the limit fails too, unless it has committed.
 *
 * COMMIT may already be on its way with the last statement. Without an answer to the cancel request
 * nobody here knows whether it takes effect: the outcome of the write is then unknown.
 *
 * @throws AppError QUERY_TIMEOUT; the connection must not be used again then
 */
export const limitTransaction = async <T>(
  client: pg.ClientBase,
  { connection, limitMs }: TransactionLimits,
  work: (signal: Signal) => Promise<T>,
  /** The work has committed by itself: its result stands, however late it is. */
  isCommitted: () => boolean,
): Promise<T> => {
  const signal = new LightSignal()
  if (limitMs === 0) return work(signal)
  let interruption: Interruption | undefined
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      interruption = new Interruption(client, connection, timedOut(limitMs), reject)
      signal.abort(interruption.reason)
    }, limitMs)
  })
  try {
    const result = await Promise.race([work(signal), expired])
    if (interruption && !isCommitted()) throw interruption.reason
    return result
  } catch (error) {
    throw interruption?.reason ?? error
  } finally {
    clearTimeout(timer)
    interruption?.end()
  }
}

const timedOut = (limitMs: number): AppError =>
  new AppError(problem('transactionTimedOut', { limitMs }))

/**
 * Means `set local …`. The server's limits of a statement and of idle time are for a process that
 * hangs or a network that is gone; otherwise the limits of this process come first.
 */
export const limitsStatement = (
  lockMs: number,
  statementMs: number,
  transactionMs: number,
): SqlText => {
  const limits = [
    ['lock_timeout', lockMs],
    ['statement_timeout', serverLimitMs(statementMs)],
    ['idle_in_transaction_session_timeout', serverLimitMs(transactionMs)],
  ] as const
  return {
    name: `limits ${limits.map(([, milliseconds]) => milliseconds).join(' ')}`,
    text: `select ${limits.map(([name, ms]) => `set_config('${name}', '${ms}', true)`).join(', ')}`,
    values: [],
  }
}

/** 0: no limit. */
const serverLimitMs = (limitMs: number): number => (limitMs === 0 ? 0 : limitMs + serverDelayMs)
