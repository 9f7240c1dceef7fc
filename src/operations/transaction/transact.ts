/**
 * Runs a write: its transaction, the context of contract code, and the callbacks after the commit.
 */
import type { CallContext, Refusal } from '../../contract/calls.js'
import { blameFields } from '../../database/catalog/integrity.js'
import type { WriteTransaction } from '../../database/transaction/write-transaction.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { abortSignalOf, type Signal } from '../../foundation/execution/signal.js'
import type { Row, SqlText, Statement } from '../../foundation/execution/statement.js'
import { Phrase } from '../../foundation/text/placeholders.js'
import type { UnboundWriteContext, WriteContext } from '../context.js'
import { awaitWrites, finishWrites, type Work, type WorkState } from '../work/work.js'
import { ruleChecks } from '../work/written-records.js'
import { blame } from '../write/own-fields.js'
import { explainReferences, mayLackReference, type Written } from '../write/references.js'
import { createResourceAccess } from './resource-access.js'

/** What a request writes, as its body names it. */
export type BodyWritten = Omit<Written, 'previous'>

/** Runs a write of a resource. Its errors name members of the body. */
export const transact = <T>(
  call: WriteContext,
  written: BodyWritten | undefined,
  run: (work: Work) => Promise<T>,
): Promise<T> =>
  inTransaction(call, run, (error, { previous }) =>
    explain(error, call, written && { ...written, previous }),
  )

/** Runs code of the application that belongs to no resource. */
export const transactFreely = <T>(
  call: UnboundWriteContext,
  code: (context: CallContext) => Promise<T>,
): Promise<T> =>
  inTransaction(
    call,
    (work: Work<UnboundWriteContext>) => code(work.context()),
    (error) => error,
  )

/**
 * Runs `run` in a transaction. A conflict with another transaction repeats all of it, and so does a
 * write that wrote no row, once; callbacks of an attempt that was rolled back are dropped. So are
 * those of a dry run.
 */
const inTransaction = async <Call extends UnboundWriteContext, T>(
  call: Call,
  run: (work: Work<Call>) => Promise<T>,
  explained: (error: unknown, state: WorkState) => unknown,
): Promise<T> => {
  let state = newState(false)
  const { isDryRun } = call
  const attempt = (isCareful: boolean): Promise<T> =>
    call.database.write(
      async (transaction, expiry) => {
        state = newState(isCareful)
        const open = new OpenTransaction(transaction)
        expiry.addEventListener('abort', () => open.close())
        const work = createWork(call, open, state, expiry)
        try {
          const outcome = await run(work)
          await finishWrites(work)
          for (const check of ruleChecks(work)) open.defer(check)
          return outcome
        } catch (error) {
          await awaitWrites(work)
          throw error
        } finally {
          open.close()
        }
      },
      { isDryRun, limitMs: call.limitMs },
    )
  const result = await attempt(false)
    .catch((error: unknown) => {
      if (state.isUnwritten) return attempt(true)
      throw error
    })
    .catch(async (error: unknown) => {
      throw await explained(error, state)
    })
  if (isDryRun) return result
  call.notifications?.announce()
  const limitMs = call.settings['platform.database.transaction-timeout-ms']
  for (const work of state.afterCommit) await within(limitMs, work).catch(call.report)
  return result
}

/** The response waits for callbacks after a commit, up to a limit. 0: no limit. */
const within = async (limitMs: number, work: () => unknown): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<never>((_resolve, reject) => {
    const message = `work after a commit took longer than ${limitMs} ms; the response did not wait for it`
    if (limitMs > 0) timer = setTimeout(() => reject(new Error(message)), limitMs)
  })
  try {
    await Promise.race([(async () => work())(), expired])
  } finally {
    clearTimeout(timer)
  }
}

const newState = (isCareful: boolean): WorkState => ({
  isCareful,
  isUnwritten: false,
  previous: {},
  afterCommit: [],
  pending: new Set(),
  hasWrittenOthers: false,
  written: [],
  partlyWritten: undefined,
})

/** A handle that contract code kept must not reach the connection after it is released. */
class OpenTransaction implements WriteTransaction {
  readonly #transaction: WriteTransaction
  #isOpen = true

  constructor(transaction: WriteTransaction) {
    this.#transaction = transaction
  }

  close(): void {
    this.#isOpen = false
  }

  async run<Result>(statement: Statement<Result>): Promise<Result> {
    return this.#open().run(statement)
  }

  async query(sql: SqlText): Promise<readonly Row[]> {
    return this.#open().query(sql)
  }

  defer(sql: SqlText): void {
    this.#open().defer(sql)
  }

  async both<First, Second>(
    first: Statement<First>,
    second: Statement<Second>,
  ): Promise<readonly [First, Second]> {
    return this.#open().both(first, second)
  }

  async flush(): Promise<void> {
    return this.#open().flush()
  }

  async finish<Result>(statement: Statement<Result>): Promise<Result> {
    return this.#open().finish(statement)
  }

  #open(): WriteTransaction {
    if (this.#isOpen) return this.#transaction
    throw new Error('the transaction has ended: nothing can be read or written in it')
  }
}

const createWork = <Call extends UnboundWriteContext>(
  call: Call,
  transaction: WriteTransaction,
  state: WorkState,
  expiry: Signal,
): Work<Call> => {
  let context: CallContext | undefined
  const work: Work<Call> = {
    call,
    transaction,
    state,
    context: () => {
      context ??= createContext(work, expiry)
      return context
    },
  }
  return work
}

const createContext = (work: Work<UnboundWriteContext>, expiry: Signal): CallContext => {
  const { call, state } = work
  return {
    principal: call.principal,
    now: call.clock.now,
    dryRun: call.isDryRun,
    signal: AbortSignal.any([abortSignalOf(call.signal), abortSignalOf(expiry)]),
    tx: createResourceAccess(work),
    afterCommit: (callback) => {
      state.afterCommit.push(callback)
    },
    refuse,
  }
}

export const refuse = (reason: string, { message, target }: Refusal = {}): AppError =>
  new AppError(
    message === undefined
      ? problem('refusedForReason', { reason, target })
      : problem('refusedByApplication', { message: new Phrase(message), reason, target }),
  )

/** Names the members that broke a constraint, and nothing about other records. */
const explain = async (
  error: unknown,
  call: WriteContext,
  written: Written | undefined,
): Promise<unknown> => {
  const { resource, integrity, database } = call
  if (!written) return blameFields(error, resource, undefined, integrity)
  const missing =
    mayLackReference(error, resource) && (await explainReferences(resource, written, database))
  return missing || blame(error, call, written.shape)
}
