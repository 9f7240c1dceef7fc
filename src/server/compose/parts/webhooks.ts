/** Opens the webhooks of the settings, after checking what they may read. */
import type { FastifyBaseLogger } from 'fastify'
import type { Views } from '../../../access/views.js'
import type { ChangeNotifications } from '../../../changes/feed/change-notifications.js'
import { checkWebhooks } from '../../../changes/webhooks/check-webhooks.js'
import { createSender } from '../../../changes/webhooks/send-message.js'
import { Webhooks } from '../../../changes/webhooks/webhooks.js'
import type { Route } from '../../../contract/routes.js'
import type { Database } from '../../../database/access/database.js'
import type { Relay } from '../../../database/engines/engine.js'
import { describeFault } from '../../../foundation/errors/describe-error.js'
import { StartError } from '../../../foundation/errors/start-error.js'
import type { Settings } from '../../../foundation/settings/settings.js'
import type { Model } from '../../../model/types/resource-model.js'
import type { Environment } from '../../process/environment.js'
import { packageVersion } from '../../process/package-files.js'
import { takenPaths } from '../check-routes.js'
import { readWebhooks, requireNone } from '../read-webhooks.js'

export interface OpenWebhooksOptions {
  readonly settings: Settings
  readonly environment: Environment
  readonly model: Model
  readonly views: Views
  readonly database: Database
  readonly logger: FastifyBaseLogger
  readonly now: () => Date
  readonly recordsChanges: boolean
  readonly notifications?: ChangeNotifications | undefined
  readonly relay?: Relay | undefined
  /** Of the application. */
  readonly routes: readonly Route[]
}

/** Undefined: there are none. @throws StartError that lists all problems */
export const openWebhooks = (options: OpenWebhooksOptions): Webhooks | undefined => {
  const { settings, environment, model, views, database, logger, now, recordsChanges } = options
  const declared = readWebhooks(settings, environment)
  if (declared.length === 0) return undefined
  if (!recordsChanges) {
    throw new StartError(
      "Webhooks deliver recorded changes: 'platform.audit.enabled' must be true.",
    )
  }
  const { send, close } = createSender({
    timeoutMs: settings['platform.webhooks.timeout-ms'],
    allowsPrivate: settings['platform.webhooks.allow-private-addresses'],
    agent: `Corollary/${packageVersion()}`,
    now,
  })
  const webhooks = new Webhooks(declared, {
    ...{ database, settings, views, send, close },
    ...{ notifications: options.notifications, relay: options.relay },
    report: (error) => logger.error(describeFault(error), 'webhooks could not be processed'),
    onDeadLetter: ({ name }, { id, attempts }, reason) =>
      logger.warn(
        { webhook: name, delivery: id, attempts, reason },
        'a delivery became a dead letter',
      ),
  })
  requireNone([
    ...checkWebhooks(declared, model, views),
    ...takenPaths(options.routes, webhooks.routes).map(
      (path) => `the path '${path}' of the application belongs to the platform.`,
    ),
  ])
  return webhooks
}
