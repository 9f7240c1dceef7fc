/** Connects to the database of the settings. */
import type { FastifyBaseLogger } from 'fastify'
import { Database } from '../../database/access/database.js'
import type { QueryObserver } from '../../database/connection/measurements.js'
import type { Pooling } from '../../database/connection/pooler.js'
import type { ReplicaOptions } from '../../database/replicas/open-replicas.js'
import { readConsistencyOf } from '../../foundation/settings/read-consistency.js'
import type { Settings } from '../../foundation/settings/settings.js'
import type { Tracing } from '../../telemetry/tracing.js'
import { queryLogs } from '../process/log-queries.js'
import type { OpenDatabase } from './open-database.js'

export interface ConnectOptions {
  /** Called for each query, beside the log. */
  readonly onQuery?: QueryObserver['onQuery'] | undefined
  /** Default: queries are not traced. */
  readonly tracing?: Tracing | undefined
  /** PostgreSQL refuses to write. Default false. */
  readonly readOnly?: boolean
  /** The time of statements that no request sends. Default: the clock of the machine. */
  readonly now?: (() => Date) | undefined
}

/** Where the database is, and what is in between. */
export type DatabasePlace = Pick<OpenDatabase, 'connection' | 'direct' | 'opened'> &
  Partial<Pooling>

export const connectDatabase = (
  { connection, direct, opened, isPooled = false, keepsStatements = true }: DatabasePlace,
  settings: Settings,
  logger: FastifyBaseLogger,
  { onQuery, tracing, readOnly = false, now }: ConnectOptions = {},
): Database => {
  const prepares = settings['platform.database.prepared-statements']
  return new Database({
    ...{ connection, direct, opened, isPooled },
    poolSize: settings['platform.database.pool-size'],
    streamPoolSize: settings['platform.database.stream-pool-size'],
    acquireTimeoutMs: settings['platform.database.acquire-timeout-ms'],
    statementTimeoutMs: settings['platform.database.statement-timeout-ms'],
    streamStatementTimeoutMs: settings['platform.database.stream-statement-timeout-ms'],
    lockTimeoutMs: settings['platform.database.lock-timeout-ms'],
    transactionTimeoutMs: settings['platform.database.transaction-timeout-ms'],
    maxWaiting: settings['platform.database.max-waiting'],
    preparedStatements: prepares === 'auto' ? keepsStatements : prepares,
    readOnly,
    now,
    replicas: replicasOf(settings, logger),
    observer: joinObservers(
      [...queryLogs(settings, logger), ...(onQuery ? [onQuery] : [])],
      tracing?.queries,
    ),
    onError: ({ message, code }: Error & { code?: string }) =>
      logger.warn({ code, reason: message }, 'an idle database connection failed'),
  })
}

const eventTexts = {
  ready: 'a replica is ready, and gets reads',
  'left out': 'a replica does not keep up, or cannot be reached; it gets no reads',
  primary: 'another server is the primary now, and gets all writes',
} as const

const replicasOf = (settings: Settings, logger: FastifyBaseLogger): ReplicaOptions | undefined => {
  const urls = settings['platform.database.read-urls']
  if (urls.length === 0) return undefined
  return {
    addresses: urls.map((connectionString) => ({ connectionString })),
    waitMs: settings['platform.database.replica-wait-ms'],
    maxLagMs:
      readConsistencyOf(settings) === 'token'
        ? settings['platform.database.replica-max-lag-ms']
        : undefined,
    preparedStatements: settings['platform.database.prepared-statements'],
    onEvent: (event, place) => logger.warn({ place }, eventTexts[event]),
  }
}

const joinObservers = (
  reports: readonly QueryObserver['onQuery'][],
  spans: QueryObserver | undefined,
): QueryObserver => {
  const all = spans ? [...reports, spans.onQuery] : reports
  return {
    begin: spans?.begin,
    onQuery: (ended) => {
      for (const onQuery of all) onQuery(ended)
    },
  }
}
