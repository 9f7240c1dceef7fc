/**
 * Buckets that all processes share, in a platform table. A process leases units for the caller, so
 * that most requests need no statement. It keeps a lease for one window, and then forgets what is
 * left: by that much, a caller may be refused too early, or, within the window after it was leased,
 * spend more than the quota.
 */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Session } from '../../database/connection/session.js'
import { maxCallers, type Quota, type Spender, type Spending } from './quota.js'

/** A lease is this share of a full bucket. */
const leaseShare = 1 / 20

interface Lease {
  units: number
  readonly expiresAt: number
  /** Units in the table, when the lease was made. */
  readonly shared: number
  readonly fullAt: number
}

interface Refusal {
  readonly units: number
  readonly remaining: number
  readonly until: number
}

export interface SharedSpenderOptions {
  readonly quota: Quota
  readonly windowMs: number
  readonly database: Session
  /** Schema of the platform tables. */
  readonly schema: string
  readonly now: () => number
}

export class SharedSpender implements Spender {
  readonly #options: SharedSpenderOptions
  readonly #leases = new LRUCache<string, Lease>({ max: maxCallers })
  readonly #refusals = new LRUCache<string, Refusal>({ max: maxCallers })
  readonly #leasing = new Map<string, Promise<void>>()
  readonly #leaseUnits: number
  readonly #text: string

  constructor(options: SharedSpenderOptions) {
    this.#options = options
    this.#leaseUnits = Math.max(1, Math.ceil(options.quota.capacity * leaseShare))
    this.#text = leaseText(options.schema)
  }

  spend(key: string, units: number): Spending | Promise<Spending> {
    return this.#spendHere(key, units) ?? this.#spendThere(key, units)
  }

  /** Spends from the lease of this process. Returns undefined if only the table can decide. */
  #spendHere(key: string, units: number): Spending | undefined {
    const now = this.#options.now()
    const lease = this.#leases.get(key)
    const left = lease && now < lease.expiresAt ? lease.units : 0
    if (lease && left >= units) {
      lease.units -= units
      const remaining = lease.units + lease.shared
      return { isAllowed: true, remaining, resetMs: Math.max(0, lease.fullAt - now) }
    }
    const refusal = this.#refusals.get(key)
    if (!refusal || now >= refusal.until || units - left < refusal.units) return undefined
    const remaining = refusal.remaining + left
    return { isAllowed: false, remaining, resetMs: refusal.until - now }
  }

  async #spendThere(key: string, units: number): Promise<Spending> {
    for (;;) {
      // Requests of a caller at the same time share a lease.
      const leasing = this.#leasing.get(key) ?? this.#startLease(key, units)
      await leasing
      const spending = this.#spendHere(key, units)
      if (spending) return spending
    }
  }

  #startLease(key: string, units: number): Promise<void> {
    const leasing = this.#lease(key, units).finally(() => this.#leasing.delete(key))
    this.#leasing.set(key, leasing)
    return leasing
  }

  async #lease(key: string, units: number): Promise<void> {
    const { quota, windowMs, database, now } = this.#options
    const { capacity, unitMs } = quota
    const earlier = this.#leases.get(key)
    const left = earlier && now() < earlier.expiresAt ? earlier.units : 0
    const needed = units - left
    const wanted = Math.max(needed, this.#leaseUnits)
    const [row] = await database.query({
      name: 'lease units of a caller',
      text: this.#text,
      values: [digestOf(key), wanted, needed, unitMs / 1_000, capacity],
    })
    const [granted, missing] = row!.map(Number) as [number, number]
    const time = now()
    const shared = Math.floor(capacity - missing)
    if (granted > 0) {
      const present = this.#leases.get(key)
      this.#leases.set(key, {
        units: granted + (present && time < present.expiresAt ? present.units : 0),
        expiresAt: time + windowMs,
        shared,
        fullAt: time + missing * unitMs,
      })
      this.#refusals.delete(key)
    } else {
      const until = time + Math.max(1, (needed - (capacity - missing)) * unitMs)
      this.#refusals.set(key, { units: needed, remaining: shared, until })
    }
  }
}

/** Names of callers are private, and of any length. */
const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64url')

/**
 * Takes $2 units or what is left, but nothing if that is less than $3. `full_at` is the time at
 * which the bucket is full, in seconds; $4 the seconds in which a unit refills, $5 the capacity.
 * Returns the units, and how many are missing until the bucket is full.
 */
const leaseText = (schema: string): string => `
  with clock as (select extract(epoch from clock_timestamp())::float8 as now)
  insert into ${schema}.rate_limit as bucket (key, full_at, granted)
  select $1, now + $2::float8 * $4::float8, $2::float8 from clock
  on conflict (key) do update set (full_at, granted) = (
    select start + units * $4::float8, units
    from clock,
      lateral (select greatest(bucket.full_at, now) as start) as present,
      lateral (select floor($5::float8 - (start - now) / $4::float8 + 1e-6) as available) as rest,
      lateral (
        select case when available >= $3::float8 then least($2::float8, available) else 0 end as units
      ) as lease
  )
  returning granted, greatest(0, full_at - extract(epoch from clock_timestamp())::float8) / $4::float8`
