/** Periodic work of a running service. Every node does it; doing it twice is harmless. */
import type { Database } from '../database/database.js'
import { foldChanges } from '../database/datasets/dataset-triggers.js'
import type { Settings } from '../foundation/settings.js'

const hourMs = 3_600_000

/** Work, and the milliseconds until the next turn. */
type Duty = () => Promise<number>

/** Returns a function that stops the work. A failed run is repeated at the next interval. */
export const startHousekeeping = (database: Database, settings: Settings): (() => void) => {
  const schema = settings['platform.database.schema']
  const foldMs = settings['platform.dataset-version.fold-ms']
  const stops = [
    repeat(hourMs, async () => {
      await Promise.all([forgetExpired(database, schema), forgetFull(database, schema)])
      return hourMs
    }),
    // Also if versions are off on this node: existing triggers still record changes.
    repeat(
      foldMs,
      foldingDuty(foldMs, () => foldChanges(database, schema)),
    ),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Each read of a version adds up the changes that are left: about this many at most. */
const wantedChanges = 100
const leastFoldMs = 25

/** Milliseconds in which about the wanted number of changes will come, at the rate of the last. */
export const nextFold = (foldMs: number, changes: number, elapsedMs: number): number =>
  changes === 0
    ? foldMs
    : Math.min(foldMs, Math.max(leastFoldMs, (elapsedMs * wantedChanges) / changes))

const foldingDuty = (foldMs: number, fold: () => Promise<number>): Duty => {
  let last = performance.now()
  return async () => {
    const changes = await fold()
    const elapsedMs = performance.now() - last
    last += elapsedMs
    return nextFold(foldMs, changes, elapsedMs)
  }
}

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

/** Deletes buckets that have been full for an hour: one that is missing is full, too. */
const forgetFull = (database: Database, schema: string): Promise<unknown> =>
  database.query({
    text: `delete from ${schema}.rate_limit where full_at < extract(epoch from now()) - 3600`,
    values: [],
  })
