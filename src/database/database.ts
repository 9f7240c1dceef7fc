/**
 * The connection to PostgreSQL. Values come back as the text that the server printed: nothing is
 * rounded or re-zoned by a parser. No session state is set, so that the service works through a
 * transaction pooler (see `pooler.ts`); settings end with their transaction.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { AppError, type Problem, problem } from '../foundation/errors/app-error.js'
import type { Origin } from '../foundation/origin.js'
import type { Signal } from '../foundation/signal.js'
import type { Row, SqlText, Statement } from '../foundation/statement.js'
import { listen, type OnNotification } from './changes/listen.js'
import {
  isStalePlan,
  isTransient,
  poolBusy,
  translateDatabaseError,
  unreachable,
} from './errors.js'
import { lendConnection } from './lend-connection.js'
import { Measurements, type QueryObserver } from './measurements.js'
import { openPools, type PoolName, type Pools, type PoolsOptions } from './pools.js'
import {
  ClientGone,
  isReusable,
  plainOf,
  StatementRunner,
  type TimeLimit,
} from './run-statements.js'
import type { ReadOptions, RunOptions, Session } from './session.js'
import { limitsStatement, limitTransaction } from './transaction-limit.js'
import { LazyTransaction, type WriteTransaction } from './write-transaction.js'

export interface DatabaseOptions extends PoolsOptions {
  /** PostgreSQL refuses to write. Default false. */
  readonly readOnly?: boolean
  /** Maximum number of requests that wait for a connection; further ones get `503`. Default 500. */
  readonly maxWaiting?: number
  /** Milliseconds; a longer statement is cancelled, with `504`. Default 15 000. 0: no limit. */
  readonly statementTimeoutMs?: number
  /** The same for a statement of a stream. Default 60 000. */
  readonly streamStatementTimeoutMs?: number
  /** Milliseconds that a write waits for a lock; then `503`. Default 5 000. */
  readonly lockTimeoutMs?: number
  /**
   * Milliseconds; a longer transaction that writes is undone and answered `504`. Default 30 000, 0
   * turns it off.
   */
  readonly transactionTimeoutMs?: number
  /** Whether statements that have a name are prepared under it. Default true. */
  readonly preparedStatements?: boolean
  /** A pooler lends the sessions of the server for one transaction at a time. Default false. */
  readonly isPooled?: boolean
  /** Sessions of the server itself, for what needs one. Default: `connection`. */
  readonly direct?: pg.ClientConfig | undefined
  /** Learns of each query, failed ones included. */
  readonly observer?: QueryObserver | undefined
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

/** Work in a transaction; the signal is aborted at the time limit. */
export type TransactionWork<T> = (transaction: WriteTransaction, signal: Signal) => Promise<T>

const plain = (text: string): SqlText => ({ text, values: [] })
const beginRead = 'begin isolation level repeatable read read only'
/** Ends with the transaction, which an explicit BEGIN would make three statements. */
const forbidWrites = plain("select set_config('transaction_read_only', 'on', true)")
const attempts = 3
/** Milliseconds that a shutdown waits for connections to end. */
const closeTimeoutMs = 5_000
const streamsBusy = problem('streamsBusy')

const usageOf = ({ totalCount, idleCount, waitingCount, options }: pg.Pool): PoolUsage => ({
  total: totalCount,
  idle: idleCount,
  waiting: waitingCount,
  max: options.max,
})

export class Database implements Session {
  readonly measurements: Measurements
  readonly #pools: Pools
  readonly #connection: pg.ClientConfig
  readonly #statementLimit: TimeLimit
  readonly #writeLimit: TimeLimit
  readonly #streamLimit: TimeLimit
  readonly #transactionTimeoutMs: number
  /** Sets the limits of a transaction that writes. */
  readonly #limits: SqlText
  readonly #maxWaiting: number
  readonly #readOnly: boolean
  readonly #runner: StatementRunner
  /** Undefined: there is only a pooler. */
  readonly #direct: pg.ClientConfig | undefined
  readonly #acquireTimeoutMs: number
  #probe: Promise<unknown> | undefined

