/** Opens the webhooks of the settings, after checking what they may read. */
import type { FastifyBaseLogger } from 'fastify'
import type { Views } from '../access/views.js'
import type { Database } from '../database/database.js'
import { describeFault } from '../foundation/describe-error.js'
import type { Settings } from '../foundation/settings.js'
import { StartError } from '../foundation/start-error.js'
import { createSender } from '../http/webhooks/send-message.js'
import type { Model } from '../model/types/resource-model.js'
import { checkWebhooks } from '../operations/webhooks/check-webhooks.js'
import { Webhooks } from '../operations/webhooks/webhooks.js'
import { packageVersion } from './package-files.js'
import { type Environment, readWebhooks } from './read-webhooks.js'

export type { Environment }

export interface OpenWebhooksOptions {
  readonly settings: Settings
  readonly environment: Environment
  readonly model: Model
  readonly views: Views
  readonly database: Database
  readonly logger: FastifyBaseLogger
  readonly now: () => Date
  readonly recordsChanges: boolean
}

/** Undefined: there are none. @throws StartError that lists all problems */
export const openWebhooks = ({
  settings,
  environment,
  model,
  views,
  database,
  logger,
  now,
  recordsChanges,
}: OpenWebhooksOptions): Webhooks | undefined => {
  const webhooks = readWebhooks(settings, environment)
  if (webhooks.length === 0) return undefined
  if (!recordsChanges) {
    throw new StartError(
      "Webhooks deliver recorded changes: 'platform.audit.enabled' must be true.",
    )
  }
  const problems = checkWebhooks(webhooks, model, views)
  if (problems.length > 0) {
    throw new StartError(
      `The webhooks are invalid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    )
  }
  const { send, close } = createSender({
    timeoutMs: settings['platform.webhooks.timeout-ms'],
    allowsPrivate: settings['platform.webhooks.allow-private-addresses'],
    agent: `Corollary/${packageVersion()}`,
    now,
  })
  return new Webhooks(webhooks, {
    ...{ database, settings, views, send, close },
    report: (error) => logger.error(describeFault(error), 'webhooks could not be processed'),
    onDeadLetter: ({ name }, { id, attempts }, reason) =>
      logger.warn(
        { webhook: name, delivery: id, attempts, reason },
        'a delivery became a dead letter',
      ),
  })
}
