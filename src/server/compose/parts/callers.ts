/**
 * Opens what knows callers: how they are identified, what they see and may spend; and the webhooks,
 * which are callers too. A start and `corollary check` use it, so that the check refuses what would
 * stop a start.
 */
import type { FastifyBaseLogger } from 'fastify'
import { createAuthenticator } from '../../../access/authentication.js'
import type { Authenticator } from '../../../access/authenticator.js'
import { createTenantChoice } from '../../../access/tenants.js'
import { createViews } from '../../../access/views.js'
import type { ChangeNotifications } from '../../../changes/feed/change-notifications.js'
import type { Webhooks } from '../../../changes/webhooks/webhooks.js'
import type { Route } from '../../../contract/routes.js'
import type { Database } from '../../../database/access/database.js'
import type { LookupTables } from '../../../database/catalog/lookup-tables.js'
import type { Relay } from '../../../database/engines/engine.js'
import { describeFault } from '../../../foundation/errors/describe-error.js'
import type { Settings } from '../../../foundation/settings/settings.js'
import { createTexts, type MessageCatalogs } from '../../../foundation/text/messages.js'
import type { Access } from '../../../http/request/caller.js'
import type { Model } from '../../../model/types/resource-model.js'
import { createCallerLimits } from '../../../operations/limits/limits.js'
import type { FilterSettings } from '../../../query/filter/filter-settings.js'
import type { Environment } from '../../process/environment.js'
import { createIntervalLog } from '../../process/loggers.js'
import { platformTexts } from '../../process/platform-texts.js'
import type { Application } from '../application.js'
import { openWebhooks } from './webhooks.js'

export interface OpenCallersOptions {
  readonly settings: Settings
  readonly filterSettings: FilterSettings
  /** Contains secrets of webhooks. */
  readonly environment: Environment
  readonly model: Model
  readonly recordsChanges: boolean
  /** Wakes webhooks. Default: they look for changes from time to time only. */
  readonly notifications?: ChangeNotifications | undefined
  readonly relay?: Relay | undefined
  readonly database: Database
  readonly logger: FastifyBaseLogger
  readonly now: () => Date
  readonly messages: MessageCatalogs
  readonly callers: NonNullable<Application['callers']>
  readonly routes: readonly Route[]
  /** Default: by `platform.auth.mode`. */
  readonly authenticator?: Authenticator | undefined
  /** Default: nothing is known about the size of tables. */
  readonly lookups?: LookupTables | undefined
  /** Whether there are no webhooks, because nothing may be written. Default false. */
  readonly readOnly?: boolean
}

export interface OpenCallers {
  readonly access: Access
  /** They deliver nothing before their start. Undefined: there are none. */
  readonly webhooks: Webhooks | undefined
}

/** @throws StartError */
export const openCallers = async ({
  authenticator,
  lookups,
  messages,
  readOnly = false,
  ...options
}: OpenCallersOptions): Promise<OpenCallers> => {
  const { settings, filterSettings, model, database, logger, now } = options
  const access: Access = {
    authenticator: authenticator ?? (await openAuthenticator(options)),
    views: createViews(model, filterSettings, messages, lookups, platformTexts),
    texts: createTexts(messages, platformTexts),
    tenantChoice: createTenantChoice(model, settings['platform.auth.any-tenant-authority']),
    limits: createCallerLimits({
      ...{ settings, database, now },
      onUnavailable: createIntervalLog(now, (error) =>
        logger.warn(
          describeFault(error, { withStack: false }),
          'the shared limits of callers cannot be read',
        ),
      ),
    }),
  }
  const webhooks = readOnly ? undefined : openWebhooks({ ...options, views: access.views })
  return { access, webhooks }
}

const openAuthenticator = ({
  settings,
  logger,
  now,
  callers,
}: Omit<OpenCallersOptions, 'messages'>): Promise<Authenticator> =>
  createAuthenticator(settings, {
    now,
    callers,
    onKeysUnavailable: (error) =>
      logger.error(describeFault(error), 'the keys for verifying tokens could not be read'),
  })
