/**
 * The connection to PostgreSQL. Values come back as the text that the server printed: nothing is
 * rounded or re-zoned by a parser. No session state is set, so that the service works through a
 * transaction pooler; settings use `set local`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { AppError, type Problem, problem } from '../foundation/errors/app-error.js'
import { withoutPadding } from '../foundation/padding.js'
import type { Signal } from '../foundation/signal.js'
import type { Row, SqlText, Statement } from '../foundation/statement.js'
import {
  isBroken,
  isStalePlan,
  isTransient,
  poolBusy,
  translateDatabaseError,
  unreachable,
} from './errors.js'
import { Interruption } from './interruption.js'
import { openPools, type Pools, type PoolsOptions } from './pools.js'
import { TextQuery } from './text-query.js'
import { idleTimeoutMs, limitTransaction } from './transaction-limit.js'

export interface DatabaseOptions extends PoolsOptions {
  /** Maximum number of requests that wait for a connection; further ones get `503`. Default 500. */
  readonly maxWaiting?: number
  /** Milliseconds; a longer statement is cancelled, with `504`. Default 15 000. 0: no limit. */
  readonly statementTimeoutMs?: number
  /** Milliseconds that a write waits for a lock; then `503`. Default 5 000. */
  readonly lockTimeoutMs?: number
  /**
   * Milliseconds; a longer transaction that writes is undone and answered `504`. Default 30 000, 0
   * turns it off.
   */
  readonly transactionTimeoutMs?: number
  /** Whether statements that have a name are prepared under it. Default true. */
  readonly preparedStatements?: boolean
  /** Called after each statement, failed ones included; `milliseconds` includes the round trip. */
  readonly onStatement?: (statement: SqlText, milliseconds: number) => void
}

export interface PoolUsage {
  readonly total: number
  readonly idle: number
  readonly waiting: number
}

export interface ReadOptions {
  /** Cancels the statement at the server, for example when the client went away. */
  readonly signal?: Signal
}

/** Something that runs statements: the pool, or one transaction. */
export interface Session {
  /** Runs a statement and decodes its rows. */
  run<Result>(statement: Statement<Result>, options?: ReadOptions): Promise<Result>
  /** Runs SQL that has no decoder. */
  query(sql: SqlText, options?: ReadOptions): Promise<readonly Row[]>
}

export interface Transaction extends Session {
  /** Decodes rows in batches, read from a cursor as the consumer takes them. */
  stream<Result>(
    statement: Statement<Result>,
    batchSize: number,
    options?: ReadOptions,
  ): AsyncGenerator<Result>
}

/** Work in a transaction; the signal is aborted at the time limit. */
export type TransactionWork<T> = (transaction: Transaction, signal: AbortSignal) => Promise<T>

const verbatim = (value: string): string => value
/** Values as the server prints them; the padding of char(n) is not part of a value. */
const textOnly = {
  getTypeParser: (oid: number) => (oid === pg.types.builtins.BPCHAR ? withoutPadding : verbatim),
}
/** One snapshot for several statements. */
const beginRead = 'begin isolation level repeatable read read only'
const attempts = 3
/** Milliseconds that a shutdown waits for connections to end. */
const closeTimeoutMs = 5_000
const streamsBusy = problem('streamsBusy')

const usageOf = ({ totalCount, idleCount, waitingCount }: pg.Pool): PoolUsage => ({
  total: totalCount,
  idle: idleCount,
  waiting: waitingCount,
})

export class Database implements Session {
  readonly #pools: Pools
  readonly #connection: pg.ClientConfig
  readonly #statementTimeoutMs: number
  readonly #lockTimeoutMs: number
  readonly #transactionTimeoutMs: number
  readonly #maxWaiting: number
  readonly #readOnly: boolean
  readonly #prepares: boolean
  readonly #onStatement: DatabaseOptions['onStatement']
  readonly #interrupted = new WeakSet<pg.PoolClient>()
  #probe: Promise<unknown> | undefined

  constructor(options: DatabaseOptions) {
    this.#connection = options.connection
    this.#statementTimeoutMs = options.statementTimeoutMs ?? 15_000
    this.#lockTimeoutMs = options.lockTimeoutMs ?? 5_000
    this.#transactionTimeoutMs = options.transactionTimeoutMs ?? 30_000
    this.#maxWaiting = options.maxWaiting ?? 500
    this.#readOnly = options.readOnly ?? false
    this.#prepares = options.preparedStatements ?? true
    this.#onStatement = options.onStatement
    this.#pools = openPools(options)
  }

