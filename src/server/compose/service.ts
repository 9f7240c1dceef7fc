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
import { createCursorCodec } from '../../foundation/encoding/cursor-token.js'
import { noSpans } from '../../foundation/execution/spans.js'
import { memoize } from '../../foundation/functions/memoize.js'
import { readConsistencyOf } from '../../foundation/settings/read-consistency.js'
import type { Settings } from '../../foundation/settings/settings.js'
import { defaultLanguage, type MessageCatalogs } from '../../foundation/text/messages.js'
import type { Lifecycle } from '../../http/connections/lifecycle.js'
import {
  createHttpServer,
  type HttpServer,
  type HttpServerOptions,
} from '../../http/http-server.js'
import { customizationOf } from '../../http/pages/customization.js'
import type { MetricsOptions } from '../../http/pages/metrics.js'
import type { Access } from '../../http/request/caller.js'
import type { Model } from '../../model/types/resource-model.js'
import { cacheMetrics } from '../../operations/read/cache-metrics.js'
import { createResultCache } from '../../operations/read/result-cache.js'
import { createTotalCache } from '../../operations/read/total-cache.js'
import type { Tracing } from '../../telemetry/tracing.js'
import type { Environment } from '../process/environment.js'
import { packageVersion } from '../process/package-files.js'
import { processMetrics } from '../process/process-metrics.js'
import { workbenchBundle } from '../process/workbench-files.js'
import { readWorkbenchParts } from '../process/workbench-parts.js'
import { type Application, defaultVersion } from './application.js'
import { bindModel, type CheckedContract, checkContract } from './bind-contract.js'
import { filterSettingsOf } from './filter-settings.js'
import { openCallers } from './parts/callers.js'
import { arrangePartitions, openChanges } from './parts/changes.js'
import { collectFiles, openFiles } from './parts/files.js'
import { openHousekeeping } from './parts/housekeeping.js'
import { joinParts } from './parts/part.js'
import { openStoredStats } from './parts/stored-stats.js'
import { createLateViewKeys } from './parts/view-keys.js'
import { preparePlatform } from './platform.js'
import { reportingNulls, reportsOf, warnOfLimits } from './reports.js'

export interface ServiceOptions {
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
  readonly files?: Application['files'] | undefined
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
  /** Does the periodic work in the database, which nodes share. Default false. */
  readonly housekeeps?: boolean
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
  /** Contains secrets of webhooks and of the store of files. Default: `process.env`. */
  readonly environment?: Environment
}

/** @throws ContractError with all problems of the contracts */
export const assembleService = async (options: ServiceOptions): Promise<HttpServer> =>
  // One connection for all of it: each backend of PostgreSQL reads the catalog anew.
  options.database.withConnection((client) => assemble(options, client))

const assemble = async (options: ServiceOptions, client: pg.ClientBase): Promise<HttpServer> => {
  const { database, settings, logger, readOnly = false } = options
  const { routes = [], messages = {}, callers = [], now = () => new Date() } = options
  // A connection for the first request, which PostgreSQL opens while the contracts are checked.
  const opening = database.query({ text: 'select 1', values: [] }).catch(() => undefined)
  const { checked, model, secret } = await prepare(options, client)
  const { recordsChanges } = checked
  const filterSettings = filterSettingsOf(settings, logger)
  const [lookups, databaseVersion] = await Promise.all([
    watchLookupTables(database, model.entities, onLent(client)),
    readServerVersion(client),
    !readOnly && recordsChanges ? arrangePartitions(client, settings, logger) : undefined,
  ])
  const changes = openChanges({ model, checked, database, settings, logger, readOnly })
  const storedStats = readOnly ? undefined : openStoredStats(database, settings, logger)
  const environment = options.environment ?? process.env
  const files = await openFiles({
    ...{ database, settings, model, environment, options: options.files },
  })
  const caches = createCaches(settings)
  const { access, webhooks } = await openCallers({
    ...{ settings, filterSettings, model, database, logger, now, messages, callers, routes },
    ...{ authenticator: options.authenticator, lookups, readOnly, recordsChanges, ...changes },
    environment,
  })
  const viewKeys = createLateViewKeys({
    ...{ keys: checked.unreadKeys, database, logger },
    limitMs: settings['platform.database.statement-timeout-ms'],
  })
  const parts = joinParts([
    { metrics: processMetrics() },
    { metrics: databaseMetrics(database) },
    lookups,
    { metrics: cacheMetrics(caches) },
    access.limits,
    { metrics: changes.feed?.metrics ?? [], stop: () => changes.notifications?.close() },
    storedStats,
    webhooks,
    viewKeys,
    options.housekeeps
      ? openHousekeeping({
          ...{ database, settings, platform: checked, logger },
          others: collectFiles(files, model, settings, checked.catalog),
        })
      : undefined,
  ])
  const server = createHttpServer({
    ...{ model, logger, now, access, ...hidingOf(model, access, settings) },
    services: {
      ...{ database, settings, filterSettings, storedStats, ...caches, ...changes },
      files,
      spans: options.tracing?.parts ?? noSpans,
      ...reportsOf(logger),
      integrity: createIntegrityFacts(checked.catalog, checked.engine.placesIn(checked.catalog)),
      cursors: createCursorCodec(options.cursorSecret ?? secret ?? randomUUID()),
    },
    discoveryOf: openDiscoveries(options, factsOf(options, access, databaseVersion, now())),
    routes: [...routes, ...parts.routes],
    workbench: await workbenchOf(options, checked),
    metrics: parts.metrics,
    ...{ lifecycle: options.lifecycle, metricsOf: options.metricsOf },
    ...{ tracing: options.tracing, tls: options.tls },
  })
  server.app.addHook('onReady', async () => parts.start())
  server.app.addHook('onClose', () => parts.stop())
  await opening
  return server
}

