/** What a running service does now and then. Any node may do it, several at once do no harm. */
import type { Database } from '../database/database.js'
import { foldChanges } from '../database/datasets/dataset-triggers.js'
import type { Settings } from '../foundation/settings.js'

const hourMs = 3_600_000

/** Returns what stops it. A turn that fails is left to the next one. */
export const startHousekeeping = (database: Database, settings: Settings): (() => void) => {
  const schema = settings['platform.database.schema']
  const duties: readonly (readonly [everyMs: number, work: () => Promise<unknown>])[] = [
    [hourMs, () => forgetExpired(database, schema)],
    // Also when versions are off here: triggers that are there write on.
    [settings['platform.dataset-version.fold-ms'], () => foldChanges(database, schema)],
  ]
  const timers = duties.map(([everyMs, work]) => repeat(everyMs, work))
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}

/** A turn that is not over yet is not begun again. */
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
 * Answers that are kept for repeated requests, an hour after their time is over: none is taken away from
 * a request that still saw it.
 */
const forgetExpired = (database: Database, schema: string): Promise<unknown> =>
  database.query({
    text: `delete from ${schema}.idempotency where expires_at <= now() - interval '1 hour'`,
    values: [],
  })
