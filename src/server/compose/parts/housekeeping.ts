/** Periodic work of a running service. Every node does it; doing it twice is harmless. */

import { forgetStatement } from '../../../changes/webhooks/delivery-statements.js'
import type { Database } from '../../../database/access/database.js'
import { counter, gauge, labelled, type Metric } from '../../../foundation/metrics.js'
import type { Settings } from '../../../foundation/settings.js'
import { arrangeChanges } from '../../../platform/arrange-changes.js'
import { countChanges, foldChanges } from '../../../versions/dataset-triggers.js'
import type { PlatformFacts } from '../platform.js'
import type { Part } from './part.js'

const hourMs = 3_600_000

/** Work, and the milliseconds until the next turn. */
type Duty = () => Promise<number>

/** Milliseconds between two counts of the changes that wait; scrapes are usually less frequent. */
const countMs = 10_000

class Housekeeping {
  readonly #database: Database
  readonly #settings: Settings
  readonly #folds = { done: 0, failed: 0 }
  #folded = 0
  #waiting = 0
  #lastFoldMs = 0

  constructor(database: Database, settings: Settings) {
    this.#database = database
    this.#settings = settings
  }

  /** Returns a function that stops the work. A failed run is repeated at the next interval. */
  start({ storesResponses, recordsChanges, engineTables }: PlatformFacts): () => void {
    const schema = this.#settings['platform.database.schema']
    const foldMs = this.#settings['platform.dataset-version.fold-ms']
    const retentionDays = this.#settings['platform.audit.retention-days']
    const ofTables = () => [
      hourly(() =>
        Promise.all([forgetExpired(this.#database, schema), forgetFull(this.#database, schema)]),
      ),
      // Also if versions are off on this node: existing triggers still record changes.
      repeat(
        foldMs,
        foldingDuty(foldMs, () => this.#fold(schema)),
      ),
      repeat(countMs, async () => {
        this.#waiting = await countChanges(this.#database, schema)
        return countMs
      }),
    ]
    const ofChanges = () => [hourly(() => arrangeChanges(this.#database, schema, retentionDays))]
    const ofWebhooks = () => [
      hourly(() => this.#database.query(forgetStatement(schema, webhookLimits(this.#settings)))),
    ]
    const stops = [
      ...(storesResponses ? ofTables() : []),
      ...engineTables.dutiesOf(this.#database).map(hourly),
      ...(recordsChanges ? ofChanges() : []),
      ...(this.#settings['platform.webhooks.endpoints'].length > 0 ? ofWebhooks() : []),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  get metrics(): readonly Metric[] {
    return [
      counter(
        'dataset_folds_total',
        'Runs that summed up the changes behind dataset versions.',
        () => labelled('result', Object.entries(this.#folds)),
      ),
      counter('dataset_changes_folded_total', 'Changes that were summed up.', () => this.#folded),
      gauge(
        'dataset_changes_waiting',
        'Changes that were not summed up yet, counted every ten seconds.',
        () => this.#waiting,
        'max',
      ),
      gauge(
        'dataset_last_fold_timestamp_seconds',
        'When a run last succeeded; 0: never.',
        () => this.#lastFoldMs / 1_000,
        'max',
      ),
    ]
  }

  async #fold(schema: string): Promise<number> {
    try {
      const changes = await foldChanges(this.#database, schema)
      this.#folds.done++
      this.#folded += changes
      this.#lastFoldMs = Date.now()
      return changes
    } catch (error) {
      this.#folds.failed++
      throw error
    }
  }
}

/**
 * Each read of a version adds up the changes that are left: about this many at most. With 100
 * changes and 25 ms, 4 000 creates a second take 1.08 times the processor time of the database.
 */
const wantedChanges = 30
const leastFoldMs = 8
/** A run that found few changes may have waited for a transaction that hides many. */
const mostGrowth = 2

/** Milliseconds in which about the wanted number of changes will come, at the rate of the last. */
export const nextFold = (foldMs: number, changes: number, elapsedMs: number): number => {
  const growth = Math.min(mostGrowth, wantedChanges / Math.max(changes, 1))
  return Math.min(foldMs, Math.max(leastFoldMs, elapsedMs * growth))
}

const foldingDuty = (foldMs: number, fold: () => Promise<number>): Duty => {
  let last = performance.now()
  return async () => {
    const changes = await fold()
    const elapsedMs = performance.now() - last
    last += elapsedMs
    return nextFold(foldMs, changes, elapsedMs)
  }
}

const hourly = (work: () => Promise<unknown>): (() => void) =>
  repeat(hourMs, async () => {
    await work()
    return hourMs
  })

/** The next turn begins when the one before it has ended. */
const repeat = (everyMs: number, duty: Duty): (() => void) => {
  let timer: NodeJS.Timeout
  let isStopped = false
  const wait = (milliseconds: number): void => {
    if (!isStopped) timer = setTimeout(turn, milliseconds).unref()
  }
  const turn = (): void => void duty().then(wait, () => wait(everyMs))
  wait(everyMs)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/**
 * Deletes stored responses an hour after they expired, so that a request that still sees one can
 * finish.
 */
const forgetExpired = (database: Database, schema: string): Promise<unknown> =>
  database.query({
    text: `delete from ${schema}.idempotency where expires_at <= now() - interval '1 hour'`,
    values: [],
  })

const webhookLimits = (settings: Settings): Parameters<typeof forgetStatement>[1] => ({
  retentionDays: settings['platform.webhooks.dead-letter-retention-days'],
  maxAgeHours: settings['platform.webhooks.max-age-hours'],
})

/** Deletes buckets that have been full for an hour: one that is missing is full, too. */
const forgetFull = (database: Database, schema: string): Promise<unknown> =>
  database.query({
    text: `delete from ${schema}.rate_limit where full_at < extract(epoch from now()) - 3600`,
    values: [],
  })

/** Starts and stops with the service. */
export const openHousekeeping = (
  database: Database,
  settings: Settings,
  platform: PlatformFacts,
): Part => {
  const housekeeping = new Housekeeping(database, settings)
  let stop = (): void => {}
  return {
    metrics: housekeeping.metrics,
    start: () => {
      stop = housekeeping.start(platform)
    },
    stop: () => stop(),
  }
}
