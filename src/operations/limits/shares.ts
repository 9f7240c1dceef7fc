/**
 * What one caller may hold at once, so that the others find some free. In mode `none` callers are
 * not told apart: all may be one, so there is no share by default.
 */
import type { Principal } from '../../contract/principal.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { Settings } from '../../foundation/settings/settings.js'

/** The name of a caller for shares: all anonymous ones have the same. */
export const shareHolder = ({ id, tenant, isAnonymous }: Principal): string =>
  isAnonymous ? 'anonymous' : `principal ${JSON.stringify([tenant ?? null, id])}`

export interface Shares {
  /** Database connections for requests. */
  readonly connections: number
  /** Database connections for exports and complete lists. */
  readonly streams: number
  readonly changeStreams: number
}

/** Infinity: no limit. */
export const sharesOf = (settings: Settings): Shares => {
  const connections = settings['platform.rate-limit.max-concurrent-statements']
  const share = (configured: number | 'auto', automatic: number): number => {
    const isAutomatic = configured === 'auto'
    if (isAutomatic && settings['platform.auth.mode'] === 'none') return Infinity
    return (isAutomatic ? automatic : configured) || Infinity
  }
  return {
    connections: share(connections, withoutRest(settings['platform.database.pool-size'])),
    streams: share(connections, withoutRest(settings['platform.database.stream-pool-size'])),
    changeStreams: share(
      settings['platform.changes.max-streams-per-caller'],
      Math.ceil(settings['platform.changes.max-streams'] / 10),
    ),
  }
}

/** A quarter is left to the others, at least one of two. */
const withoutRest = (size: number): number => Math.max(1, size - Math.ceil(size / 4))

/** Streams of changes, of which each caller has at most a share. */
export class ChangeStreams {
  readonly #limit: number
  readonly #counts = new Map<string, number>()
  #refusals = 0

  constructor({ changeStreams }: Shares) {
    this.#limit = changeStreams
  }

  /** Streams that were refused. */
  get refusals(): number {
    return this.#refusals
  }

  /**
   * Returns a function to call when the stream ends.
   *
   * @throws AppError RATE_LIMITED
   */
  open(caller: Principal): () => void {
    const holder = shareHolder(caller)
    const count = this.#counts.get(holder) ?? 0
    const limit = this.#limit
    if (count >= limit) {
      this.#refusals++
      throw new AppError(problem('tooManyOwnStreams', { limit }), {
        headers: { 'Retry-After': '5' },
      })
    }
    this.#counts.set(holder, count + 1)
    return () => {
      const rest = this.#counts.get(holder)! - 1
      if (rest > 0) this.#counts.set(holder, rest)
      else this.#counts.delete(holder)
    }
  }
}