const createCaches = (settings: Settings) => ({
  totals: createTotalCache(settings['platform.pagination.total-cache.max-bytes']),
  results: createResultCache(
    settings['platform.cache.max-bytes'],
    readConsistencyOf(settings) !== 'token',
  ),
})

/** What discovery says about the service as a whole. */
const factsOf = (
  { settings, callers = [], messages = {}, databaseKind = 'server' }: ServiceOptions,
  { tenantChoice }: Access,
  databaseVersion: string,
  startedAt: Date,
): ServiceFacts => ({
  startedAt,
  corollary: packageVersion(),
  database: { version: databaseVersion, kind: databaseKind },
  languages: [...new Set([defaultLanguage, ...Object.keys(messages)])],
  callers: settings['platform.auth.mode'] === 'none' ? callers : [],
  choosesTenant: (caller) => tenantChoice?.mayChoose(caller) ?? false,
})

const workbenchOf = async (
  { settings, messages = {}, title = 'API', redirectsRoot = false, readOnly }: ServiceOptions,
  { storesViews }: CheckedContract,
): Promise<HttpServerOptions['workbench']> => {
  const isStore =
    settings['platform.workbench.enabled'] && settings['platform.workbench.store'] === 'database'
  return {
    ...{ title, redirectsRoot, bundle: workbenchBundle },
    storesViews: !readOnly && storesViews && isStore,
    customization: customizationOf({
      ...{ settings, messages },
      ...(await readWorkbenchParts(settings)),
    }),
  }
}

interface PreparedContract {
  readonly checked: CheckedContract
  readonly model: Model
  /** Signs cursors. Undefined if nothing may be written. */
  readonly secret: string | undefined
}

/**
 * Compares the contracts with the database and creates what the platform lacks.
 *
 * @throws ContractError, StartError
 */
const prepare = async (
  { resources, settings, logger, readOnly = false }: ServiceOptions,
  client: pg.ClientBase,
): Promise<PreparedContract> => {
  const lent: Pick<Database, 'withConnection'> = { withConnection: (work) => work(client) }
  const checked = await checkContract(resources, lent, settings)
  const { diagnostics } = checked
  diagnostics.throwIfErrors()
  const { model, tables } = bindModel(checked, settings)
  diagnostics.throwIfErrors()
  for (const { path, message } of diagnostics.all) logger.warn({ at: path }, message)
  const secret = readOnly ? undefined : await preparePlatform(client, settings, tables)
  warnOfLimits(checked, settings, logger)
  return { checked, model: reportingNulls(model, logger), secret }
}

/** Returns the discovery of a view. Views with the same fields share one. */
const openDiscoveries = (
  { settings, title = 'API', version = defaultVersion, info }: ServiceOptions,
  facts: ServiceFacts,
): ((view: View) => Discovery) => {
  const discoveryOf = memoize((visible: Model) =>
    createDiscovery(visible, settings, { title, version, info, facts }),
  )
  return ({ model }) => discoveryOf(model)
}

/** Whether callers may see different fields, and different resources. */
const hidingOf = (model: Model, { authenticator }: Access, settings: Settings) => ({
  hidesFields: fieldAuthorities(model).length > 0,
  guardsReading:
    authenticator.distinguishes &&
    guardsReading(model, {
      anonymousCallers: settings['platform.auth.public'].includes('schemas'),
    }),
})
