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

/** How long a lost connection stays lost before the next attempt. */
const reconnectMs = 1_000

export interface Presence {
  /** Ends it; the session, still holding its share, is the caller's. None: the server is gone. */
  take(): Promise<ServerSession | undefined>
}

/**
 * Holds the share for as long as the node lives, without keeping it alive. When a crashed backend
 * made the server drop all connections, `reconnect` finds it again.
 */
export async function holdPresence(
  first: ServerSession,
  reconnect: () => Promise<ServerSession | undefined>,
): Promise<Presence> {
  let session: ServerSession | undefined
  let taken = false

  const hold = async (next: ServerSession) => {
    await next.client.query(`select pg_advisory_lock_shared(${key})`)
    session = next
    next.client.once('end', retryLater)
    next.socket.unref()
  }
  const retryLater = () => {
    session = undefined
    if (!taken) setTimeout(retry, reconnectMs).unref()
  }
  const retry = async () => {
    const next = taken ? undefined : await reconnect().catch(() => undefined)
    if (next === undefined) return retryLater()
    if (taken) return next.socket.destroy()
    await hold(next).catch(() => {
      next.socket.destroy()
      retryLater()
    })
  }

  await hold(first)
  return {
    take: async () => {
      taken = true
      session?.socket.ref()
      const alive = await session?.client.query('select').catch(() => undefined)
      return alive === undefined ? reconnect() : session
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
