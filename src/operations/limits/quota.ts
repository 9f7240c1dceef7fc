/**
 * A quota as a token bucket: it holds up to `capacity` units and refills at a steady rate. The
 * state of a bucket is one number, the time at which it will be full (the generic cell rate
 * algorithm).
 */
import { LRUCache } from 'lru-cache'
import type { Settings } from '../../foundation/settings/settings.js'

export interface Quota {
  /** Units that a full bucket holds. */
  readonly capacity: number
  /** Milliseconds in which a unit refills. */
  readonly unitMs: number
}

export const quotaOf = (settings: Settings): Quota => {
  const units = settings['platform.rate-limit.quota']
  return {
    capacity: settings['platform.rate-limit.burst'] || units,
    unitMs: (settings['platform.rate-limit.window-seconds'] * 1_000) / units,
  }
}

export interface Spending {
  readonly isAllowed: boolean
  /** Units left. */
  readonly remaining: number
  /** Milliseconds until the bucket is full, or until a refused request would be allowed. */
  readonly resetMs: number
}

/** What takes units from the bucket of a caller. */
export interface Spender {
  /** `units` is at most the capacity. */
  spend(key: string, units: number): Spending | Promise<Spending>
}

/** Callers whose buckets are kept; a bucket that is forgotten is full. */
export const maxCallers = 100_000

/** The buckets of this process. */
export class MemorySpender implements Spender {
  readonly #quota: Quota
  readonly #now: () => number
  /** Times at which buckets are full. */
  readonly #full = new LRUCache<string, number>({ max: maxCallers })

  constructor(quota: Quota, now: () => number) {
    this.#quota = quota
    this.#now = now
  }

  spend(key: string, units: number): Spending {
    const { capacity, unitMs } = this.#quota
    const now = this.#now()
    const wholeMs = capacity * unitMs
    // After the clock was set back, a bucket is empty at worst.
    const full = Math.min(Math.max(this.#full.get(key) ?? 0, now), now + wholeMs)
    const next = full + units * unitMs
    const excessMs = next - now - wholeMs
    const isAllowed = excessMs <= 0
    if (isAllowed) this.#full.set(key, next)
    const missing = ((isAllowed ? next : full) - now) / unitMs
    return {
      isAllowed,
      remaining: Math.floor(capacity - missing),
      resetMs: isAllowed ? next - now : excessMs,
    }
  }
}
