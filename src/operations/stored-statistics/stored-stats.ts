/**
 * Stored results of statistics, for fields whose contract allows an age. A result is computed by
 * the same statements as a current one, once for all nodes. A request gets it as long as it is
 * young enough or the data has not changed since; after half of that age it is computed again, so
 * that requests rarely wait.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../database/access/database.js'
import type { ReadOptions, Session } from '../../database/connection/session.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { ClientGone } from '../../foundation/execution/client-gone.js'
import { LightSignal, type Signal } from '../../foundation/execution/signal.js'
import { counter, labelled, type Metric } from '../../foundation/metrics/metrics.js'
import type { PreparedResource } from '../../query/statements/prepared-resource.js'
import { type Computed, minAgeOf, refreshStatistic } from './refresh-statistic.js'
import type { Statistic, StatsResult } from './statistic.js'
import {
  type FoundStatistic,
  findStatistic,
  type StatisticKey,
  type StoredStatistic,
} from './statistic-statements.js'

/** A request for a statistic. */
interface StatsRequester {
  readonly session: Session
  readonly signal: Signal
  /** Milliseconds; the age that the client accepts. */
  readonly acceptedMs: number
  /** Computes the result within the limits of the request. */
  readonly live: () => Promise<StatsResult>
}

export interface StoredStatsOptions {
  readonly database: Database
  /** Schema of the platform tables. */
  readonly schema: string
  /** Version of the program: another one may print results differently. */
  readonly version: string
  readonly maxResults: number
  /** Milliseconds that a request waits for a result. 0: no limit. */
  readonly waitMs: number
  /** Logs why a result could not be computed that no request waits for. */
  readonly report: (error: unknown) => void
}

/** Maximum number of statistics that a node computes for the table; requests compute others. */
const maxComputing = 2
/** Milliseconds between two looks while another node computes. */
const pauseMs = 100

