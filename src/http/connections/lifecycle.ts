/** The phases of a service that stops. They only move forward. */
import { AppError, problem } from '../../foundation/errors/app-error.js'

/**
 * `draining`: all requests are served, readiness fails, and responses close their connections.
 * `closing`: requests in progress are served, new ones are refused.
 */
type Phase = 'serving' | 'draining' | 'closing'

export class Lifecycle {
  #phase: Phase = 'serving'

  get isStopping(): boolean {
    return this.#phase !== 'serving'
  }

  get isClosing(): boolean {
    return this.#phase === 'closing'
  }

  drain(): void {
    if (this.#phase === 'serving') this.#phase = 'draining'
  }

  close(): void {
    this.#phase = 'closing'
  }

  /** @throws AppError SERVICE_UNAVAILABLE */
  requireServing(): void {
    if (this.isStopping) throw stopping()
  }
}

export const stopping = (): AppError =>
  new AppError(problem('stopping'), { headers: { 'Retry-After': '1' } })
