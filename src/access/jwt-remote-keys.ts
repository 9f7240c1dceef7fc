/**
 * Keys from the address at which the issuer publishes them. The library fetches, shares a fetch among
 * those who wait, and finds the key of a token. When to fetch is decided here, because the library's own
 * times start at a success: while the issuer is away, every request would try again and wait.
 */
import {
  type CryptoKey,
  createRemoteJWKSet,
  customFetch,
  errors,
  type FlattenedJWSInput,
  type JWTHeaderParameters,
  type RemoteJWKSet,
} from 'jose'
import { AppError, problem } from '../foundation/errors/app-error.js'
import { fetchAtMost } from './jwt-fetch.js'

export interface RemoteKeysOptions {
  readonly url: string
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly cooldownMs: number
  readonly maxAgeMs: number
  readonly now: () => Date
  /** Told of every fetch that failed, also while keys of an earlier one go on serving. */
  readonly onUnavailable: (error: unknown) => void
}

/** How soon to try again while there is no key at all, and so no request can be served. */
const emptyRetryMs = 1_000
const never = Number.NEGATIVE_INFINITY

export class RemoteKeys {
  readonly #options: RemoteKeysOptions
  readonly #remote: RemoteJWKSet
  #renewing: Promise<void> | undefined
  #triedAt = never
  #loadedAt = never
  #hasFailed = false

  constructor(options: RemoteKeysOptions) {
    this.#options = options
    this.#remote = createRemoteJWKSet(new URL(options.url), {
      timeoutDuration: options.timeoutMs,
      cooldownDuration: Number.POSITIVE_INFINITY,
      cacheMaxAge: Number.POSITIVE_INFINITY,
      headers: { accept: 'application/json' },
      [customFetch]: fetchAtMost(options.maxBytes),
    })
  }

  /** @throws AppError SERVICE_UNAVAILABLE, or the library's errors about tokens. */
  async find(header: JWTHeaderParameters, token: FlattenedJWSInput): Promise<CryptoKey> {
    await this.#renewOld()
    if (!this.#hasKeys) throw this.#unavailable()
    try {
      return await this.#remote(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
    }
    await this.#renew()
    return this.#remote(header, token).catch((error: unknown) => {
      const isUncertain = error instanceof errors.JWKSNoMatchingKey && this.#hasFailed
      throw isUncertain ? this.#unavailable() : error
    })
  }

  get #hasKeys(): boolean {
    return this.#loadedAt !== never
  }

  async #renewOld(): Promise<void> {
    if (!this.#isOver(this.#loadedAt, this.#options.maxAgeMs)) return
    const isServing = this.#hasKeys && this.#hasFailed
    const renewing = this.#renew()
    // Known to be in trouble: nobody waits for the timeout whom an old key can serve.
    if (!isServing) await renewing
  }

  /** Never throws. Does nothing when the last fetch, good or bad, was a moment ago. */
  #renew(): Promise<void> {
    if (this.#renewing === undefined && this.#isOver(this.#triedAt, this.#waitMs)) {
      this.#renewing = this.#fetch().finally(() => {
        this.#renewing = undefined
      })
    }
    return this.#renewing ?? Promise.resolve()
  }

  async #fetch(): Promise<void> {
    try {
      await this.#remote.reload()
      this.#loadedAt = this.#time
      this.#hasFailed = false
    } catch (error) {
      this.#hasFailed = true
      this.#options.onUnavailable(error)
    } finally {
      this.#triedAt = this.#time
    }
  }

  get #waitMs(): number {
    const { cooldownMs } = this.#options
    return this.#hasKeys ? cooldownMs : Math.min(cooldownMs, emptyRetryMs)
  }

  get #time(): number {
    return this.#options.now().getTime()
  }

  /** A clock that was set back must not stop the fetching until it has caught up. */
  #isOver(since: number, durationMs: number): boolean {
    const passed = this.#time - since
    return passed < 0 || passed >= durationMs
  }

  #unavailable(): AppError {
    const seconds = Math.ceil((this.#triedAt + this.#waitMs - this.#time) / 1_000)
    return new AppError(problem('tokenKeysUnavailable'), {
      headers: { 'Retry-After': String(Math.max(1, seconds)) },
    })
  }
}
