/** The composition root: creates the service from contracts, a database and settings. */
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Authenticator } from '../../access/authenticator.js'
import { guardsReading } from '../../access/availability.js'
import { fieldAuthorities } from '../../access/field-access.js'
import type { View } from '../../access/views.js'
import type { Resource } from '../../contract/resource.js'
import type { Route } from '../../contract/routes.js'
import type { Database } from '../../database/access/database.js'
import { databaseMetrics } from '../../database/access/database-metrics.js'
import { createIntegrityFacts } from '../../database/catalog/integrity.js'
import { watchLookupTables } from '../../database/catalog/lookup-tables.js'
import { readServerVersion } from '../../database/catalog/server-version.js'
import { onLent } from '../../database/connection/lend-connection.js'
import type { ServiceFacts } from '../../discovery/catalogs/service.js'
import { createDiscovery, type Discovery } from '../../discovery/discovery.js'
import type { ApiInfo } from '../../discovery/openapi/openapi.js'
import { createCursorCodec } from '../../foundation/cursor-token.js'
import { describeFault } from '../../foundation/describe-error.js'
import { defaultLanguage, type MessageCatalogs } from '../../foundation/messages.js'
import type { Metric } from '../../foundation/metrics.js'
import { readConsistencyOf } from '../../foundation/settings/read-consistency.js'
import type { Settings } from '../../foundation/settings.js'
import { noSpans } from '../../foundation/spans.js'
import type { Lifecycle } from '../../http/connections/lifecycle.js'
import {
  createHttpServer,
  type HttpServer,
  type HttpServerOptions,
} from '../../http/http-server.js'
import type { MetricsOptions } from '../../http/pages/metrics.js'
import type { Model } from '../../model/types/resource-model.js'
import { cacheMetrics } from '../../operations/read/cache-metrics.js'
import { createResultCache } from '../../operations/read/result-cache.js'
import { createTotalCache } from '../../operations/read/total-cache.js'
import {
  createStoredStats,
  type StoredStats,
} from '../../operations/stored-statistics/stored-stats.js'
import { arrangeChanges } from '../../platform/arrange-changes.js'
import type { Tracing } from '../../telemetry/tracing.js'
import type { Environment } from '../process/environment.js'
import { createUseLog } from '../process/loggers.js'
import { packageVersion } from '../process/package-files.js'
import { processMetrics } from '../process/process-metrics.js'
import { workbenchBundle } from '../process/workbench-files.js'
import { type Application, defaultVersion } from './application.js'
import { bindModel, checkContract } from './bind-contract.js'
import { filterSettingsOf } from './filter-settings.js'
import { openCallers } from './parts/callers.js'
import { openChanges } from './parts/changes.js'
import { createLateViewKeys } from './parts/view-keys.js'
import { type PlatformFacts, preparePlatform } from './platform.js'

export interface ServiceParts {
  readonly resources: readonly Resource[]
  /** Default: none. */
  readonly routes?: readonly Route[] | undefined
  readonly database: Database
  readonly settings: Settings
  readonly logger: FastifyBaseLogger
  /** Name of the API. Default: API. */
  readonly title?: string | undefined
  /** Version of the API in its description. Default 1.0.0. */
  readonly version?: string | undefined
  readonly info?: ApiInfo | undefined
  /** Texts in other languages. Default: English alone. */
  readonly messages?: MessageCatalogs | undefined
  /** Default: a server of its own. */
  readonly callers?: Application['callers']
  readonly databaseKind?: ServiceFacts['database']['kind']
  /** Default: by `platform.auth.mode`. */
  readonly authenticator?: Authenticator | undefined
  /** Key that signs cursors. Default: from the settings or the database. */
  readonly cursorSecret?: string
  /** Default: the clock of the machine. */
  readonly now?: () => Date
  /** Default: one that ends with the service. */
  readonly lifecycle?: Lifecycle
  /** Of work beside requests. Default: none. */
  readonly metrics?: readonly Metric[]
  /** Default: the metrics of this process. */
  readonly metricsOf?: MetricsOptions['printerOf']
  /** Whether `/` leads to the workbench. Default false: in a server of a host it is the host's. */
  readonly redirectsRoot?: boolean
  /** Certificate and key of a server that speaks TLS. Default: it does not. */
  readonly tls?: HttpServerOptions['tls']
  /** Default: requests are not traced. */
  readonly tracing?: Tracing | undefined
  /** Leaves the database as it is: missing tables and triggers are not created. Default false. */
  readonly readOnly?: boolean
  /** Contains secrets of webhooks. Default: `process.env`. */
  readonly environment?: Environment
}

interface AssembledService extends HttpServer {
  readonly platform: PlatformFacts
}

/** @throws ContractError with all problems of the contracts */
export const assembleService = async (parts: ServiceParts): Promise<AssembledService> =>
  // One connection for all of it: each backend of PostgreSQL reads the catalog anew.
  parts.database.withConnection((client) => assemble(parts, client))

