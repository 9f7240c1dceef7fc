/** Periodic work of a running service. Every node does it; doing it twice is harmless. */
import type { Database } from '../database/database.js'
import { foldChanges } from '../database/datasets/dataset-triggers.js'
import type { Settings } from '../foundation/settings.js'

const hourMs = 3_600_000

/** Returns a function that stops the work. A failed run is repeated at the next interval. */
export const startHousekeeping = (database: Database, settings: Settings): (() => void) => {
  const schema = settings['platform.database.schema']
  const duties: readonly (readonly [everyMs: number, work: () => Promise<unknown>])[] = [
    [hourMs, () => forgetExpired(database, schema)],
    // Also if versions are off on this node: existing triggers still record changes.
    [settings['platform.dataset-version.fold-ms'], () => foldChanges(database, schema)],
  ]
  const timers = duties.map(([everyMs, work]) => repeat(everyMs, work))
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}

/** Skips a run while the previous one is still in progress. */
const repeat = (everyMs: number, work: () => Promise<unknown>): NodeJS.Timeout => {
  let isRunning = false
  const turn = async (): Promise<void> => {
    if (isRunning) return
    isRunning = true
    await work().catch(() => undefined)
    isRunning = false
  }
  return setInterval(() => void turn(), everyMs).unref()
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
