/**
 * Listens to notifications on a connection of its own. Behind a pooler in transaction mode none
 * arrive; callers who listen must also look from time to time.
 */
import pg from 'pg'
import { cut, withPassword } from './interruption.js'

/** Milliseconds until a lost connection is opened again; twice as many after each failure. */
const firstRetryMs = 100
const maxRetryMs = 5_000
/** A server that accepts connections and says nothing must not end the attempts. */
const connectTimeoutMs = 10_000
/**
 * Milliseconds. Nothing is sent on the connection, and a router that forgets it tells nobody, so
 * the system sends probes.
 */
const probeMs = 60_000

/** Undefined: notifications may have been missed. */
export type OnNotification = (payload: string | undefined) => void

/** Returns a function that stops listening. A lost connection is opened again. */
export const listen = (
  connection: pg.ClientConfig,
  channel: string,
  onNotification: OnNotification,
): (() => void) => {
  let client: pg.Client | undefined
  let opening: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let failures = 0
  const open = async (): Promise<void> => {
    const opened = new pg.Client(
      withPassword(connection, {
        connectionTimeoutMillis: connectTimeoutMs,
        keepAlive: true,
        keepAliveInitialDelayMillis: probeMs,
      }),
    )
    opening = opened
    // The 'end' of the connection follows.
    opened.on('error', () => undefined)
    opened.on('notification', ({ payload }) => onNotification(payload))
    try {
      await opened.connect()
      await opened.query(`listen ${channel}`)
    } catch {
      cut(opened)
      retry()
      return
    } finally {
      opening = undefined
    }
    if (isStopped) return
    client = opened
    failures = 0
    opened.once('end', retry)
    // Changes may have come while nobody listened.
    onNotification(undefined)
  }
  const retry = (): void => {
    clearTimeout(timer)
    if (isStopped) return
    const delayMs = Math.min(firstRetryMs * 2 ** failures++, maxRetryMs)
    timer = setTimeout(() => void open(), delayMs).unref()
  }
  void open()
  return () => {
    isStopped = true
    clearTimeout(timer)
    // A connection must not be ended while it is being opened.
    if (opening) cut(opening)
    else void client?.end().catch(() => undefined)
  }
}
