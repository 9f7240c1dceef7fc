/** What a service writes into its log apart from requests and errors. */
import type { FastifyBaseLogger } from 'fastify'
import { describeFault } from '../../foundation/errors/describe-error.js'
import type { Settings } from '../../foundation/settings/settings.js'
import type { Model } from '../../model/types/resource-model.js'
import { createUseLog } from '../process/loggers.js'
import type { PlatformFacts } from './platform.js'

/** What requests report that no response says. */
export const reportsOf = (logger: FastifyBaseLogger) => ({
  report: (fault: unknown) => logger.error(describeFault(fault), 'work after a commit failed'),
  reportItem: (fault: unknown) =>
    logger.warn(
      describeFault(fault, { withStack: false }),
      'the database refused an item of an action',
    ),
})

/** A contract that does not declare such values says that the field is never null. */
export const reportingNulls = (model: Model, logger: FastifyBaseLogger): Model => {
  const log = createUseLog(
    logger,
    'a stored value that JSON or the enum lacks was sent as null, which the published schema does not have; declare specialValues: true, or the number of the enum',
  )
  return {
    ...model,
    resources: model.resources.map((resource) => ({
      ...resource,
      reportNull: (field: string, stored: string) => log(resource.key, field, { stored }),
    })),
  }
}

/** Logs what the service does not offer on this database, or with these settings. */
export const warnOfLimits = (
  { storesResponses, recordsChanges }: PlatformFacts,
  settings: Settings,
  logger: FastifyBaseLogger,
): void => {
  const tables =
    "the platform tables are missing or older than this release, or this database role may not use them. 'corollary migrate' creates and updates them."
  if (!storesResponses) logger.warn(`Idempotency keys are refused: ${tables}`)
  if (settings['platform.audit.enabled'] && !recordsChanges) {
    logger.warn(`Changes are not recorded: ${tables}`)
  }
  if (settings['platform.dataset-version.mode'] === 'off') {
    logger.warn(
      'Dataset versions are off: responses carry no X-Data-Version, and collections no ETag.',
    )
  }
}
