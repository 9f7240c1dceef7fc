/** One PostgreSQL server: connections to it, and statements and streams on them. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Problem, problem } from '../../foundation/errors/app-error.js'
import { ClientGone } from '../../foundation/execution/client-gone.js'
import type { Origin } from '../../foundation/execution/origin.js'
import type { Row, SqlText, Statement } from '../../foundation/execution/statement.js'
import { isStalePlan, poolBusy, translateDatabaseError, unreachable } from '../errors/errors.js'
import type { ConnectionPool } from './connection-pool.js'
import type { TimeLimit } from './guard.js'
import type { Measurements } from './measurements.js'
import { openPools, type PoolName, type Pools, type PoolsOptions } from './pools.js'
import { isReusable, plainOf, StatementRunner } from './run-statements.js'
import type { ReadOptions, RunOptions, Session } from './session.js'
import { Snapshot, type SnapshotLimit } from './snapshot.js'

export interface ServerOptions extends PoolsOptions {
  /** Maximum number of requests that wait for a connection; further ones get `503`. Default 500. */
  readonly maxWaiting?: number
  /** Milliseconds; a longer statement is cancelled, with `504`. Default 15 000. 0: no limit. */
  readonly statementTimeoutMs?: number
  /** The same for a statement of a stream. Default 60 000. */
  readonly streamStatementTimeoutMs?: number
  /** Whether statements that have a name are prepared under it. Default true. */
  readonly preparedStatements?: boolean
  /** A pooler lends the sessions of the server for one transaction at a time. Default false. */
  readonly isPooled?: boolean
  /** PostgreSQL refuses to write. Default false. */
  readonly readOnly?: boolean
  /** The time of statements that no request sends. Default: the clock of the machine. */
  readonly now?: (() => Date) | undefined
}

export interface PoolUsage {
  readonly total: number
  readonly idle: number
  readonly waiting: number
  /** Maximum number of connections. */
  readonly max: number
}

/** A transaction that reads: one snapshot for several statements. */
export interface ReadTransaction extends Session {
  /** Decodes rows in batches, read from a cursor as the consumer takes them. */
  stream<Result>(
    statement: Statement<Result>,
    batchSize: number,
    options?: ReadOptions,
  ): AsyncGenerator<Result>
}

/** Work on the one snapshot of a transaction. */
export type StreamWork<T> = (transaction: ReadTransaction) => AsyncGenerator<T>

export const plain = (text: string): SqlText => ({ text, values: [] })
const beginRead = plain('begin isolation level repeatable read read only')
/** Ends with the transaction, which an explicit BEGIN would make three statements. */
const forbidWrites = plain("select set_config('transaction_read_only', 'on', true)")
/** The limit of this process is later, for a server that does not respond. */
const serverDelayMs = 5_000
/** Limits the statements after it, and returns the time. It takes the snapshot. */
const beginSnapshot = (statementMs: number): SqlText =>
  plain(`select set_config('statement_timeout', '${statementMs}', true),
    floor(extract(epoch from statement_timestamp()) * 1000)`)
/** Milliseconds that a shutdown waits for connections to end. */
const closeTimeoutMs = 5_000
const streamsBusy = problem('streamsBusy')

const usageOf = ({ total, idle, waiting, max }: ConnectionPool): PoolUsage => ({
  total,
  idle,
  waiting,
  max,
})

export class Server {
  readonly connection: pg.ClientConfig
  readonly runner: StatementRunner
  readonly statementMs: number
  readonly #measurements: Measurements
  readonly #pools: Pools
  readonly #statementLimit: TimeLimit
  readonly #streamLimit: TimeLimit
  readonly #maxWaiting: number
  /** Sent before a statement that is a transaction of its own. */
  readonly #before: readonly SqlText[]

