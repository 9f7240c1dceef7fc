/**
 * A transaction that reads for several requests: all statements see the data of one moment. A
 * statement that fails is undone alone, so that the requests after it still get their rows.
 */
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { ClientGone } from '../../foundation/execution/client-gone.js'
import {
  command,
  type Row,
  type SqlText,
  type Statement,
} from '../../foundation/execution/statement.js'
import { isBroken, unreachable } from '../errors/errors.js'
import type { RunOptions, Session } from './session.js'

export interface SnapshotConnection {
  /** Runs statements in one round trip. */
  readonly send: (
    statements: readonly SqlText[],
    options: RunOptions,
  ) => Promise<readonly (readonly Row[])[]>
  /** Whether the connection must run no further statement. */
  readonly isGivenUp: () => boolean
  /** Ends the transaction and releases the connection. */
  readonly end: () => Promise<void>
}

export interface SnapshotLimit {
  /** Milliseconds after which no further statement begins. 0: no limit. */
  readonly limitMs: number
}

const savepoint = command('savepoint statement')
const release = command('release savepoint statement')
const rollback = command('rollback to savepoint statement')

export class Snapshot implements Session {
  readonly isSnapshot = true
  /** By the clock of the database. Everything that was committed by then is seen. */
  readonly takenAt: Date
  readonly #connection: SnapshotConnection
  readonly #limitMs: number
  readonly #begun = performance.now()
  /** A savepoint must not be set while another statement runs. */
  #last: Promise<unknown> = Promise.resolve()
  #hasEnded = false

  constructor(connection: SnapshotConnection, takenAt: Date, { limitMs }: SnapshotLimit) {
    this.#connection = connection
    this.takenAt = takenAt
    this.#limitMs = limitMs
  }

  async run<Result>(statement: Statement<Result>, options?: RunOptions): Promise<Result> {
    return statement.decode(await this.query(statement, options))
  }

  query(sql: SqlText, options: RunOptions = {}): Promise<readonly Row[]> {
    const rows = this.#last.then(() => this.#runAlone(sql, options))
    this.#last = rows.catch(() => undefined)
    return rows
  }

  /**
   * Waits for the statement that runs. Those that have not begun never run: the connection belongs
   * to others by then, and nobody waits for their rows.
   */
  async end(): Promise<void> {
    this.#hasEnded = true
    await this.#last
    await this.#connection.end()
  }

  async #runAlone(sql: SqlText, options: RunOptions): Promise<readonly Row[]> {
    const { send, isGivenUp } = this.#connection
    if (this.#hasEnded) throw new ClientGone(false)
    if (isGivenUp()) throw unreachable(undefined)
    if (this.#limitMs > 0 && performance.now() - this.#begun > this.#limitMs) {
      throw new AppError(problem('queryTimedOut', { limitMs: this.#limitMs }))
    }
    try {
      const [, rows] = await send([savepoint, sql, release], options)
      return rows!
    } catch (error) {
      const isOfStatement =
        error instanceof AppError && (error.cause === undefined || !isBroken(error.cause))
      if (isOfStatement && !isGivenUp()) await send([rollback, release], {})
      throw error
    }
  }
}
