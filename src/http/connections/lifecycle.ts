/** How far a service is from its end. It only moves forward. */
import { AppError, problem } from '../../foundation/errors/app-error.js'

/**
 * `draining`: everything is served, readiness says no, and responses close their connections.
 * `closing`: requests that began are served, new ones are refused.
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