  /** Runs one statement outside a transaction. */
  async run<Result>(statement: Statement<Result>, options: ReadOptions = {}): Promise<Result> {
    return statement.decode(await this.query(statement, options))
  }

  async query(sql: SqlText, options: ReadOptions = {}): Promise<readonly Row[]> {
    try {
      return await this.#withClient((client) => this.#run(client, sql, options))
    } catch (error) {
      if (sql.name === undefined || !isStalePlan(error)) throw error
      return this.#withClient((client) => this.#run(client, plainOf(sql), options))
    }
  }

  /** Rejects when the database is not reachable. Concurrent calls share one check. */
  async ping(): Promise<void> {
    const { probe } = this.#pools
    this.#probe ??= this.#withClient(
      (client) => this.#run(client, plain('select 1'), {}),
      probe,
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
  async *stream<T>(work: (transaction: Transaction) => AsyncGenerator<T>): AsyncGenerator<T> {
    const client = await this.#connect(this.#pools.streams, streamsBusy)
    let isClean = false
    try {
      await this.#run(client, plain(beginRead), {})
      yield* work(this.#transaction(client, false))
      await this.#run(client, plain('commit'), {})
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
  async write<T>(work: TransactionWork<T>): Promise<T> {
    if (this.#readOnly) throw new AppError(problem('writesRefused'))
    const limits = [
      `set local lock_timeout = ${this.#lockTimeoutMs}`,
      // For a process that hangs or a network that is gone; else the limit of this process comes
      // first.
      `set local idle_in_transaction_session_timeout = ${idleTimeoutMs(this.#transactionTimeoutMs)}`,
    ]
    const begin = ['begin', ...limits].join('; ')
    let isPrepared = true
    for (let attempt = 1; ; ) {
      try {
        return await this.#transact(begin, work, isPrepared)
      } catch (error) {
        if (isPrepared && isStalePlan(error)) isPrepared = false
        else if (isTransient(error) && attempt < attempts) {
          await sleep(attempt++ * 20 * Math.random())
        } else throw error
      }
    }
  }

  /** Lends a connection for administration: migrations, the check of the contracts, seeds. */
  async withConnection<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#pools.requests.connect()
    try {
      return await work(client)
    } finally {
      // Whatever the work set on it (locks, settings) must not reach a request.
      client.release(true)
    }
  }

  get connections(): PoolUsage {
    return usageOf(this.#pools.requests)
  }

  get streams(): PoolUsage {
    return usageOf(this.#pools.streams)
  }

  /** Ends every connection and aborts running statements. */
  async close(): Promise<void> {
    await Promise.race([this.#pools.end(), sleep(closeTimeoutMs, undefined, { ref: false })])
  }

  async #transact<T>(start: string, work: TransactionWork<T>, isPrepared: boolean): Promise<T> {
    return this.#withClient(async (client) => {
      await this.#run(client, plain(start), {})
      try {
        const limits = { connection: this.#connection, limitMs: this.#transactionTimeoutMs }
        const result = await limitTransaction(client, limits, (signal) =>
          work(this.#transaction(client, isPrepared), signal),
        )
        await this.#run(client, plain('commit'), {})
        return result
      } catch (error) {
        await this.#rollback(client, error)
        throw error
      }
    })
  }

  /** Returns whether the connection is still sound. */
  async #rollback(client: pg.PoolClient, error: unknown): Promise<boolean> {
    if (!isReusable(error)) return false
    return this.#run(client, plain('rollback'), {}).then(
      () => true,
      () => false,
    )
  }

  /**
   * A late cancel request may still be on its way and would stop a statement of another request.
   */
  #release(client: pg.PoolClient, isReusable: boolean): void {
    client.release(!isReusable || this.#interrupted.has(client))
  }

  /** @param isPrepared whether a stale plan, which ends the transaction, may repeat it */
  #transaction(client: pg.PoolClient, isPrepared: boolean): Transaction {
    const query = (sql: SqlText, options: ReadOptions = {}) =>
      this.#run(client, isPrepared ? sql : plainOf(sql), options)
    return {
      query,
      run: async (statement, options) => statement.decode(await query(statement, options)),
      stream: (statement, batchSize, options = {}) =>
        this.#stream(client, statement, batchSize, options),
    }
  }

  async #connect(pool: pg.Pool, busy?: Problem): Promise<pg.PoolClient> {
    if (pool.waitingCount >= this.#maxWaiting) throw poolBusy(busy)
    try {
      return await pool.connect()
    } catch (error) {
      throw unreachable(error, busy)
    }
  }

  async #withClient<T>(
    work: (client: pg.PoolClient) => Promise<T>,
    pool: pg.Pool = this.#pools.requests,
  ): Promise<T> {
    const client = await this.#connect(pool)
    try {
      const result = await work(client)
      this.#release(client, true)
      return result
    } catch (error) {
      this.#release(client, isReusable(error))
      throw error instanceof ClientGone ? error : translateDatabaseError(error)
    }
  }

  #run(client: pg.PoolClient, sql: SqlText, options: ReadOptions): Promise<readonly Row[]> {
    return this.#observed(sql, () =>
      this.#guarded(client, options, (resolve, reject) => {
        const statement = new TextQuery(sql, this.#prepares, resolve, reject)
        client.query(statement as unknown as pg.Submittable)
      }),
    )
  }