  constructor(options: ServerOptions, measurements: Measurements) {
    this.connection = options.connection
    this.statementMs = options.statementTimeoutMs ?? 15_000
    const streamMs = options.streamStatementTimeoutMs ?? 60_000
    this.#statementLimit = { milliseconds: this.statementMs, message: 'queryTimedOut' }
    this.#streamLimit = { milliseconds: streamMs, message: 'queryTimedOut' }
    this.#maxWaiting = options.maxWaiting ?? 500
    this.#before = options.readOnly ? [forbidWrites] : []
    this.#measurements = measurements
    this.runner = new StatementRunner({
      connection: options.connection,
      prepares: options.preparedStatements ?? true,
      isPooled: options.isPooled ?? false,
      measurements,
      now: options.now ?? (() => new Date()),
    })
    this.#pools = openPools(options)
  }

  get connections(): PoolUsage {
    return usageOf(this.#pools.requests)
  }

  get streams(): PoolUsage {
    return usageOf(this.#pools.streams)
  }

  /**
   * Runs a statement that is a transaction of its own.
   *
   * @param conditions run before, in the same transaction; if one fails, the statement does not run
   */
  async query(
    sql: SqlText,
    options: RunOptions,
    conditions: readonly SqlText[] = [],
    pool: PoolName = 'requests',
  ): Promise<readonly Row[]> {
    const results = await this.#runAll(this.#transactionOf(conditions, sql), options, pool)
    return results.at(-1)!
  }

  /** The same, with a statement that runs after it in the same transaction. */
  async queryBoth(
    sql: SqlText,
    after: SqlText,
    options: RunOptions,
    conditions: readonly SqlText[],
  ): Promise<readonly [readonly Row[], readonly Row[]]> {
    const results = await this.#runAll(
      [...this.#transactionOf(conditions, sql), after],
      options,
      'requests',
    )
    return [results.at(-2)!, results.at(-1)!]
  }

  /**
   * Runs several statements on one snapshot and yields their results as they arrive. The
   * connection, from the share for streams, is held until the consumer has read everything or calls
   * `return`.
   */
  async *stream<T>(
    work: StreamWork<T>,
    origin: Origin | undefined,
    conditions: readonly SqlText[] = [],
  ): AsyncGenerator<T> {
    const client = await this.#acquire('streams', { origin }, streamsBusy)
    let isClean = false
    try {
      if (conditions.length > 0) {
        await this.runner.run(client, conditions, { origin }, this.#statementLimit)
      }
      await this.#run(client, beginRead, { origin })
      yield* work(this.#readTransaction(client, origin))
      await this.#run(client, plain('commit'), { origin })
      isClean = true
    } catch (error) {
      isClean = await this.rollback(client, error)
      throw error instanceof ClientGone ? error : translateDatabaseError(error)
    } finally {
      // A consumer that stopped in the middle costs the connection: the cursor may still be
      // running.
      this.#release(client, isClean, 'streams')
    }
  }

  /**
   * Begins a transaction for several requests that read, on a connection for requests. The server
   * itself cancels a statement at its time limit, which leaves the connection sound.
   */
  async openSnapshot(
    { origin, signal, limitMs }: RunOptions & SnapshotLimit,
    conditions: readonly SqlText[] = [],
  ): Promise<Snapshot> {
    const pool = 'requests'
    const client = await this.#acquire(pool, { origin, signal })
    const { milliseconds } = this.#statementLimit
    const ofProcess = milliseconds === 0 ? 0 : milliseconds + serverDelayMs
    const limit: TimeLimit = { ...this.#statementLimit, milliseconds: ofProcess }
    try {
      if (conditions.length > 0) await this.runner.run(client, conditions, { origin }, limit)
      const begin = [beginRead, beginSnapshot(milliseconds)]
      const [, rows] = await this.runner.run(client, begin, { origin }, limit)
      const connection = {
        send: (statements: readonly SqlText[], options: RunOptions) =>
          this.runner.run(client, statements.map(plainOf), options, limit),
        isGivenUp: () => this.runner.isGivenUp(client),
        end: async () => {
          const isClean = await this.#endRead(client)
          this.#release(client, isClean, pool)
        },
      }
      return new Snapshot(connection, new Date(Number(rows![0]![1])), { limitMs })
    } catch (error) {
      this.#release(client, await this.rollback(client, error), pool)
      throw error instanceof ClientGone ? error : translateDatabaseError(error)
    }
  }

  async withClient<T>(
    work: (client: pg.PoolClient) => Promise<T>,
    origin: Origin | undefined,
  ): Promise<T> {
    const pool = 'requests'
    const client = await this.#acquire(pool, { origin })
    try {
      const result = await work(client)
      this.#release(client, true, pool)
      return result
    } catch (error) {
      this.#release(client, isReusable(error), pool)
      throw error instanceof ClientGone ? error : translateDatabaseError(error)
    }
  }

  /** Returns whether the connection is still sound. */
  async rollback(client: pg.PoolClient, error: unknown): Promise<boolean> {
    return isReusable(error) ? this.#endRead(client) : false
  }

  /** Ends every connection. The server may go on with running statements. */
  async close(): Promise<void> {
    await Promise.race([this.#pools.end(), sleep(closeTimeoutMs, undefined, { ref: false })])
  }

  /** Ends a transaction that keeps nothing. Returns whether the connection is still sound. */
  async #endRead(client: pg.PoolClient): Promise<boolean> {
    if (this.runner.isGivenUp(client)) return false
    return this.#run(client, plain('rollback'), {}).then(
      () => true,
      () => false,
    )
  }

  #release(client: pg.PoolClient, isReusable: boolean, pool: PoolName): void {
    this.#pools[pool].release(client, isReusable && !this.runner.isGivenUp(client))
  }

  #readTransaction(client: pg.PoolClient, origin: Origin | undefined): ReadTransaction {
    const query = async (sql: SqlText, options?: ReadOptions) => {
      const all = { origin, ...options }
      return (await this.runner.run(client, [plainOf(sql)], all, this.#streamLimit))[0]!
    }
    return {
      query,
      run: async (statement, options) => statement.decode(await query(statement, options)),
      stream: (statement, batchSize, options) => {
        const all = { origin, ...options }
        return this.runner.stream(client, statement, batchSize, all, this.#streamLimit)
      },
    }
  }

  #transactionOf(conditions: readonly SqlText[], sql: SqlText): readonly SqlText[] {
    const before = this.#before
    if (before.length + conditions.length === 0) return [sql]
    return [...before, ...conditions, sql]
  }

  async #acquire(
    name: PoolName,
    { origin, signal }: RunOptions,
    busy?: Problem,
  ): Promise<pg.PoolClient> {
    const pool = this.#pools[name]
    if (pool.waiting >= this.#maxWaiting) throw poolBusy(busy)
    const start = performance.now()
    try {
      return await pool.acquire(signal)
    } catch (error) {
      throw error instanceof ClientGone ? error : unreachable(error, busy)
    } finally {
      this.#measurements.addWait(name, performance.now() - start, origin)
    }
  }

  /** Runs statements in one transaction and one round trip. */
  async #runAll(
    statements: readonly SqlText[],
    options: RunOptions,
    pool: PoolName,
  ): Promise<readonly (readonly Row[])[]> {
    for (let sent = statements; ; sent = sent.map(plainOf)) {
      const client = await this.#acquire(pool, options)
      try {
        const results = await this.runner.run(client, sent, options, this.#statementLimit)
        this.#release(client, true, pool)
        return results
      } catch (error) {
        this.#release(client, isReusable(error), pool)
        const isPrepared = sent.some(({ name }) => name !== undefined)
        if (!isPrepared || !isStalePlan(error)) throw error
      }
    }
  }

  async #run(client: pg.PoolClient, sql: SqlText, options: RunOptions): Promise<readonly Row[]> {
    return (await this.runner.run(client, [sql], options, this.#statementLimit))[0]!
  }
}
