/** Limits how many connections one caller holds at once, so that the others find some free. */
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { Signal } from '../../foundation/execution/signal.js'
import type { Row, SqlText, Statement } from '../../foundation/execution/statement.js'
import type { StreamWork } from '../connection/postgres-server.js'
import type { RunOptions, WriteOptions } from '../connection/session.js'
import { WaitingLine } from '../connection/waiting-line.js'
import type { DataSource } from './data-source.js'
import type { Database, SnapshotWork, TransactionWork } from './database.js'

export interface StatementLimits {
  /** Connections of one caller for requests. */
  readonly connections: number
  /** Connections of one caller for exports and complete lists. */
  readonly streams: number
  /** Milliseconds that a statement waits in line. */
  readonly maxWaitMs: number
}

/** The statements of one caller. */
interface Line {
  running: number
  readonly waiting: WaitingLine<void>
}

/** The lines of callers before the connections of a pool. */
class Lines {
  readonly #maxRunning: number
  readonly #maxWaitMs: number
  readonly #lines = new Map<string, Line>()
  #refusals = 0

  constructor(maxRunning: number, maxWaitMs: number) {
    this.#maxRunning = maxRunning
    this.#maxWaitMs = maxWaitMs
  }

  get refusals(): number {
    return this.#refusals
  }

  /** @throws AppError RATE_LIMITED, ClientGone */
  async enter(caller: string, signal?: Signal): Promise<void> {
    const existingLine = this.#lines.get(caller)
    const line = existingLine ?? { running: 0, waiting: new WaitingLine() }
    if (!existingLine) this.#lines.set(caller, line)
    if (line.running < this.#maxRunning) line.running++
    else {
      const onLate = (): AppError => {
        this.#refusals++
        return tooMany()
      }
      await line.waiting.wait({ limitMs: this.#maxWaitMs, onLate, signal })
    }
  }

  leave(caller: string): void {
    const line = this.#lines.get(caller)!
    const next = line.waiting.first
    if (next) next.resolve()
    else if (--line.running === 0) this.#lines.delete(caller)
  }
}

export class StatementLimiter {
  readonly #database: Database
  readonly #requests: Lines
  readonly #streams: Lines

  constructor(database: Database, { connections, streams, maxWaitMs }: StatementLimits) {
    this.#database = database
    this.#requests = new Lines(connections, maxWaitMs)
    this.#streams = new Lines(streams, maxWaitMs)
  }

  /** Statements that waited too long. */
  get refusals(): number {
    return this.#requests.refusals + this.#streams.refusals
  }

  /** The database for one caller. */
  of(caller: string): DataSource {
    return new LimitedDatabase(this.#database, caller, this.#requests, this.#streams)
  }
}

const tooMany = (): AppError =>
  new AppError(problem('tooManyStatements'), { headers: { 'Retry-After': '1' } })

class LimitedDatabase implements DataSource {
  readonly #database: Database
  readonly #caller: string
  readonly #requests: Lines
  readonly #streams: Lines

  constructor(database: Database, caller: string, requests: Lines, streams: Lines) {
    this.#database = database
    this.#caller = caller
    this.#requests = requests
    this.#streams = streams
  }

  async run<Result>(statement: Statement<Result>, options: RunOptions = {}): Promise<Result> {
    return statement.decode(await this.query(statement, options))
  }

  query(sql: SqlText, options: RunOptions = {}): Promise<readonly Row[]> {
    return this.#inTurn(() => this.#database.query(sql, options), options.signal)
  }

  snapshot<T>(work: SnapshotWork<T>, options: RunOptions = {}): Promise<T> {
    return this.#inTurn(() => this.#database.snapshot(work, options), options.signal)
  }

  write<T>(work: TransactionWork<T>, options?: WriteOptions): Promise<T> {
    return this.#inTurn(() => this.#database.write(work, options))
  }

  async *stream<T>(work: StreamWork<T>, options?: RunOptions): AsyncGenerator<T> {
    await this.#streams.enter(this.#caller)
    try {
      yield* this.#database.stream(work, options)
    } finally {
      this.#streams.leave(this.#caller)
    }
  }

  async #inTurn<T>(work: () => Promise<T>, signal?: Signal): Promise<T> {
    await this.#requests.enter(this.#caller, signal)
    try {
      return await work()
    } finally {
      this.#requests.leave(this.#caller)
    }
  }
}