  async #observed<T>(sql: SqlText, run: () => Promise<T>): Promise<T> {
    if (!this.#onStatement) return run()
    const start = performance.now()
    try {
      return await run()
    } finally {
      this.#onStatement(sql, performance.now() - start)
    }
  }

  /**
   * Cancels a statement at its time limit, or when its client has disconnected. Without a response
   * to the cancel request the network is broken, and the connection is closed.
   */
  async #guarded<T>(
    client: pg.PoolClient,
    { signal }: ReadOptions,
    start: (resolve: (value: T) => void, reject: (error: unknown) => void) => void,
  ): Promise<T> {
    if (signal?.aborted) throw new ClientGone(false)
    let interruption: Interruption | undefined
    let giveUp: (reason: Error) => void = () => {}
    const interrupt = (reason: Error): void => {
      interruption ??= new Interruption(client, this.#connection, reason, giveUp)
    }
    const limit = this.#statementTimeoutMs
    const timer = limit > 0 ? setTimeout(() => interrupt(queryTimeout(limit)), limit) : undefined
    const abort = () => interrupt(new ClientGone())
    signal?.addEventListener('abort', abort)
    try {
      return await new Promise<T>((resolve, reject) => {
        giveUp = reject
        start(resolve, reject)
      })
    } catch (error) {
      throw interruption?.reason ?? translateDatabaseError(error)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      interruption?.end()
      if (interruption) this.#interrupted.add(client)
    }
  }

  async *#stream<Result>(
    client: pg.PoolClient,
    statement: Statement<Result>,
    batchSize: number,
    options: ReadOptions,
  ): AsyncGenerator<Result> {
    const config = { rowMode: 'array' as const, types: textOnly as never }
    const { text, values } = statement
    const cursor = client.query(new Cursor<Row>(text, values as unknown[], config))
    // Never closed: read to its end it is closed already, and else its connection is given up.
    for (;;) {
      const rows = await this.#observed(statement, () =>
        this.#guarded<Row[]>(client, options, (resolve, reject) => {
          cursor.read(batchSize).then(resolve, reject)
        }),
      )
      if (rows.length > 0) yield statement.decode(rows)
      if (rows.length < batchSize) return
    }
  }
}

/** Ends work whose client has disconnected; it leads to no response. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'

  /** `wasSent` is false when the statement never reached the server. */
  constructor(readonly wasSent = true) {
    super()
  }
}

const queryTimeout = (milliseconds: number): AppError =>
  new AppError(problem('queryTimedOut', { limitMs: milliseconds }))

/**
 * After a response of the server, or an error of our own, the connection is sound. After a
 * cancelled statement it is not: the cancel request may still be on its way.
 */
const isReusable = (error: unknown): boolean =>
  (error instanceof ClientGone && !error.wasSent) ||
  (error instanceof AppError &&
    error.code !== 'QUERY_TIMEOUT' &&
    (error.cause === undefined || !isBroken(error.cause)) &&
    !isStalePlan(error))

const plain = (text: string): SqlText => ({ text, values: [] })
const plainOf = ({ text, values }: SqlText): SqlText => ({ text, values })
