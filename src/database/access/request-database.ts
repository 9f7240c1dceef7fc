/** The database as one request uses it: what its statements take is reported as the request's. */
import type { Origin } from '../../foundation/execution/origin.js'
import type { Row, SqlText, Statement } from '../../foundation/execution/statement.js'
import type { StreamWork } from '../connection/postgres-server.js'
import type { LatestToken } from '../connection/read-token.js'
import type { ReadOptions, RunOptions, WriteOptions } from '../connection/session.js'
import type { DataSource } from './data-source.js'
import type { SnapshotWork, TransactionWork } from './database.js'

export class RequestDatabase implements DataSource {
  readonly #database: DataSource
  readonly #options: RunOptions

  /** @param onReplica the request only reads, and replicas may run its statements */
  constructor(database: DataSource, origin: Origin, onReplica: boolean, tokens?: LatestToken) {
    this.#database = database
    this.#options = { origin, onReplica, tokens }
  }

  get isSnapshot(): boolean | undefined {
    return this.#database.isSnapshot
  }

  async run<Result>(statement: Statement<Result>, options?: ReadOptions): Promise<Result> {
    return statement.decode(await this.query(statement, options))
  }

  query(sql: SqlText, options?: ReadOptions): Promise<readonly Row[]> {
    return this.#database.query(sql, this.#optionsOf(options))
  }

  stream<T>(work: StreamWork<T>): AsyncGenerator<T> {
    return this.#database.stream(work, this.#options)
  }

  snapshot<T>(work: SnapshotWork<T>, options?: ReadOptions): Promise<T> {
    return this.#database.snapshot(work, this.#optionsOf(options))
  }

  write<T>(work: TransactionWork<T>, { isDryRun = false, limitMs }: WriteOptions = {}): Promise<T> {
    const { origin, tokens } = this.#options
    return this.#database.write(work, { origin, tokens, isDryRun, limitMs })
  }

  /** Without a spread, which takes 3 µs of every request. */
  #optionsOf(options: ReadOptions | undefined): RunOptions {
    if (options === undefined) return this.#options
    const { origin, tokens, onReplica = false } = this.#options
    return {
      origin,
      tokens,
      onReplica: options.onReplica ?? onReplica,
      isSmall: options.isSmall ?? false,
      signal: options.signal,
    }
  }
}
