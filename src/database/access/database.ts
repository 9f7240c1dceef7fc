/**
 * The connection to PostgreSQL. Values come back as the text that the server printed: nothing is
 * rounded or re-zoned by a parser. No session state is set, so that the service works through a
 * transaction pooler (see `pooler.ts`); settings end with their transaction.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { Signal } from '../../foundation/execution/signal.js'
import type { Row, SqlText, Statement } from '../../foundation/execution/statement.js'
import type { TimeLimit } from '../connection/guard.js'
import { type LentConnection, lendConnection } from '../connection/lend-connection.js'
import { listen, type OnNotification } from '../connection/listen.js'
import { seenStatement } from '../connection/log-position.js'
import { Measurements, type QueryObserver } from '../connection/measurements.js'
import type { OpenedConnection } from '../connection/opened-connection.js'
import {
  type PoolUsage,
  plain,
  Server,
  type ServerOptions,
  type StreamWork,
} from '../connection/postgres-server.js'
import type { ReadToken } from '../connection/read-token.js'
import { plainOf } from '../connection/run-statements.js'
import type { RunOptions, Session, WriteOptions } from '../connection/session.js'
import type { Snapshot } from '../connection/snapshot.js'
import { isStalePlan, isTransient } from '../errors/errors.js'
import {
  type OpenReplicas,
  openReplicas,
  type ReplicaOptions,
  type ReplicaUsage,
} from '../replicas/open-replicas.js'
import { limitsStatement, limitTransaction } from '../transaction/transaction-limit.js'
import {
  LazyTransaction,
  type Send,
  type WriteTransaction,
} from '../transaction/write-transaction.js'

export interface DatabaseOptions extends ServerOptions {
  /** Milliseconds that a write waits for a lock; then `503`. Default 5 000. */
  readonly lockTimeoutMs?: number
  /**
   * Milliseconds; a longer transaction that writes is undone and answered `504`. Default 30 000, 0
   * turns it off.
   */
  readonly transactionTimeoutMs?: number
  /** Sessions of the server itself, for what needs one. Default: `connection`. */
  readonly direct?: pg.ClientConfig | undefined
  /** Of `direct`, for the first administration. Default: none. */
  readonly opened?: OpenedConnection | undefined
  /** Default: none. */
  readonly replicas?: ReplicaOptions | undefined
  /** Learns of each query, failed ones included. */
  readonly observer?: QueryObserver | undefined
}

/** Work in a transaction; the signal is aborted at the time limit. */
export type TransactionWork<T> = (transaction: WriteTransaction, signal: Signal) => Promise<T>

export type SnapshotWork<T> = (snapshot: Snapshot) => Promise<T>

const attempts = 3
/** What was committed stays committed, whatever follows. */
const placeOfCommit: SqlText = { ...seenStatement, mayFail: true }

export class Database implements Session {
  readonly measurements: Measurements
  readonly #server: Server
  /** Undefined: the primary is all there is. */
  readonly #replicas: OpenReplicas | undefined
  readonly #writeLimit: TimeLimit
  readonly #transactionTimeoutMs: number
  /** Sets the limits of a transaction that writes. */
  readonly #limits: SqlText
  readonly #readOnly: boolean
  /** Undefined: there is only a pooler. */
  readonly #direct: pg.ClientConfig | undefined
  readonly #opened: OpenedConnection | undefined
  #probe: Promise<unknown> | undefined
  readonly #writeListeners = new Set<() => void>()

