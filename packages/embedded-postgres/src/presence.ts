/**
 * Detects whether another node uses the server. Each node holds a shared advisory lock on a
 * connection of its own, which PostgreSQL releases however the node ends. The last node is the one
 * that gets the lock exclusively.
 *
 * Not by looking for other clients in `pg_stat_activity`: a node whose pool is idle has none, and a
 * forgotten psql would keep the server running for ever.
 */
import type { ServerSession } from './session.js'

/** "coro", "llar": in the database `postgres`, where no application takes locks. */
const key = '1668248175, 1819042162'

/** Milliseconds until a lost connection is restored; twice as long after each failure. */
const firstRetryMs = 250
const maxRetryMs = 30_000

export interface Presence {
  /**
   * Ends it; the session, still holding its share, is the caller's. None: the server is gone. The
   * caller holds the start lock, so that the server is not started again meanwhile.
   */
  take(): Promise<ServerSession | undefined>
}

export interface PresenceOptions {
  /** Finds the server while it runs. */
  readonly find: () => Promise<ServerSession | undefined>
  /** Runs work under the start lock. */
  readonly withLock: (work: () => Promise<void>) => Promise<void>
  /** Finds the server, or starts it again. The caller holds the start lock. */
  readonly restore: () => Promise<ServerSession>
  /** Called when it could not be started again. */
  readonly onFailure: (error: unknown) => void
}

/**
 * Holds the share for as long as the node lives, without keeping it alive. When the connection is
 * lost because a backend crashed, or because the server ended, `restore` makes it available again.
 */
export async function holdPresence(
  first: ServerSession,
  { find, withLock, restore, onFailure }: PresenceOptions,
): Promise<Presence> {
  let session: ServerSession | undefined
  let taken = false
  let timer: NodeJS.Timeout | undefined
  let pauseMs = firstRetryMs

  const hold = async (next: ServerSession) => {
    await next.client.query(`select pg_advisory_lock_shared(${key})`)
    session = next
    pauseMs = firstRetryMs
    next.client.once('end', retryLater)
    next.socket.unref()
  }
  const retryLater = () => {
    session = undefined
    if (taken) return
    timer = setTimeout(retry, pauseMs).unref()
    pauseMs = Math.min(pauseMs * 2, maxRetryMs)
  }
  const restoreAndHold = async () => {
    // A node that left while this waited for the lock needs no server.
    if (taken) return
    const next = await restore()
    await hold(next).catch(() => {
      next.socket.destroy()
      retryLater()
    })
  }
  const retry = () =>
    withLock(restoreAndHold).catch((error: unknown) => {
      onFailure(error)
      retryLater()
    })

  await hold(first)
  return {
    take: async () => {
      taken = true
      clearTimeout(timer)
      session?.socket.ref()
      const alive = await session?.client.query('select').catch(() => undefined)
      return alive === undefined ? find() : session
    },
  }
}

/** True when no other node holds a share. The caller holds the start lock, so none can come. */
export async function isUnused({ client }: ServerSession): Promise<boolean> {
  // Only a warning for a session that holds none.
  await client.query(`select pg_advisory_unlock_shared(${key})`)
  const { rows } = await client.query(`select pg_try_advisory_lock(${key}) as alone`)
  return rows[0]?.alone === true
}
