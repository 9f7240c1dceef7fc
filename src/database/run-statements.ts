/** Runs statements on a connection: measured, within a time limit, while their client waits. */
import pg from 'pg'
import Cursor from 'pg-cursor'
import { AppError, problem } from '../foundation/errors/app-error.js'
import { withoutPadding } from '../foundation/padding.js'
import type { Row, SqlText, Statement } from '../foundation/statement.js'
import { isBroken, isStalePlan, translateDatabaseError } from './errors.js'
import { Interruption } from './interruption.js'
import type { Measurements } from './measurements.js'
import { RoundTrip } from './round-trip.js'
import type { ReadOptions, RunOptions } from './session.js'

export interface TimeLimit {
  /** Of a statement. 0: no limit. */
  readonly milliseconds: number
  readonly message: 'queryTimedOut' | 'writeTimedOut'
}

/** Ends work whose client has disconnected; it leads to no response. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'

  /** `wasSent` is false when the statement never reached the server. */
  constructor(readonly wasSent = true) {
    super()
  }
}

export interface StatementRunnerOptions {
  /** To cancel statements on a connection of its own. */
  readonly connection: pg.ClientConfig
  /** Whether statements that have a name are prepared under it. */
  readonly prepares: boolean
  /** A pooler lends the sessions of the server for one transaction at a time. */
  readonly isPooled: boolean
  readonly measurements: Measurements
}

const verbatim = (value: string): string => value
/** Values as the server prints them; the padding of char(n) is not part of a value. */
const textOnly = {
  getTypeParser: (oid: number) => (oid === pg.types.builtins.BPCHAR ? withoutPadding : verbatim),
}

export class StatementRunner {
  readonly #connection: pg.ClientConfig
  readonly #prepares: boolean
  readonly #isPooled: boolean
  readonly #measurements: Measurements
  readonly #givenUp = new WeakSet<pg.PoolClient>()

  constructor({ connection, prepares, isPooled, measurements }: StatementRunnerOptions) {
    this.#connection = connection
    this.#prepares = prepares
    this.#isPooled = isPooled
    this.#measurements = measurements
  }

  /**
   * Whether the connection must run no further statement: one was cancelled, and a late cancel
   * request may still be on its way; or a cursor is open, behind which every statement would wait.
   */
  isGivenUp(client: pg.PoolClient): boolean {
    return this.#givenUp.has(client)
  }

  /** Called before a statement of the connection is cancelled elsewhere. */
  giveUp(client: pg.PoolClient): void {
    this.#givenUp.add(client)
  }

  /** Runs statements in one round trip, each within the time limit of a statement. */
  run(
    client: pg.PoolClient,
    statements: readonly SqlText[],
    options: RunOptions,
    limit: TimeLimit,
  ): Promise<readonly (readonly Row[])[]> {
    const sent = this.#prepares ? statements : statements.map(plainOf)
    return this.#guarded(client, options, limit, (resolve, reject, renewLimit) => {
      const query = this.#measurements.begin(options.origin)
      let running = sent.length
      const add: typeof query.add = (statement, rows) => {
        if (--running > 0) renewLimit()
        query.add(statement, rows)
      }
      const observer = { add, end: query.end }
      const roundTrip: unknown = new RoundTrip(sent, observer, resolve, reject, this.#isPooled)
      client.query(roundTrip as pg.Submittable)
    })
  }

  async *stream<Result>(
    client: pg.PoolClient,
    statement: Statement<Result>,
    batchSize: number,
    options: RunOptions,
    limit: TimeLimit,
  ): AsyncGenerator<Result> {
    const config = { rowMode: 'array' as const, types: textOnly as never }
    const { text, values } = statement
    const cursor = client.query(new Cursor<Row>(text, values as unknown[], config))
    let isLeft = false
    let isOpen = true
    const read = (): Promise<Row[]> => {
      const rows = this.#guarded<Row[]>(client, options, limit, (resolve, reject) => {
        const query = this.#measurements.begin(options.origin)
        const fail = (error: unknown): void => {
          isOpen = false
          // The connection of a consumer that left is closed, which is not an error.
          if (isLeft) query.end()
          else query.end(statement, error)
          reject(error)
        }
        // pg-cursor does not report a connection that ends after the last row, before its end is
        // confirmed.
        const onEnd = () => fail(new Error('Connection terminated'))
        client.once('end', onEnd)
        const read = cursor.read(batchSize).then((rows) => {
          query.add(statement, rows.length)
          query.end()
          resolve(rows)
        }, fail)
        read.finally(() => client.off('end', onEnd))
      })
      // A consumer that stops never waits for it.
      rows.catch(() => undefined)
      return rows
    }
    try {
      // Never closed: read to its end it is closed already, and else its connection is given up.
      for (let next = read(); ; ) {
        const rows = await next
        const isLast = rows.length < batchSize
        // The server reads one batch ahead while the consumer takes this one.
        if (!isLast) next = read()
        else isOpen = false
        if (rows.length > 0) yield statement.decode(rows)
        if (isLast) return
      }
    } finally {
      isLeft = true
      if (isOpen) this.giveUp(client)
    }
  }

  /**
   * Cancels a statement at its time limit, or when its client has disconnected. Without a response
   * to the cancel request the network is broken, and the connection is closed.
   */
  async #guarded<T>(
    client: pg.PoolClient,
    { signal }: ReadOptions,
    { milliseconds, message }: TimeLimit,
    start: (
      resolve: (value: T) => void,
      reject: (error: unknown) => void,
      renewLimit: () => void,
    ) => void,
  ): Promise<T> {
    if (signal?.aborted) throw new ClientGone(false)
    let interruption: Interruption | undefined
    let giveUp: (reason: Error) => void = () => {}
    const interrupt = (reason: Error): void => {
      interruption ??= new Interruption(client, this.#connection, reason, giveUp)
    }
    const expire = () => interrupt(new AppError(problem(message, { limitMs: milliseconds })))
    const timer = milliseconds > 0 ? setTimeout(expire, milliseconds) : undefined
    const abort = () => interrupt(new ClientGone())
    signal?.addEventListener('abort', abort)
    try {
      return await new Promise<T>((resolve, reject) => {
        giveUp = reject
        start(resolve, reject, () => timer?.refresh())
      })
    } catch (error) {
      throw interruption?.reason ?? translateDatabaseError(error)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      interruption?.end()
      if (interruption) this.giveUp(client)
    }
  }
}

/**
 * After a response of the server, or an error of our own, the connection is sound. After a
 * cancelled statement it is not: the cancel request may still be on its way.
 */
export const isReusable = (error: unknown): boolean =>
  (error instanceof ClientGone && !error.wasSent) ||
  (error instanceof AppError &&
    error.code !== 'QUERY_TIMEOUT' &&
    (error.cause === undefined || !isBroken(error.cause)) &&
    !isStalePlan(error))

/** The statement without its name, so that it is not prepared. */
export const plainOf = ({ name: _, ...sql }: SqlText): SqlText => sql
