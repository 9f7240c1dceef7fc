/** Opens what announces, moves and reads recorded changes. */
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { ChangeFeed } from '../../../changes/feed/change-feed.js'
import { ChangeNotifications } from '../../../changes/feed/change-notifications.js'
import type { Database } from '../../../database/access/database.js'
import { onLent } from '../../../database/connection/lend-connection.js'
import type { Relay } from '../../../database/engines/engine.js'
import { describeFault } from '../../../foundation/errors/describe-error.js'
import type { Settings } from '../../../foundation/settings/settings.js'
import type { Model } from '../../../model/types/resource-model.js'
import { arrangeChanges } from '../../../platform/arrange-changes.js'
import type { PlatformFacts } from '../platform.js'

export interface Changes {
  /** Undefined: nothing follows changes, so that none is announced. */
  readonly notifications: ChangeNotifications | undefined
  readonly feed: ChangeFeed | undefined
  /** Undefined: there is no outbox, or nothing is written. */
  readonly relay: Relay | undefined
}

/** Milliseconds between two announcements; longer with an outbox, which is read on all nodes. */
const announcedAfterMs = { oneTable: 50, outbox: 250 }

export interface ChangesOptions {
  readonly model: Model
  readonly checked: PlatformFacts
  readonly database: Database
  readonly settings: Settings
  readonly logger: FastifyBaseLogger
  /** Nothing is moved, so readers see the changes that others have moved. */
  readonly readOnly: boolean
}

export const openChanges = (options: ChangesOptions): Changes => {
  const { model, database, settings, logger, readOnly } = options
  const { engineTables, recordsChanges } = options.checked
  const schema = settings['platform.database.schema']
  const relay = recordsChanges && !readOnly ? engineTables.relayOf(database) : undefined
  if (!isFollowed(model, settings)) return { relay, notifications: undefined, feed: undefined }
  const notifications = new ChangeNotifications({
    database,
    intervalMs: announcedAfterMs[relay ? 'outbox' : 'oneTable'],
    report: (fault) => logger.warn(describeFault(fault), 'changes could not be announced'),
  })
  const feed = new ChangeFeed({
    ...{ database, notifications, relay, schema },
    pollMs: settings['platform.changes.poll-ms'],
    report: (fault) => logger.warn(describeFault(fault), 'changes could not be read'),
  })
  return { relay, notifications, feed }
}

/** Whether a resource has a stream of changes, or there are webhooks. */
const isFollowed = ({ resources }: Model, settings: Settings): boolean =>
  settings['platform.webhooks.endpoints'].length > 0 ||
  resources.some(({ operations }) =>
    operations.some(({ name, supported }) => name === 'changes' && supported),
  )

/** Creates the partitions that recorded changes will need, and drops expired ones. */
export const arrangePartitions = async (
  client: pg.ClientBase,
  settings: Settings,
  logger: FastifyBaseLogger,
): Promise<void> => {
  const schema = settings['platform.database.schema']
  const days = settings['platform.audit.retention-days']
  if (await arrangeChanges(onLent(client), schema, days)) return
  logger.warn(
    `Recorded changes are kept in one partition, and none is dropped: grant execute on function ${schema}.arrange_changes(integer) to this database role.`,
  )
}
