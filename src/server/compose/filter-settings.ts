/** What the settings say about filters. */
import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '../../foundation/settings/settings.js'
import type { FilterSettings } from '../../query/filter/filter-settings.js'
import { createUseLog } from '../process/loggers.js'

export const filterSettingsOf = (settings: Settings, logger: FastifyBaseLogger): FilterSettings => {
  const logScalar = createUseLog(logger, 'a single value was read as a range; send [from, to]')
  const logDateTime = createUseLog(logger, 'a date-time was read as a date; send yyyy-MM-dd')
  const logsDateTimes = settings['platform.input.dates.log-legacy-date-time-payload']
  return {
    zone: settings['platform.filter.zone-id'],
    maxListLength: settings['platform.filter.in.max'],
    maxTextLength: settings['platform.filter.text.max-length'],
    emptyList: settings['platform.filter.in.empty-list'],
    expressions: {
      maxDepth: settings['platform.filter.expressions.max-depth'],
      maxCriteria: settings['platform.filter.expressions.max-criteria'],
    },
    allowScalarRange: settings['platform.filter.range.allow-scalar-payload'],
    owned: {
      maxDepth: settings['platform.write.owned.max-depth'],
      maxItems: settings['platform.write.owned.max-items'],
    },
    ...(settings['platform.filter.range.log-legacy-scalar-payload']
      ? { onScalarRange: logScalar }
      : {}),
    ...(settings['platform.input.dates.allow-date-time-payload']
      ? { onDateTime: logsDateTimes ? logDateTime : () => undefined }
      : {}),
  }
}