export class StoredStats {
  readonly #options: StoredStatsOptions
  /** What this node computes, by the key of the statistic. */
  readonly #running = new Map<string, Promise<Computed | undefined>>()
  readonly #requests = { current: 0, aged: 0, live: 0 }
  readonly #refreshes = { computed: 0, confirmed: 0, failed: 0 }
  readonly #stopping = new LightSignal()
  readonly metrics: readonly Metric[] = [
    counter(
      'stored_statistics_requests_total',
      'Requests for statistics that may be stored. live: computed by the request itself.',
      () => labelled('result', Object.entries(this.#requests)),
    ),
    counter(
      'stored_statistics_refreshes_total',
      'Stored statistics that this node computed, or found unchanged.',
      () => labelled('result', Object.entries(this.#refreshes)),
    ),
  ]

  constructor(options: StoredStatsOptions) {
    this.#options = options
  }

  /** @throws AppError QUERY_TIMEOUT, and what computing throws */
  async read(statistic: Statistic, requester: StatsRequester): Promise<StatsResult> {
    const { session, signal, acceptedMs, live } = requester
    const { resource, maxAgeMs } = statistic
    const { waitMs } = this.#options
    const at = this.#keyOf(statistic)
    const wait = waitUntil(waitMs === 0 ? Infinity : performance.now() + waitMs, waitMs, signal)
    let arrived: number | undefined
    for (;;) {
      const found = await find(session, at, resource, { signal, onReplica: false })
      arrived ??= found.now
      const result = fitting(found, arrived, Math.min(maxAgeMs, acceptedMs))
      if (result) {
        this.#requests[result.age ? 'aged' : 'current']++
        this.#refreshIfDue(statistic, found)
        return result
      }
      // A client that wants more than the contract promises gets it within limits of its own.
      const computing = acceptedMs < maxAgeMs ? undefined : this.#compute(statistic, found)
      const computed = computing ? await wait(computing).catch(unlessUnavailable) : 'unavailable'
      if (computed === 'unavailable') {
        this.#requests.live++
        return live()
      }
      if (computed && computed.asOf > arrived) {
        this.#requests.current++
        return computed.result
      }
    }
  }

  /** Ends what is being computed. */
  async stop(): Promise<void> {
    this.#stopping.abort(new ClientGone())
    await Promise.allSettled(this.#running.values())
  }

  #keyOf({ digest }: Statistic): StatisticKey {
    const { schema, version } = this.#options
    return { schema, key: `${version} ${digest}` }
  }

  #refreshIfDue(statistic: Statistic, found: FoundStatistic): void {
    const isDue = !found.isClaimed && ageMsOf(found) > minAgeOf(statistic.maxAgeMs)
    if (!isDue || this.#running.has(this.#keyOf(statistic).key)) return
    this.#start(statistic)?.catch((error: unknown) => {
      if (!this.#stopping.aborted) this.#options.report(error)
    })
  }

  /**
   * Joins the computation of this node, waits a moment for the one of another node, or starts one.
   * Returns undefined if this node already computes as many statistics as it may.
   */
  #compute(
    statistic: Statistic,
    { isClaimed }: FoundStatistic,
  ): Promise<Computed | undefined> | undefined {
    const running = this.#running.get(this.#keyOf(statistic).key)
    return running ?? (isClaimed ? sleep(pauseMs, undefined) : this.#start(statistic))
  }

  #start(statistic: Statistic): Promise<Computed | undefined> | undefined {
    if (this.#running.size >= maxComputing || this.#stopping.aborted) return undefined
    const { database, maxResults } = this.#options
    const at = this.#keyOf(statistic)
    const refreshing = refreshStatistic(statistic, at, {
      database,
      maxResults,
      stopping: this.#stopping,
      counts: this.#refreshes,
    }).finally(() => this.#running.delete(at.key))
    this.#running.set(at.key, refreshing)
    return refreshing
  }
}

/** Reads the stored result and the present version, which may need a second statement. */
const find = async (
  session: Session,
  at: StatisticKey,
  resource: PreparedResource,
  options: ReadOptions,
): Promise<FoundStatistic> => {
  const found = await session.run(findStatistic(at, resource), options)
  if (!found.stored || !resource.dataset?.besideRows) return found
  const datasetVersion = await session.run(resource.prepared.datasetVersion(), options)
  return { ...found, datasetVersion }
}

/** For example where nothing can be written, or all connections of exports are busy. */
const unlessUnavailable = (error: unknown): 'unavailable' => {
  if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') return 'unavailable'
  throw error
}

const resultOf = ({ json, datasetVersion }: StoredStatistic): StatsResult => ({
  json,
  datasetVersion,
})

const ageMsOf = ({ stored, now }: FoundStatistic): number =>
  stored ? (now - stored.asOf) / 1_000 : Infinity

/** @param arrived when the request arrived, by the clock of the database */
const fitting = (
  found: FoundStatistic,
  arrived: number,
  acceptedMs: number,
): StatsResult | undefined => {
  const { stored, datasetVersion } = found
  if (!stored) return undefined
  if (stored.datasetVersion === datasetVersion) return resultOf(stored)
  const ageMs = ageMsOf(found)
  // A clock that was set back makes it negative.
  if (ageMs < 0) return undefined
  if (stored.asOf > arrived) return resultOf(stored)
  if (ageMs > acceptedMs) return undefined
  const asOf = new Date(Math.floor(stored.asOf / 1_000))
  const json = `${stored.json.slice(0, -1)},"asOf":${JSON.stringify(asOf)}}`
  return { ...resultOf(stored), json, age: { asOf, seconds: Math.ceil(ageMs / 1_000) } }
}

type Wait = <T>(work: Promise<T>) => Promise<T>

/** Waits until `end`, while the client does. It throws AppError QUERY_TIMEOUT, and ClientGone. */
const waitUntil =
  (end: number, limitMs: number, signal: Signal): Wait =>
  async (work) => {
    let stop: () => void = () => {}
    const stopped = new Promise<never>((_resolve, reject) => {
      const onGone = () => reject(new ClientGone(false))
      const onLate = () => reject(new AppError(problem('queryTimedOut', { limitMs })))
      const timer =
        end === Infinity ? undefined : setTimeout(onLate, Math.max(0, end - performance.now()))
      signal.addEventListener('abort', onGone)
      stop = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onGone)
      }
      if (signal.aborted) onGone()
    })
    try {
      return await Promise.race([work, stopped])
    } finally {
      stop()
    }
  }
