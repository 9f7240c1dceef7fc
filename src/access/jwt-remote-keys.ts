/**
 * Fetches keys from the issuer. The library fetches, shares a fetch among waiting requests, and
 * finds the key of a token. This class decides when to fetch, because the library's own intervals
 * start at a success: while the issuer is unreachable, every request would try again and wait.
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
  /** Called for every failed fetch, even while earlier keys are still in use. */
  readonly onUnavailable: (error: unknown) => void
}

/** Interval between attempts while no key is available and no request can be served. */
const emptyRetryMs = 1_000
const never = Number.NEGATIVE_INFINITY

export class RemoteKeys {
  readonly #options: RemoteKeysOptions
  readonly #remote: RemoteJWKSet
  #renewing: Promise<void> | undefined
  #triedAt = never
  #loadedAt = never
  #hasFailed = false
  #generation = 0

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

  /** Returns undefined while there are no keys, or only expired ones. */
  get generation(): number | undefined {
    return this.#isOver(this.#loadedAt, this.#options.maxAgeMs) ? undefined : this.#generation
  }

  get #hasKeys(): boolean {
    return this.#loadedAt !== never
  }

  async #renewOld(): Promise<void> {
    if (!this.#isOver(this.#loadedAt, this.#options.maxAgeMs)) return
    const isServing = this.#hasKeys && this.#hasFailed
    const renewing = this.#renew()
    // The last fetch failed: a request that an old key can serve does not wait for the next one.
    if (!isServing) await renewing
  }

  /** Fetches the keys, unless the last fetch, successful or not, is too recent. Never throws. */
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
      this.#generation++
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

  /**
   * A clock that was set back counts as expired; otherwise fetches would stop until it caught up.
   */
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
