/** Runs statements on a connection: measured, within a time limit, while their client waits. */
import pg from 'pg'
import Cursor from 'pg-cursor'
import { AppError } from '../../foundation/errors/app-error.js'
import { ClientGone } from '../../foundation/execution/client-gone.js'
import { LightSignal } from '../../foundation/execution/signal.js'
import {
  atTime,
  type Row,
  type SqlText,
  type Statement,
} from '../../foundation/execution/statement.js'
import { withoutPadding } from '../../foundation/text/padding.js'
import { isBroken, isStalePlan, translateExpressionError } from '../errors/errors.js'
import { Guard, type TimeLimit } from './guard.js'
import type { Measurements } from './measurements.js'
import { RoundTrip } from './round-trip.js'
import type { ReadOptions, RunOptions } from './session.js'

export interface StatementRunnerOptions {
  /** To cancel statements on a connection of its own. */
  readonly connection: pg.ClientConfig
  /** Whether statements that have a name are prepared under it. */
  readonly prepares: boolean
  /** A pooler lends the sessions of the server for one transaction at a time. */
  readonly isPooled: boolean
  readonly measurements: Measurements
  /** The time that statements read which no request sends. */
  readonly now: () => Date
}

const verbatim = (value: string): string => value
/** Values as the server prints them; the padding of char(n) is not part of a value. */
export const textOnly = {
  getTypeParser: (oid: number) => (oid === pg.types.builtins.BPCHAR ? withoutPadding : verbatim),
}

export class StatementRunner {
  readonly #connection: pg.ClientConfig
  readonly #prepares: boolean
  readonly #isPooled: boolean
  readonly #measurements: Measurements
  readonly #now: () => Date
  readonly #givenUp = new WeakSet<pg.ClientBase>()

  constructor({ connection, prepares, isPooled, measurements, now }: StatementRunnerOptions) {
    this.#connection = connection
    this.#prepares = prepares
    this.#isPooled = isPooled
    this.#measurements = measurements
    this.#now = now
  }

  /**
   * Whether the connection must run no further statement: one was cancelled, and a late cancel
   * request may still be on its way; or a cursor is open, behind which every statement would wait.
   */
  isGivenUp(client: pg.ClientBase): boolean {
    return this.#givenUp.has(client)
  }

  /** Called before a statement of the connection is cancelled elsewhere. */
  giveUp(client: pg.ClientBase): void {
    this.#givenUp.add(client)
  }

  readonly #giveUp = (client: pg.ClientBase): void => this.giveUp(client)

  /** Runs statements in one round trip, each within the time limit of a statement. */
  run(
    client: pg.ClientBase,
    statements: readonly SqlText[],
    options: RunOptions,
    limit: TimeLimit,
  ): Promise<readonly (readonly Row[])[]> {
    const bound = statements.map((each) => this.#bind(each, options))
    const sent = this.#prepares ? bound : bound.map(plainOf)
    return this.#guarded(client, options, limit, (guard) => {
      const query = this.#measurements.begin(options.origin)
      const roundTrip: unknown = new RoundTrip(sent, query, guard, this.#isPooled)
      client.query(roundTrip as pg.Submittable)
    })
  }

  async *stream<Result>(
    client: pg.ClientBase,
    statement: Statement<Result>,
    batchSize: number,
    options: RunOptions,
    limit: TimeLimit,
  ): AsyncGenerator<Result> {
    const config = { rowMode: 'array' as const, types: textOnly as never }
    const { text, values } = this.#bind(statement, options)
    const cursor = client.query(new Cursor<Row>(text, values as unknown[], config))
    let isLeft = false
    let isOpen = true
    const { signal } = options
    const left = new LightSignal()
    const leave = (): void => left.abort(new ClientGone())
    if (signal?.aborted) leave()
    signal?.addEventListener('abort', leave)
    const read = (): Promise<Row[]> => {
      const rows = this.#guarded<Row[]>(client, { signal: left }, limit, (guard) => {
        const query = this.#measurements.begin(options.origin)
        const fail = (error: unknown): void => {
          isOpen = false
          // The connection of a consumer that left is closed, which is not an error.
          if (isLeft) query.end()
          else query.end(statement, error)
          guard.reject(translateExpressionError(error, statement.computes ?? []) ?? error)
        }
        // pg-cursor does not report a connection that ends after the last row, before its end is
        // confirmed.
        const onEnd = () => fail(new Error('Connection terminated'))
        client.once('end', onEnd)
        const read = cursor.read(batchSize).then((rows) => {
          query.add(statement, rows.length)
          query.end()
          guard.resolve(rows)
        }, fail)
        read.finally(() => client.off('end', onEnd))
      })
      // A consumer that stops never waits for it.
      rows.catch(() => undefined)
      return rows
    }
    let next = read()
    try {
      // Never closed: read to its end it is closed already, and else its connection is given up.
      while (true) {
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
      signal?.removeEventListener('abort', leave)
      if (isOpen) {
        this.giveUp(client)
        // Otherwise the server would go on with the batch ahead, however long that takes.
        leave()
        await next.catch(() => undefined)
      }
    }
  }

  #bind(statement: SqlText, { origin }: RunOptions): SqlText {
    return statement.readsTime ? atTime(statement, origin?.now ?? this.#now()) : statement
  }

  #guarded<T>(
    client: pg.ClientBase,
    { signal }: ReadOptions,
    limit: TimeLimit,
    start: (guard: Guard<T>) => void,
  ): Promise<T> {
    if (signal?.aborted) return Promise.reject(new ClientGone(false))
    const options = { client, connection: this.#connection, limit, signal, giveUp: this.#giveUp }
    return new Promise<T>((resolve, reject) => start(new Guard(options, resolve, reject)))
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
