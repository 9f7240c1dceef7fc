/** Periodic work of a running service. Every node does it; doing it twice is harmless. */
import { AsyncResource } from 'node:async_hooks'
import type { FastifyBaseLogger } from 'fastify'
import { forgetStatement } from '../../../changes/webhooks/delivery-statements.js'
import type { Database } from '../../../database/access/database.js'
import { describeFault } from '../../../foundation/errors/describe-error.js'
import type { Settings } from '../../../foundation/settings/settings.js'
import { arrangeChanges } from '../../../platform/arrange-changes.js'
import { countChanges, foldChanges } from '../../../versions/fold-changes.js'
import { Folding } from '../../../versions/folding.js'
import type { PlatformFacts } from '../platform.js'
import type { Part } from './part.js'

export interface HousekeepingOptions {
  readonly database: Database
  readonly settings: Settings
  readonly platform: PlatformFacts
  readonly logger: FastifyBaseLogger
  /** What other parts of the service do every hour. */
  readonly others: readonly Duty[]
}

/** A failed run is logged, and repeated after the next interval. */
export const openHousekeeping = ({
  database,
  settings,
  platform,
  logger,
  others,
}: HousekeepingOptions): Part => {
  const schema = settings['platform.database.schema']
  const folding = new Folding(
    { fold: () => foldChanges(database, schema), count: () => countChanges(database, schema) },
    settings['platform.dataset-version.fold-ms'],
  )
  const stops: (() => void)[] = []
  return {
    metrics: folding.metrics,
    start: () => {
      stops.push(
        ...[...dutiesOf(database, settings, platform), ...others].map((duty) =>
          hourly(duty, logger),
        ),
      )
      // Also if versions are off on this node: existing triggers still record changes.
      if (!platform.storesResponses) return
      stops.push(
        folding.start(),
        // Bound, so that the work is not a part of the trace of the request that wrote.
        database.watchWrites(AsyncResource.bind(() => folding.noteWrite())),
      )
    },
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}

export type Duty = () => Promise<unknown>

const dutiesOf = (
  database: Database,
  settings: Settings,
  { storesResponses, recordsChanges, engineTables }: PlatformFacts,
): readonly Duty[] => {
  const schema = settings['platform.database.schema']
  const retentionDays = settings['platform.audit.retention-days']
  const hasWebhooks = settings['platform.webhooks.endpoints'].length > 0
  const duties: readonly (readonly [isNeeded: boolean, duty: Duty])[] = [
    [storesResponses, () => forgetExpired(database, schema)],
    [storesResponses, () => forgetFull(database, schema)],
    [recordsChanges, () => arrangeChanges(database, schema, retentionDays)],
    [hasWebhooks, () => database.query(forgetStatement(schema, webhookLimits(settings)))],
  ]
  return [
    ...duties.filter(([isNeeded]) => isNeeded).map(([, duty]) => duty),
    ...engineTables.dutiesOf(database),
  ]
}

const hourMs = 3_600_000

const hourly = (duty: Duty, logger: FastifyBaseLogger): (() => void) => {
  const run = () =>
    duty().catch((fault: unknown) =>
      logger.warn(describeFault(fault, { withStack: false }), 'hourly work failed; it is repeated'),
    )
  const timer = setInterval(() => void run(), hourMs).unref()
  return () => clearInterval(timer)
}

/**
 * Deletes stored responses an hour after they expired, so that a request that still sees one can
 * finish.
 */
const forgetExpired = (database: Database, schema: string): Promise<unknown> =>
  database.query({
    text: `delete from ${schema}.idempotency where expires_at <= now() - interval '1 hour'`,
    values: [],
  })

const webhookLimits = (settings: Settings): Parameters<typeof forgetStatement>[1] => ({
  retentionDays: settings['platform.webhooks.dead-letter-retention-days'],
  maxAgeHours: settings['platform.webhooks.max-age-hours'],
})

/** Deletes buckets that have been full for an hour: one that is missing is full, too. */
const forgetFull = (database: Database, schema: string): Promise<unknown> =>
  database.query({
    text: `delete from ${schema}.rate_limit where full_at < extract(epoch from now()) - 3600`,
    values: [],
  })
