/** Logs queries: all of them for development, slow ones always. Text, never values. */
import type { FastifyBaseLogger } from 'fastify'
import type { EndedQuery, QueryObserver } from '../../database/connection/measurements.js'
import { sqlStateOf } from '../../database/errors/errors.js'
import type { Settings } from '../../foundation/settings/settings.js'

type OnQuery = QueryObserver['onQuery']

/** The functions that log, as configured. */
export const queryLogs = (settings: Settings, logger: FastifyBaseLogger): readonly OnQuery[] => {
  const slowMs = settings['platform.log.slow-query-ms']
  return [
    ...(settings['platform.log.sql'] ? [logQuery(logger)] : []),
    ...(slowMs > 0 ? [logSlowQuery(logger, slowMs)] : []),
  ]
}

const logQuery =
  (logger: FastifyBaseLogger): OnQuery =>
  (ended) =>
    logger.info(factsOf(ended), 'query')

const logSlowQuery =
  (logger: FastifyBaseLogger, slowMs: number): OnQuery =>
  (ended) => {
    if (ended.milliseconds < slowMs) return
    const { error, origin } = ended
    const request = origin && { route: origin.route, traceId: origin.traceId }
    logger.warn({ ...factsOf(ended), code: sqlStateOf(error), ...request }, 'slow query')
  }

const factsOf = ({ statements, milliseconds, rows }: EndedQuery) => ({
  sql: statements.map(({ text }) => text).join(';\n'),
  ms: Math.round(milliseconds * 100) / 100,
  rows,
})
