/** Limits of a caller: what requests may cost, and how many statements run at once. */
import type { Principal } from '../../contract/principal.js'
import type { Database } from '../../database/access/database.js'
import { StatementLimiter } from '../../database/access/statement-limit.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { counter, labelled, type Metric } from '../../foundation/metrics/metrics.js'
import { type CostClass, costsOf } from '../../foundation/settings/rate-limit-settings.js'
import type { Settings } from '../../foundation/settings/settings.js'
import { MemorySpender, quotaOf, type Spender, type Spending } from './quota.js'
import { SharedSpender } from './shared-spender.js'
import { ChangeStreams, shareHolder, sharesOf } from './shares.js'

export interface CallerLimits {
  /** Undefined if requests are not counted. */
  readonly charge: Charge | undefined
  /** Undefined if a caller may use all connections. */
  readonly statements: StatementLimiter | undefined
  readonly changeStreams: ChangeStreams
  readonly metrics: readonly Metric[]
}

/**
 * Charges a caller for `count` requests of a class.
 *
 * @returns headers of the response; none if it is free
 * @throws AppError RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export type Charge = (
  caller: string,
  cost: CostClass,
  count?: number,
) => Headers | undefined | Promise<Headers | undefined>

type Headers = Readonly<Record<string, string>>

/** The name of a caller for the quota: anonymous ones share that of their address. */
export const limitedCaller = (principal: Principal, address: string): string =>
  principal.isAnonymous ? addressCaller(address) : shareHolder(principal)

export const addressCaller = (address: string): string => `address ${address}`

export interface LimitsOptions {
  readonly settings: Settings
  readonly database: Database
  readonly now: () => Date
  /** Called when the shared table could not be used. */
  readonly onUnavailable: (error: unknown) => void
}

export const createCallerLimits = (options: LimitsOptions): CallerLimits => {
  const { settings, database } = options
  const shares = sharesOf(settings)
  const { connections, streams } = shares
  const changeStreams = new ChangeStreams(shares)
  const maxWaitMs = settings['platform.rate-limit.max-wait-ms']
  const isOff = settings['platform.rate-limit.mode'] === 'off'
  const refusals: Refusals = { quota: 0, unavailable: 0 }
  const statements =
    connections === Infinity
      ? undefined
      : new StatementLimiter(database, { connections, streams, maxWaitMs })
  return {
    charge: isOff ? undefined : createCharge(options, refusals),
    statements,
    changeStreams,
    metrics: [
      counter('rate_limit_refusals_total', 'Requests that a limit of their caller refused.', () =>
        labelled(
          'policy',
          Object.entries({
            ...refusals,
            statements: statements?.refusals ?? 0,
            streams: changeStreams.refusals,
          }),
        ),
      ),
    ],
  }
}

/** Requests that were refused. */
interface Refusals {
  quota: number
  /** The shared table could not be used. */
  unavailable: number
}

const createCharge = (options: LimitsOptions, refusals: Refusals): Charge => {
  const { settings } = options
  const costs = costsOf(settings['platform.rate-limit.costs'])
  const { capacity } = quotaOf(settings)
  const spender = createSpender(options, refusals)
  const quota = settings['platform.rate-limit.quota']
  const window = settings['platform.rate-limit.window-seconds']
  const policy = `"default";q=${quota};w=${window}`
  const headersOf = ({ remaining, resetMs }: Spending): Headers => ({
    'RateLimit-Policy': policy,
    RateLimit: `"default";r=${Math.max(0, remaining)};t=${secondsOf(resetMs)}`,
  })
  const settle = (spending: Spending): Headers => {
    const headers = headersOf(spending)
    if (spending.isAllowed) return headers
    refusals.quota++
    const seconds = Math.max(1, secondsOf(spending.resetMs))
    throw new AppError(problem('rateLimited', { quota, window, seconds }), {
      headers: {
        ...headersOf({ ...spending, resetMs: seconds * 1_000 }),
        'Retry-After': `${seconds}`,
      },
    })
  }
  return (caller, cost, count = 1) => {
    // What costs more than a full bucket takes a full one.
    const units = Math.min(costs[cost] * count, capacity)
    if (units === 0) return undefined
    const spending = spender.spend(caller, units)
    return spending instanceof Promise ? spending.then(settle) : settle(spending)
  }
}

const secondsOf = (milliseconds: number): number => Math.ceil(milliseconds / 1_000)

const createSpender = (
  { settings, database, now, onUnavailable }: LimitsOptions,
  refusals: Refusals,
): Spender => {
  const quota = quotaOf(settings)
  const time = (): number => now().getTime()
  const memory = new MemorySpender(quota, time)
  if (settings['platform.rate-limit.mode'] === 'memory') return memory
  const shared = new SharedSpender({
    quota,
    database,
    now: time,
    windowMs: settings['platform.rate-limit.window-seconds'] * 1_000,
    schema: settings['platform.database.schema'],
  })
  const failsOpen = settings['platform.rate-limit.fails-open']
  return new FallbackSpender(shared, time, (key, units, error) => {
    onUnavailable(error)
    if (failsOpen) return memory.spend(key, units)
    refusals.unavailable++
    const headers = { 'Retry-After': '1' }
    throw new AppError(problem('rateLimitUnavailable'), { cause: error, headers })
  })
}

/** Milliseconds between attempts while the shared table cannot be used. */
const retryMs = 1_000

/** Does without the shared table while it cannot be used. */
class FallbackSpender implements Spender {
  readonly #shared: Spender
  readonly #now: () => number
  readonly #instead: (key: string, units: number, error: unknown) => Spending
  #failure: { readonly error: unknown; readonly until: number } | undefined

  constructor(
    shared: Spender,
    now: () => number,
    instead: (key: string, units: number, error: unknown) => Spending,
  ) {
    this.#shared = shared
    this.#now = now
    this.#instead = instead
  }

  spend(key: string, units: number): Spending | Promise<Spending> {
    if (this.#failure && this.#now() < this.#failure.until) {
      return this.#instead(key, units, this.#failure.error)
    }
    const spending = this.#shared.spend(key, units)
    if (!(spending instanceof Promise)) return spending
    return spending.catch((error: unknown) => {
      this.#failure = { error, until: this.#now() + retryMs }
      return this.#instead(key, units, error)
    })
  }
}
