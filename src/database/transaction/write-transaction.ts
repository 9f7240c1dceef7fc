/**
 * A transaction that writes, in as few round trips as its results allow: BEGIN, and statements that
 * nobody waits for, are sent together with the next statement.
 */
import {
  command,
  type Row,
  type SqlText,
  type Statement,
} from '../../foundation/execution/statement.js'
import type { Session } from '../connection/session.js'

export interface WriteTransaction extends Session {
  /**
   * Runs a statement before the next one that is awaited, at the latest with COMMIT. If it fails,
   * the next one fails with its error, and nothing after it runs.
   */
  defer(sql: SqlText): void
  /** Runs two statements in one round trip. */
  both<First, Second>(
    first: Statement<First>,
    second: Statement<Second>,
  ): Promise<readonly [First, Second]>
  /** Runs what was deferred, before code that must not run if it fails. */
  flush(): Promise<void>
  /** Runs the last statement and ends the transaction, in one round trip. */
  finish<Result>(statement: Statement<Result>): Promise<Result>
}

/** Runs statements in one round trip, and returns the rows of each. */
export type Send = (statements: readonly SqlText[]) => Promise<readonly (readonly Row[])[]>

const plainBegin = command('begin')
const beginReadCommitted = command('begin isolation level read committed')
/** PostgreSQL answers the COMMIT of a transaction that failed with the tag of a ROLLBACK. */
const commit: SqlText = {
  ...command('commit'),
  // Deferred triggers run.
  isWrite: true,
  onComplete: (tag) =>
    tag === 'COMMIT'
      ? undefined
      : new Error('a statement of the transaction had failed, so nothing was committed'),
}

/**
 * Runs deferred constraints and triggers now. It needs BEGIN, because PostgreSQL before 17 logs a
 * warning without it.
 */
export const runDeferred: SqlText = {
  ...command('set constraints all immediate'),
  needsBegin: true,
  isWrite: true,
}
/** What COMMIT would refuse is refused here too. */
const undoAll: readonly SqlText[] = [runDeferred, command('rollback')]

/** How a transaction ends. */
export interface TransactionEnd {
  /** All is undone in the end, and checked before as COMMIT would check it. Default false. */
  readonly isDryRun?: boolean | undefined
  /** Run after COMMIT, outside of the transaction; it may fail. */
  readonly after?: SqlText | undefined
}

/** The BEGIN that one of the statements needs. */
const beginOf = (statements: readonly SqlText[]): SqlText | undefined => {
  if (statements.some(({ needsReadCommitted }) => needsReadCommitted)) return beginReadCommitted
  return statements.some(({ needsBegin }) => needsBegin) ? plainBegin : undefined
}

export class LazyTransaction implements WriteTransaction {
  readonly #send: Send
  /** COMMIT, and what follows it in the same round trip; or what undoes all. */
  readonly #end: readonly SqlText[]
  readonly #isDryRun: boolean
  #rowsAfter: readonly Row[] | undefined
  #deferred: readonly SqlText[]
  /** The end of the first round trip, with its error if it failed. */
  #first: Promise<unknown> | undefined
  #hasFirstEnded = false
  /** The server has executed BEGIN. */
  #isBegun = false
  #isEnding = false
  #isUndone = false
  #isFinished = false

  /** @param limits the statement that sets the limits of the transaction */
  constructor(limits: SqlText, send: Send, { isDryRun = false, after }: TransactionEnd = {}) {
    this.#send = send
    this.#isDryRun = isDryRun
    this.#end = isDryRun ? undoAll : after ? [commit, after] : [commit]
    this.#deferred = [limits]
  }

  /** Those of the statement after COMMIT. Undefined if there is none, or if it failed. */
  get rowsAfter(): readonly Row[] | undefined {
    return this.#rowsAfter
  }

  get isCommitted(): boolean {
    return this.#isFinished && !this.#isDryRun
  }

  defer(sql: SqlText): void {
    this.#deferred = [...this.#deferred, sql]
  }

  async run<Result>(statement: Statement<Result>): Promise<Result> {
    return statement.decode(await this.query(statement))
  }

  async query(sql: SqlText): Promise<readonly Row[]> {
    const results = await this.#sendAll([sql], false)
    return results.at(-1)!
  }

  async both<First, Second>(
    first: Statement<First>,
    second: Statement<Second>,
  ): Promise<readonly [First, Second]> {
    const results = await this.#sendAll([first, second], false)
    return [first.decode(results.at(-2)!), second.decode(results.at(-1)!)]
  }

  async flush(): Promise<void> {
    if (this.#deferred.length > (this.#first ? 0 : 1)) await this.#sendAll([], false)
  }

  async finish<Result>(statement: Statement<Result>): Promise<Result> {
    const results = await this.#sendAll([statement], true)
    this.#isFinished = true
    return statement.decode(results.at(-1)!)
  }

  /** Commits, or undoes a dry run, unless `finish` did or nothing was run. */
  async end(): Promise<void> {
    // Only the limits are waiting: nothing was run.
    if (this.#isFinished || (!this.#first && this.#deferred.length === 1)) return
    await this.#sendAll([], true)
    this.#isFinished = true
  }

  /**
   * Sends nothing from now on, also not what is waiting for BEGIN: after a ROLLBACK it would be
   * committed on its own. Returns whether there may be something to roll back.
   */
  undo(): boolean {
    this.#isUndone = true
    return this.#isBegun || (this.#first !== undefined && !this.#hasFirstEnded)
  }

  /**
   * A transaction of one round trip needs no BEGIN: the server commits it at the end, if nothing
   * failed. Otherwise nothing is sent before BEGIN has succeeded, because each statement would be a
   * transaction of its own.
   */
  async #sendAll(
    statements: readonly SqlText[],
    isLast: boolean,
  ): Promise<readonly (readonly Row[])[]> {
    this.#checkOpen(this.#isEnding)
    this.#isEnding = isLast
    const waiting = [...this.#deferred, ...statements]
    this.#deferred = []
    if (this.#first) {
      const failure = await this.#first
      // Nothing may come between these checks and sending.
      this.#checkOpen(false)
      if (!this.#isBegun) throw failure
      return isLast ? this.#sendLast(waiting) : this.#send(waiting)
    }
    const begin = beginOf(waiting)
    if (isLast && !begin && this.#end.length === 1) return this.#send(waiting)
    const onComplete = (): undefined => {
      this.#isBegun = true
    }
    const begun = [{ ...(begin ?? plainBegin), onComplete }, ...waiting]
    const sent = isLast ? this.#sendLast(begun) : this.#send(begun)
    this.#first = sent
      .then(
        () => undefined,
        (error: unknown) => error,
      )
      .finally(() => {
        this.#hasFirstEnded = true
      })
    return sent
  }

  async #sendLast(statements: readonly SqlText[]): Promise<readonly (readonly Row[])[]> {
    const results = await this.#send([...statements, ...this.#end])
    if (!this.#isDryRun) this.#rowsAfter = results[statements.length + 1]
    return results.slice(0, statements.length)
  }

  #checkOpen(isEnding: boolean): void {
    if (isEnding || this.#isUndone) throw new Error('the transaction has ended')
  }
}
