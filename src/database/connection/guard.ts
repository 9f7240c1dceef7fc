/** Watches work on a connection: its time limit, and whether its client waits. */
import type pg from 'pg'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { ClientGone } from '../../foundation/execution/client-gone.js'
import type { Signal } from '../../foundation/execution/signal.js'
import { translateDatabaseError } from '../errors/errors.js'
import { Interruption } from './interruption.js'

export interface TimeLimit {
  /** Of a statement. 0: no limit. */
  readonly milliseconds: number
  readonly message: 'queryTimedOut' | 'writeTimedOut'
}

export interface GuardOptions {
  readonly client: pg.ClientBase
  /** To cancel statements on a connection of its own. */
  readonly connection: pg.ClientConfig
  readonly limit: TimeLimit
  readonly signal: Signal | undefined
  /** Called when a statement was cancelled. */
  readonly giveUp: (client: pg.ClientBase) => void
}

/**
 * Cancels the work at its time limit, or when its client has disconnected. Without a response to
 * the cancel request the network is broken, and the connection is closed.
 */
export class Guard<Result> {
  readonly #options: GuardOptions
  readonly #resolve: (result: Result) => void
  readonly #reject: (error: unknown) => void
  readonly #timer: NodeJS.Timeout | undefined
  #interruption: Interruption | undefined

  /** Either `resolve` or `reject` of the guard is to be called once the work has ended. */
  constructor(
    options: GuardOptions,
    resolve: (result: Result) => void,
    reject: (error: unknown) => void,
  ) {
    const { limit, signal } = options
    this.#options = options
    this.#resolve = resolve
    this.#reject = reject
    if (limit.milliseconds > 0) this.#timer = setTimeout(() => this.#expire(), limit.milliseconds)
    signal?.addEventListener('abort', this.#onGone)
  }

  resolve(result: Result): void {
    this.#end()
    this.#resolve(result)
  }

  reject(error: unknown): void {
    const reason = this.#interruption?.reason
    this.#end()
    this.#reject(reason ?? translateDatabaseError(error))
  }

  /** The next statement has the whole time again. */
  renewLimit(): void {
    this.#timer?.refresh()
  }

  readonly #onGone = (): void => this.#interrupt(new ClientGone())

  #expire(): void {
    const { message, milliseconds } = this.#options.limit
    this.#interrupt(new AppError(problem(message, { limitMs: milliseconds })))
  }

  #interrupt(reason: Error): void {
    const { client, connection } = this.#options
    this.#interruption ??= new Interruption(client, connection, reason, () => this.reject(reason))
  }

  #end(): void {
    const { client, giveUp, signal } = this.#options
    clearTimeout(this.#timer)
    signal?.removeEventListener('abort', this.#onGone)
    if (!this.#interruption) return
    this.#interruption.end()
    giveUp(client)
  }
}
