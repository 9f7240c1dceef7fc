import { ClientGone } from '../../foundation/execution/client-gone.js'
import type { Signal } from '../../foundation/execution/signal.js'

interface Waiter<T> {
  readonly resolve: (turn: T) => void
  readonly reject: (error: unknown) => void
}

export interface WaitOptions {
  /** Milliseconds. */
  readonly limitMs: number
  /** Makes the error of one that has waited too long. */
  readonly onLate: () => Error
  /** Aborted when its client has disconnected. */
  readonly signal?: Signal | undefined
}

/** Those who wait for something that is free again from time to time, in the order of arrival. */
export class WaitingLine<T> {
  readonly #waiting = new Set<Waiter<T>>()

  get length(): number {
    return this.#waiting.size
  }

  /** The one whose turn it is. Undefined: nobody waits. */
  get first(): Waiter<T> | undefined {
    const [first] = this.#waiting
    return first
  }

  /** @throws ClientGone, and the error of `onLate` */
  wait({ limitMs, onLate, signal }: WaitOptions): Promise<T> {
    if (signal?.aborted) return Promise.reject(new ClientGone(false))
    return new Promise((resolve, reject) => {
      const onGone = (): void => waiter.reject(new ClientGone(false))
      const timer = setTimeout(() => waiter.reject(onLate()), limitMs)
      const end = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onGone)
        this.#waiting.delete(waiter)
      }
      const waiter: Waiter<T> = {
        resolve: (turn) => {
          end()
          resolve(turn)
        },
        reject: (error) => {
          end()
          reject(error)
        },
      }
      signal?.addEventListener('abort', onGone)
      this.#waiting.add(waiter)
    })
  }

  rejectAll(error: Error): void {
    for (const { reject } of [...this.#waiting]) reject(error)
  }
}
