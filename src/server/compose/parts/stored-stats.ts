/** Opens the statistics that are stored in the database. */
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../database/access/database.js'
import { describeFault } from '../../../foundation/errors/describe-error.js'
import type { Settings } from '../../../foundation/settings/settings.js'
import { StoredStats } from '../../../operations/stored-statistics/stored-stats.js'
import { packageVersion } from '../../process/package-files.js'

export const openStoredStats = (
  database: Database,
  settings: Settings,
  logger: FastifyBaseLogger,
): StoredStats =>
  new StoredStats({
    database,
    schema: settings['platform.database.schema'],
    version: packageVersion(),
    maxResults: settings['platform.stats.materialized.max-results'],
    waitMs: settings['platform.database.statement-timeout-ms'],
    report: (fault) => logger.warn(describeFault(fault), 'a stored statistic could not be renewed'),
  })