  constructor(options: DatabaseOptions) {
    this.#connection = options.connection
    const statementMs = options.statementTimeoutMs ?? 15_000
    const streamMs = options.streamStatementTimeoutMs ?? 60_000
    this.#statementLimit = { milliseconds: statementMs, message: 'queryTimedOut' }
    this.#writeLimit = { milliseconds: statementMs, message: 'writeTimedOut' }
    this.#streamLimit = { milliseconds: streamMs, message: 'queryTimedOut' }
    this.#transactionTimeoutMs = options.transactionTimeoutMs ?? 30_000
    this.#limits = limitsStatement(
      options.lockTimeoutMs ?? 5_000,
      statementMs,
      this.#transactionTimeoutMs,
    )
    this.#maxWaiting = options.maxWaiting ?? 500
    this.#readOnly = options.readOnly ?? false
    const isPooled = options.isPooled ?? false
    this.#direct = options.direct ?? (isPooled ? undefined : options.connection)
    this.#acquireTimeoutMs = options.acquireTimeoutMs ?? 5_000
    this.measurements = new Measurements(options.observer)
    this.#runner = new StatementRunner({
      connection: options.connection,
      prepares: options.preparedStatements ?? true,
      isPooled,
      measurements: this.measurements,
    })
    this.#pools = openPools(options)
  }

  /** Runs one statement outside a transaction. */
  async run<Result>(statement: Statement<Result>, options: RunOptions = {}): Promise<Result> {
    return statement.decode(await this.query(statement, options))
  }

  async query(sql: SqlText, options: RunOptions = {}): Promise<readonly Row[]> {
    const { origin } = options
    try {
      return await this.#withClient((client) => this.#read(client, sql, options), origin)
    } catch (error) {
      if (sql.name === undefined || !isStalePlan(error)) throw error
      return this.#withClient((client) => this.#read(client, plainOf(sql), options), origin)
    }
  }

  /** Rejects when the database is not reachable. Concurrent calls share one check. */
  async ping(): Promise<void> {
    this.#probe ??= this.#withClient(
      (client) => this.#run(client, plain('select 1'), {}),
      undefined,
      'probe',
    ).finally(() => {
      this.#probe = undefined
    })
    await this.#probe
  }

  /**
   * Runs several statements on one snapshot and yields their results as they arrive. The
   * connection, from the share for streams, is held until the consumer has read everything or calls
   * `return`.
   */
  async *stream<T>(
    work: (transaction: ReadTransaction) => AsyncGenerator<T>,
    origin?: Origin,
  ): AsyncGenerator<T> {
    const client = await this.#connect('streams', origin, streamsBusy)
    let isClean = false
    try {
      await this.#run(client, plain(beginRead), { origin })
      yield* work(this.#readTransaction(client, origin))
      await this.#run(client, plain('commit'), { origin })
      isClean = true
    } catch (error) {
      isClean = await this.#rollback(client, error)
      throw error instanceof ClientGone ? error : translateDatabaseError(error)
    } finally {
      // A consumer that stopped in the middle costs the connection: the cursor may still be
      // running.
      this.#release(client, isClean)
    }
  }

  /**
   * Runs a write. A serialization failure or a deadlock repeats the whole of `work`, three times in
   * all, and so does a stale plan, once more; what it does must be undone by a rollback. The signal
   * is aborted when the transaction has taken too long; work that does not end then is left behind,
   * and its connection is cut.
   */
  async write<T>(work: TransactionWork<T>, origin?: Origin): Promise<T> {
    if (this.#readOnly) throw new AppError(problem('writesRefused'))
    let isPrepared = true
    for (let attempt = 1; ; ) {
      try {
        return await this.#transact(work, isPrepared, origin)
      } catch (error) {
        if (isPrepared && isStalePlan(error)) isPrepared = false
        else if (isTransient(error) && attempt < attempts) {
          await sleep(attempt++ * 20 * Math.random())
        } else throw error
      }
    }
  }

  /** Lends a connection for administration: migrations, the check of the contracts, seeds. */
  withConnection<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    const connection = this.#direct ?? this.#connection
    const timeoutMs = this.#acquireTimeoutMs
    return lendConnection({ connection, timeoutMs, readOnly: this.#readOnly }, work)
  }

  get connections(): PoolUsage {
    return usageOf(this.#pools.requests)
  }

  get streams(): PoolUsage {
    return usageOf(this.#pools.streams)
  }

  /**
   * Returns a function that stops listening. Behind a pooler without a direct connection nothing
   * arrives; callers who listen must also look from time to time.
   */
  listen(channel: string, onNotification: OnNotification): () => void {
    return this.#direct ? listen(this.#direct, channel, onNotification) : () => {}
  }

  /** Not on a connection of requests, which may all be busy. */
  async notify(channel: string, payload: string): Promise<void> {
    await this.#pools.probe.query('select pg_notify($1, $2)', [channel, payload])
  }

  /** Ends every connection and aborts running statements. */
  async close(): Promise<void> {
    await Promise.race([this.#pools.end(), sleep(closeTimeoutMs, undefined, { ref: false })])
  }

  async #transact<T>(
    work: TransactionWork<T>,
    isPrepared: boolean,
    origin: Origin | undefined,
  ): Promise<T> {
    const options = { origin }
    return this.#withClient(async (client) => {
      const transaction = new LazyTransaction(this.#limits, (statements) => {
        const sent = isPrepared ? statements : statements.map(plainOf)
        return this.#runner.run(client, sent, options, this.#writeLimit)
      })
      try {
        const result = await limitTransaction(
          client,
          { connection: this.#connection, limitMs: this.#transactionTimeoutMs },
          (signal) => {
            const onAbort = () => this.#runner.markInterrupted(client)
            signal.addEventListener('abort', onAbort)
            return work(transaction, signal)
          },
          () => transaction.isCommitted,
        )
        await transaction.commit()
        return result
      } catch (error) {
        if (transaction.undo()) await this.#rollback(client, error)
        throw error
      }
    }, origin)
  }

  /** Returns whether the connection is still sound. */
  async #rollback(client: pg.PoolClient, error: unknown): Promise<boolean> {
    if (!isReusable(error)) return false
    return this.#run(client, plain('rollback'), {}).then(
      () => true,
      () => false,
    )
  }

  #release(client: pg.PoolClient, isReusable: boolean): void {
    client.release(!isReusable || this.#runner.isInterrupted(client))
  }

  #readTransaction(client: pg.PoolClient, origin: Origin | undefined): ReadTransaction {
    const query = async (sql: SqlText, options?: ReadOptions) => {
      const all = { origin, ...options }
      return (await this.#runner.run(client, [plainOf(sql)], all, this.#streamLimit))[0]!
    }
    return {
      query,
      run: async (statement, options) => statement.decode(await query(statement, options)),
      stream: (statement, batchSize, options) =>
        this.#runner.stream(
          client,
          statement,
          batchSize,
          { origin, ...options },
          this.#streamLimit,
        ),
    }
  }

  async #connect(
    name: PoolName,
    origin: Origin | undefined,
    busy?: Problem,
  ): Promise<pg.PoolClient> {
    const pool = this.#pools[name]
    if (pool.waitingCount >= this.#maxWaiting) throw poolBusy(busy)
    const start = performance.now()
    try {
      return await pool.connect()
    } catch (error) {
      throw unreachable(error, busy)
    } finally {
      this.measurements.addWait(name, performance.now() - start, origin)
    }
  }

  async #withClient<T>(
    work: (client: pg.PoolClient) => Promise<T>,
    origin: Origin | undefined,
    pool: PoolName = 'requests',
  ): Promise<T> {
    const client = await this.#connect(pool, origin)
    try {
      const result = await work(client)
      this.#release(client, true)
      return result
    } catch (error) {
      this.#release(client, isReusable(error))
      throw error instanceof ClientGone ? error : translateDatabaseError(error)
    }
  }

  /** Runs a statement that is a transaction of its own. */
  async #read(client: pg.PoolClient, sql: SqlText, options: RunOptions): Promise<readonly Row[]> {
    const statements = this.#readOnly ? [forbidWrites, sql] : [sql]
    return (await this.#runner.run(client, statements, options, this.#statementLimit)).at(-1)!
  }

  async #run(client: pg.PoolClient, sql: SqlText, options: RunOptions): Promise<readonly Row[]> {
    return (await this.#runner.run(client, [sql], options, this.#statementLimit))[0]!
  }
}
