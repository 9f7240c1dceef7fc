import { expect } from 'vitest'
import type { Workflow } from './use-service.js'

/**
 * The clients of the current database without the one that asks. It leaves out the server’s
 * own processes, such as autovacuum: they come and go at any time, and their text names tables too.
 */
export const otherSessions = `from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()
    and backend_type = 'client backend'`

/**
 * Sessions that wait for a lock of the one that asks. A transaction may ask repeatedly: unlike
 * those of `pg_stat_activity`, rows of `pg_locks` are always current.
 */
export const blockedSessions = `from pg_locks
  where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`

/** Changes rows in another session, and commits when `work` waits for them. */
export const whileChanged = async <T>(
  { rows }: Pick<Workflow, 'rows'>,
  change: string,
  values: readonly unknown[],
  work: () => Promise<T>,
): Promise<T> => {
  await rows('begin')
  try {
    await rows(change, values)
    const done = work()
    const blocked = () => rows(`select ${blockedSessions}`)
    await expect.poll(async () => (await blocked()).length).toBeGreaterThan(0)
    await rows('commit')
    return await done
  } catch (error) {
    await rows('rollback')
    throw error
  }
}
