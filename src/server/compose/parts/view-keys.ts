/**
 * Reads the keys of large views after a start, so that no start waits for them. One after the
 * other, each within the time limit of statements; what is found is logged and counted.
 */
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../database/access/database.js'
import { checkViewKey, type ViewKey } from '../../../database/check/check-view-keys.js'
import { describeFault } from '../../../foundation/errors/describe-error.js'
import { Diagnostics } from '../../../foundation/errors/diagnostics.js'
import { ClientGone } from '../../../foundation/execution/client-gone.js'
import { LightSignal } from '../../../foundation/execution/signal.js'
import { gauge, labelled, type Metric } from '../../../foundation/metrics/metrics.js'

/** The first requests fill caches, and need the database themselves. Milliseconds. */
const usualDelayMs = 10_000

export interface LateViewKeysOptions {
  readonly keys: readonly ViewKey[]
  readonly database: Pick<Database, 'query'>
  readonly logger: Pick<FastifyBaseLogger, 'error' | 'warn'>
  /** Milliseconds for each view, of which the database takes care. 0: no limit. */
  readonly limitMs: number
  /** Milliseconds. */
  readonly delayMs?: number
}

export interface LateViewKeys {
  readonly metrics: readonly Metric[]
  start(): void
  /** Cancels what is being read. */
  stop(): Promise<void>
}

export const createLateViewKeys = (options: LateViewKeysOptions): LateViewKeys => {
  const { keys, database, logger, limitMs, delayMs = usualDelayMs } = options
  const counts = { waiting: keys.length, unique: 0, wrong: 0, unknown: 0 }
  const stopping = new LightSignal()
  let timer: NodeJS.Timeout | undefined
  let reading: Promise<void> | undefined

  const read = async (key: ViewKey): Promise<void> => {
    const diagnostics = new Diagnostics()
    const query = (statement: Parameters<Database['query']>[0]) =>
      database.query(statement, { signal: stopping })
    try {
      await checkViewKey(key, { query, limitMs }, diagnostics)
    } catch (error) {
      if (!stopping.aborted) logger.warn(describeFault(error), 'the key of a view was not checked')
      counts.unknown++
      return
    }
    for (const { severity, path, message } of diagnostics.all) {
      logger[severity === 'error' ? 'error' : 'warn']({ at: path }, message)
    }
    if (diagnostics.errors.length > 0) counts.wrong++
    else if (diagnostics.all.length > 0) counts.unknown++
    else counts.unique++
  }

  const readAll = async (): Promise<void> => {
    for (const key of keys) {
      if (stopping.aborted) return
      await read(key)
      counts.waiting--
    }
  }

  return {
    metrics: [
      gauge(
        'view_keys',
        'Keys of large views, by what reading their rows after the start has shown.',
        () => labelled('result', Object.entries(counts)),
        'max',
      ),
    ],
    start: () => {
      if (keys.length === 0) return
      timer = setTimeout(() => {
        reading = readAll()
      }, delayMs).unref()
    },
    stop: async () => {
      clearTimeout(timer)
      stopping.abort(new ClientGone())
      await reading
    },
  }
}
