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

export interface StoredStats {
  readonly metrics: readonly Metric[]
  /** @throws AppError QUERY_TIMEOUT, and what computing throws */
  read(statistic: Statistic, requester: StatsRequester): Promise<StatsResult>
  /** Ends what is being computed. */
  stop(): Promise<void>
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

export const createStoredStats = (options: StoredStatsOptions): StoredStats => {
  const { database, schema, version, maxResults, waitMs, report } = options
  const running = new Map<string, Promise<Computed | undefined>>()
  const requests = { current: 0, aged: 0, live: 0 }
  const refreshes = { computed: 0, confirmed: 0, failed: 0 }
  const stopping = new LightSignal()
  const refreshOptions = { database, maxResults, stopping, counts: refreshes }

  const keyOf = ({ digest }: Statistic): StatisticKey => ({ schema, key: `${version} ${digest}` })

  /** Returns undefined if this node already computes as many as it may. */
  const start = (statistic: Statistic): Promise<Computed | undefined> | undefined => {
    if (running.size >= maxComputing || stopping.aborted) return undefined
    const at = keyOf(statistic)
    const refreshing = refreshStatistic(statistic, at, refreshOptions).finally(() =>
      running.delete(at.key),
    )
    running.set(at.key, refreshing)
    return refreshing
  }

  const reportUnlessStopped = (error: unknown): void => {
    if (!stopping.aborted) report(error)
  }

  return {
    metrics: [
      counter(
        'stored_statistics_requests_total',
        'Requests for statistics that may be stored. live: computed by the request itself.',
        () => labelled('result', Object.entries(requests)),
      ),
      counter(
        'stored_statistics_refreshes_total',
        'Stored statistics that this node computed, or found unchanged.',
        () => labelled('result', Object.entries(refreshes)),
      ),
    ],
    read: async (statistic, { session, signal, acceptedMs, live }) => {
      const { resource, maxAgeMs } = statistic
      const at = keyOf(statistic)
      const options = { signal, onReplica: false }
      const wait = waitUntil(waitMs === 0 ? Infinity : performance.now() + waitMs, waitMs, signal)
      let arrived: number | undefined
      for (;;) {
        const found = await find(session, at, resource, options)
        arrived ??= found.now
        const result = fitting(found, arrived, Math.min(maxAgeMs, acceptedMs))
        if (result) {
          requests[result.age ? 'aged' : 'current']++
          const isDue = !found.isClaimed && ageMsOf(found) > minAgeOf(maxAgeMs)
          if (isDue && !running.has(at.key)) start(statistic)?.catch(reportUnlessStopped)
          return result
        }
        // A client that wants more than the contract promises gets it within limits of its own.
        const computing =
          acceptedMs < maxAgeMs
            ? undefined
            : (running.get(at.key) ??
              (found.isClaimed ? sleep(pauseMs, undefined) : start(statistic)))
        const computed = computing ? await wait(computing).catch(unlessUnavailable) : 'unavailable'
        if (computed === 'unavailable') {
          requests.live++
          return live()
        }
        if (computed && computed.asOf > arrived) {
          requests.current++
          return computed.result
        }
      }
    },
    stop: async () => {
      stopping.abort(new ClientGone())
      await Promise.allSettled(running.values())
    },
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