const assemble = async (
  {
    resources,
    routes = [],
    database,
    settings,
    logger,
    cursorSecret,
    authenticator,
    title = 'API',
    version = defaultVersion,
    info,
    messages = {},
    callers = [],
    databaseKind = 'server',
    now = () => new Date(),
    lifecycle,
    metrics = [],
    metricsOf,
    redirectsRoot = false,
    readOnly = false,
    tls,
    tracing,
    environment = process.env,
  }: ServiceParts,
  client: pg.ClientBase,
): Promise<AssembledService> => {
  // A connection for the first request, which PostgreSQL opens while the contracts are checked.
  const opening = database.query({ text: 'select 1', values: [] }).catch(() => undefined)
  const lent: Pick<Database, 'withConnection'> = { withConnection: (work) => work(client) }
  const checked = await checkContract(resources, lent, settings)
  const { catalog, diagnostics } = checked
  diagnostics.throwIfErrors()
  const { model: bound, tables } = bindModel(checked, settings)
  const model = reportingNulls(bound, logger)
  diagnostics.throwIfErrors()
  for (const { path, message } of diagnostics.all) logger.warn({ at: path }, message)
  const secret = readOnly ? undefined : await preparePlatform(client, settings, tables)
  warnOfLimits(checked, settings, logger)
  const filterSettings = filterSettingsOf(settings, logger)
  const [lookups, databaseVersion] = await Promise.all([
    watchLookupTables(database, model.entities, onLent(client)),
    readServerVersion(client),
    !readOnly && checked.recordsChanges ? arrangePartitions(client, settings, logger) : undefined,
  ])
  const changes = openChanges({ model, checked, database, settings, logger, readOnly })
  const services = {
    database,
    settings,
    spans: tracing?.parts ?? noSpans,
    filterSettings,
    report: (fault: unknown) => logger.error(describeFault(fault), 'work after a commit failed'),
    reportItem: (fault: unknown) =>
      logger.warn(
        describeFault(fault, { withStack: false }),
        'the database refused an item of an action',
      ),
    ...changes,
    integrity: createIntegrityFacts(catalog, checked.engine.placesIn(catalog)),
    cursors: createCursorCodec(cursorSecret ?? secret ?? randomUUID()),
    totals: createTotalCache(settings['platform.pagination.total-cache.max-bytes']),
    results: createResultCache(
      settings['platform.cache.max-bytes'],
      readConsistencyOf(settings) !== 'token',
    ),
    storedStats: readOnly ? undefined : openStoredStats(database, settings, logger),
  }
  const { access, webhooks } = await openCallers({
    ...{ settings, filterSettings, environment, model, database, logger, now, messages, callers },
    ...{ routes, authenticator, lookups, readOnly, ...changes },
    recordsChanges: checked.recordsChanges,
  })
  const viewKeys = createLateViewKeys({
    ...{ keys: checked.unreadKeys, database, logger },
    limitMs: settings['platform.database.statement-timeout-ms'],
  })
  const facts: ServiceFacts = {
    startedAt: now(),
    corollary: packageVersion(),
    database: { version: databaseVersion, kind: databaseKind },
    languages: [...new Set([defaultLanguage, ...Object.keys(messages)])],
    callers: settings['platform.auth.mode'] === 'none' ? callers : [],
    choosesTenant: (caller) => access.tenantChoice?.mayChoose(caller) ?? false,
  }
  const discoveries = new WeakMap<Model, Discovery>()
  const discoveryOf = ({ model: visible }: View): Discovery => {
    const discovery =
      discoveries.get(visible) ??
      createDiscovery(visible, settings, { title, version, info, facts })
    discoveries.set(visible, discovery)
    return discovery
  }
  const hidesFields = fieldAuthorities(model).length > 0
  const { distinguishes } = access.authenticator
  const anonymousCallers = settings['platform.auth.public'].includes('schemas')
  const server = createHttpServer({
    model,
    services,
    logger,
    now,
    access,
    discoveryOf,
    hidesFields,
    guardsReading: distinguishes && guardsReading(model, { anonymousCallers }),
    routes: [...routes, ...(webhooks?.routes ?? [])],
    workbench: { title, redirectsRoot, bundle: workbenchBundle },
    lifecycle,
    metrics: [
      ...databaseMetrics(database),
      ...cacheMetrics({ results: services.results, totals: services.totals }),
      ...access.limits.metrics,
      ...(services.storedStats?.metrics ?? []),
      ...(services.feed?.metrics ?? []),
      ...(webhooks?.metrics ?? []),
      ...viewKeys.metrics,
      ...metrics,
      ...processMetrics(),
    ],
    ...{ metricsOf, tracing, tls },
  })
  server.app.addHook('onReady', async () => {
    webhooks?.start()
    viewKeys.start()
  })
  server.app.addHook('onClose', async () => {
    lookups.stop()
    await viewKeys.stop()
    await webhooks?.stop()
    await services.storedStats?.stop()
    changes.notifications?.close()
  })
  await opening
  return { ...server, platform: checked }
}

/** A contract that does not declare such values says that the field is never null. */
const reportingNulls = (model: Model, logger: FastifyBaseLogger): Model => {
  const log = createUseLog(
    logger,
    'infinity, NaN or a year outside of 1 to 9999 was sent as null, which the published schema does not have; declare specialValues: true',
  )
  return {
    ...model,
    resources: model.resources.map((resource) => ({
      ...resource,
      reportNull: (field: string) => log(resource.key, field),
    })),
  }
}

const openStoredStats = (
  database: Database,
  settings: Settings,
  logger: FastifyBaseLogger,
): StoredStats =>
  createStoredStats({
    database,
    schema: settings['platform.database.schema'],
    version: packageVersion(),
    maxResults: settings['platform.stats.materialized.max-results'],
    waitMs: settings['platform.database.statement-timeout-ms'],
    report: (fault) => logger.warn(describeFault(fault), 'a stored statistic could not be renewed'),
  })

const arrangePartitions = async (
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

/** Logs what the service does not offer on this database, or with these settings. */
const warnOfLimits = (
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