  constructor(options: DatabaseOptions) {
    this.measurements = new Measurements(options.observer)
    this.#server = new Server(options, this.measurements)
    if (options.replicas && !options.readOnly) {
      this.#replicas = openReplicas(this.#server, options, options.replicas, this.measurements)
    }
    const { statementMs } = this.#server
    this.#writeLimit = { milliseconds: statementMs, message: 'writeTimedOut' }
    this.#transactionTimeoutMs = options.transactionTimeoutMs ?? 30_000
    this.#limits = limitsStatement(
      options.lockTimeoutMs ?? 5_000,
      statementMs,
      this.#transactionTimeoutMs,
    )
    this.#readOnly = options.readOnly ?? false
    this.#opened = options.opened
    this.#direct = options.direct ?? (options.isPooled ? undefined : options.connection)
  }

  get #primary(): Server {
    return this.#replicas?.members.primary ?? this.#server
  }

  /** Undefined: there are no replicas. */
  get replicas(): ReplicaUsage | undefined {
    return this.#replicas?.usage()
  }

  /** Runs one statement outside a transaction. */
  async run<Result>(statement: Statement<Result>, options: RunOptions = {}): Promise<Result> {
    return statement.decode(await this.query(statement, options))
  }

  query(sql: SqlText, options: RunOptions = {}): Promise<readonly Row[]> {
    const reads = this.#replicas?.reads
    if (!reads) return this.#server.query(sql, options)
    return options.onReplica ? reads.query(sql, options) : reads.queryPrimary(sql, options)
  }

  /**
   * The token of what is committed now. Undefined where reads need none: they see all that was
   * committed before they began.
   */
  async readToken(): Promise<ReadToken | undefined> {
    const reads = this.#replicas?.reads
    return reads?.usesTokens ? reads.readPrimary() : undefined
  }

  /**
   * Rejects when the database is not reachable, for reads at least. Concurrent calls share one
   * check.
   */
  async ping(): Promise<void> {
    if (this.#replicas?.reads.usesTokens && this.#replicas.members.ready > 0) return
    this.#probe ??= this.#primary.query(plain('select 1'), {}, [], 'probe').finally(() => {
      this.#probe = undefined
    })
    await this.#probe
  }

  /** See `Server.stream`. */
  stream<T>(work: StreamWork<T>, options: RunOptions = {}): AsyncGenerator<T> {
    return options.onReplica && this.#replicas
      ? this.#replicas.reads.stream(work, options)
      : this.#primary.stream(work, options.origin)
  }

  /** Runs work whose statements all see the data of one moment, see `Snapshot`. */
  async snapshot<T>(work: SnapshotWork<T>, options: RunOptions = {}): Promise<T> {
    const reads = options.onReplica ? this.#replicas?.reads : undefined
    const limited = { ...options, limitMs: this.#transactionTimeoutMs }
    const snapshot = await (reads ?? this.#primary).openSnapshot(limited)
    try {
      return await work(snapshot)
    } finally {
      await snapshot.end()
    }
  }

  /**
   * Runs a write. A serialization failure or a deadlock repeats the whole of `work`, three times in
   * all, and so does a stale plan, once more; what it does must be undone by a rollback. The signal
   * is aborted when the transaction has taken too long; work that does not end then is left behind,
   * and its connection is cut.
   */
  async write<T>(work: TransactionWork<T>, options: WriteOptions = {}): Promise<T> {
    if (this.#readOnly) throw new AppError(problem('writesRefused'))
    let isPrepared = true
    for (let attempt = 1; ; ) {
      try {
        return await this.#transact(work, isPrepared, options)
      } catch (error) {
        if (isPrepared && isStalePlan(error)) isPrepared = false
        else if (isTransient(error) && attempt < attempts) {
          await sleep(attempt++ * 20 * Math.random())
        } else throw error
      }
    }
  }

  /**
   * Lends a connection for administration: migrations, the check of the contracts, seeds.
   *
   * @param options see `LentConnection`
   */
  withConnection<T>(
    work: (client: pg.ClientBase) => Promise<T>,
    options: Pick<LentConnection, 'pipelines'> = {},
  ): Promise<T> {
    const connection = this.#direct ?? this.#primary.connection
    const lent = { connection, readOnly: this.#readOnly, opened: this.#opened, ...options }
    return lendConnection(lent, work)
  }

  get connections(): PoolUsage {
    return this.#primary.connections
  }

  get streams(): PoolUsage {
    return this.#primary.streams
  }

  /**
   * Returns a function that stops listening. Behind a pooler without a direct connection nothing
   * arrives; callers who listen must also look from time to time.
   */
  listen(channel: string, onNotification: OnNotification): () => void {
    return this.#direct ? listen(this.#direct, channel, onNotification) : () => {}
  }

  /**
   * Calls the listener after each committed write of a request.
   *
   * @returns a function that stops the calls
   */
  watchWrites(listener: () => void): () => void {
    this.#writeListeners.add(listener)
    return () => this.#writeListeners.delete(listener)
  }

  /** Not on a connection of requests, which may all be busy. */
  async notify(channel: string, payload: string): Promise<void> {
    const sql = { text: 'select pg_notify($1, $2)', values: [channel, payload] }
    await this.#primary.query(sql, {}, [], 'probe')
  }

  /** Ends every connection. The server may go on with running statements. */
  close(): Promise<void> {
    return this.#replicas?.members.close() ?? this.#server.close()
  }

  async #transact<T>(
    work: TransactionWork<T>,
    isPrepared: boolean,
    { origin, tokens, isDryRun, limitMs = this.#transactionTimeoutMs }: WriteOptions,
  ): Promise<T> {
    const options = { origin }
    const server = this.#primary
    const reads = tokens && this.#replicas?.reads
    return server.withClient(async (client) => {
      const send: Send = (statements) => {
        const sent = isPrepared ? statements : statements.map(plainOf)
        return server.runner.run(client, sent, options, this.#writeLimit)
      }
      const transaction = new LazyTransaction(this.#limits, send, {
        isDryRun,
        after: reads && placeOfCommit,
      })
      try {
        const result = await limitTransaction(
          client,
          { connection: server.connection, limitMs },
          (signal) => {
            const onAbort = () => server.runner.giveUp(client)
            signal.addEventListener('abort', onAbort)
            return work(transaction, signal)
          },
          () => transaction.isCommitted,
        )
        await transaction.end()
        if (origin && transaction.isCommitted) for (const call of this.#writeListeners) call()
        const { rowsAfter } = transaction
        if (rowsAfter) reads?.note(rowsAfter, tokens)
        else if (reads && transaction.isCommitted) {
          // The connection may be broken, or a pooler may have lost the statement.
          server.runner.giveUp(client)
          const token = await reads.readPrimary().catch(() => undefined)
          if (token !== undefined) tokens?.add(token)
        }
        return result
      } catch (error) {
        if (transaction.undo()) await server.rollback(client, error)
        throw error
      }
    }, origin)
  }
}
