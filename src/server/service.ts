/** The composition root: creates the service from contracts, a database and settings. */
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { pino } from 'pino'
import { type Authenticator, createAuthenticator } from '../access/authentication.js'
import { guardsReading } from '../access/availability.js'
import { fieldAuthorities } from '../access/field-access.js'
import { createViews, type View } from '../access/views.js'
import type { DevelopmentCaller } from '../contract/development-caller.js'
import type { Resource } from '../contract/resource.js'
import type { Route } from '../contract/routes.js'
import { bindIndexes } from '../database/bind-indexes.js'
import { type Catalog, databaseTypesOf, tablesOf } from '../database/catalog.js'
import { arrangeChanges } from '../database/changes/arrange-changes.js'
import { checkAgainstDatabase } from '../database/check/check-contract.js'
import { checkViewKeys } from '../database/check/check-view-keys.js'
import { Database } from '../database/database.js'
import { databaseMetrics } from '../database/database-metrics.js'
import { type BoundModel, bindDatasets } from '../database/datasets/bind-datasets.js'
import { createIntegrityFacts } from '../database/integrity.js'
import { watchLookupTables } from '../database/lookup-tables.js'
import type { QueryObserver } from '../database/measurements.js'
import {
  needsPlatform,
  type PlatformFacts,
  preparePlatform,
  readPlatformFacts,
} from '../database/platform.js'
import { readCatalog } from '../database/read-catalog.js'
import { readServerVersion } from '../database/server-version.js'
import type { ServiceFacts } from '../discovery/catalogs/service.js'
import { createDiscovery, type Discovery } from '../discovery/discovery.js'
import { type ApiInfo, describeApi, type OpenApiDocument } from '../discovery/openapi/openapi.js'
import { describeFault } from '../foundation/describe-error.js'
import { Diagnostics } from '../foundation/diagnostics.js'
import { defaultLanguage, type MessageCatalogs } from '../foundation/messages.js'
import type { Metric } from '../foundation/metrics.js'
import type { Settings } from '../foundation/settings.js'
import { noSpans } from '../foundation/spans.js'
import { StartError } from '../foundation/start-error.js'
import type { Lifecycle } from '../http/connections/lifecycle.js'
import { createHttpServer, type HttpServer, type HttpServerOptions } from '../http/http-server.js'
import type { MetricsOptions } from '../http/pages/metrics.js'
import { withChanges, withoutChanges } from '../model/compile/bind-changes.js'
import { compileModel, entitiesOf } from '../model/compile/compile.js'
import { withoutIdempotency } from '../model/compile/without-idempotency.js'
import type { Model } from '../model/types/resource-model.js'
import { ChangeFeed } from '../operations/changes/change-feed.js'
import { createCallerLimits } from '../operations/limits/limits.js'
import { cacheMetrics } from '../operations/read/cache-metrics.js'
import { createCursorCodec } from '../operations/read/cursor-token.js'
import { createResultCache } from '../operations/read/result-cache.js'
import { createTotalCache } from '../operations/read/total-cache.js'
import { checkFilterExamples } from '../query/filter/check-filter-examples.js'
import type { FilterSettings } from '../query/filter/read-filter.js'
import { createTracing } from '../telemetry/tracing.js'
import type { Application } from './application.js'
import { queryLogs } from './log-queries.js'
import { type Environment, openWebhooks } from './open-webhooks.js'
import { packageVersion } from './package-files.js'
import { processMetrics } from './process-metrics.js'
import { workbenchBundle } from './workbench-files.js'

export interface ConnectOptions {
  /** Called for each query, beside the log. */
  readonly onQuery?: QueryObserver['onQuery'] | undefined
  /** PostgreSQL refuses to write. Default false. */
  readonly readOnly?: boolean
}

export const connectDatabase = (
  connection: pg.ClientConfig,
  settings: Settings,
  logger: FastifyBaseLogger,
  { onQuery, readOnly = false }: ConnectOptions = {},
): Database =>
  new Database({
    connection,
    poolSize: settings['platform.database.pool-size'],
    streamPoolSize: settings['platform.database.stream-pool-size'],
    acquireTimeoutMs: settings['platform.database.acquire-timeout-ms'],
    statementTimeoutMs: settings['platform.database.statement-timeout-ms'],
    streamStatementTimeoutMs: settings['platform.database.stream-statement-timeout-ms'],
    lockTimeoutMs: settings['platform.database.lock-timeout-ms'],
    transactionTimeoutMs: settings['platform.database.transaction-timeout-ms'],
    maxWaiting: settings['platform.database.max-waiting'],
    preparedStatements: settings['platform.database.prepared-statements'],
    readOnly,
    observer: joinObservers(
      [...queryLogs(settings, logger), ...(onQuery ? [onQuery] : [])],
      createTracing(packageVersion())?.queries,
    ),
    onError: ({ message, code }: Error & { code?: string }) =>
      logger.warn({ code, reason: message }, 'an idle database connection failed'),
  })

const joinObservers = (
  reports: readonly QueryObserver['onQuery'][],
  spans: QueryObserver | undefined,
): QueryObserver => {
  const all = spans ? [...reports, spans.onQuery] : reports
  return {
    begin: spans?.begin,
    onQuery: (ended) => {
      for (const onQuery of all) onQuery(ended)
    },
  }
}

const defaultVersion = '1.0.0'

export const createLogger = (
  settings: Settings,
  output: NodeJS.WritableStream = process.stdout,
): FastifyBaseLogger => pino({ level: settings['platform.log.level'] }, output)

export interface CheckedContract extends PlatformFacts {
  readonly model: Model
  readonly catalog: Catalog
  readonly diagnostics: Diagnostics
}

/**
 * Compiles the contracts and compares them with the database. Problems are collected, not thrown.
 */
export const checkContract = async (
  resources: readonly Resource[],
  database: Database,
  settings: Settings,
): Promise<CheckedContract> => {
  const diagnostics = new Diagnostics()
  return database.withConnection(async (client) => {
    const catalog = await readCatalog(client, tablesOf(entitiesOf(resources)))
    const model = compileModel(resources, diagnostics, databaseTypesOf(catalog))
    checkFilterExamples(model, diagnostics)
    checkAgainstDatabase(model, catalog, diagnostics)
    await checkViewKeys(client, model.entities, catalog, diagnostics)
    return {
      model,
      catalog,
      diagnostics,
      ...(await readPlatformFacts(client, settings)),
    }
  })
}

/** Texts of an application that people read, beside those of its resources. */
export const textsOf = ({
  title,
  info,
  callers = [],
}: Pick<Application, 'title' | 'info' | 'callers'>): readonly string[] =>
  [
    title,
    info?.description,
    ...callers.flatMap((caller) => [caller.title, caller.description]),
  ].filter((text) => text !== undefined)

/** Adds what platform tables make possible: idempotency keys and the record of changes. */
const bindFacts = (
  model: Model,
  { storesResponses, recordsChanges }: PlatformFacts,
  settings: Settings,
  diagnostics: Diagnostics,
): Model => {
  const stored = storesResponses ? model : withoutIdempotency(model, diagnostics)
  return recordsChanges
    ? withChanges(stored, settings['platform.database.schema'])
    : withoutChanges(stored)
}

/** Adds what the database makes possible: dataset versions, idempotency keys, use of indexes. */
export const bindModel = (
  { model, catalog, diagnostics, ...facts }: CheckedContract,
  settings: Settings,
): BoundModel => {
  const bound = bindFacts(bindIndexes(model, catalog), facts, settings, diagnostics)
  return settings['platform.dataset-version.mode'] === 'off'
    ? { model: bound, tables: [] }
    : bindDatasets(bound, catalog, settings['platform.database.schema'], diagnostics)
}

export interface ContractDescription {
  readonly resources: readonly Resource[]
  readonly settings: Settings
  readonly title: string
  readonly version: string | undefined
  readonly info?: ApiInfo | undefined
  readonly callers?: Application['callers'] | undefined
  /** Undefined: the whole API. */
  readonly group: string | undefined
}

/**
 * Describes the API without a database. It cannot know whether the database records every change,
 * so it assumes dataset versions unless they are turned off; and idempotency keys unless the
 * settings make the platform tables unnecessary.
 *
 * @throws ContractError, StartError
 */
export const describeContract = ({
  resources,
  settings,
  title,
  version = defaultVersion,
  info,
  callers,
  group,
}: ContractDescription): OpenApiDocument => {
  const diagnostics = new Diagnostics()
  const model = compileModel(resources, diagnostics)
  diagnostics.throwIfErrors()
  const isOff = settings['platform.dataset-version.mode'] === 'off'
  const dataset = {
    schema: settings['platform.database.schema'],
    ...{ tables: [], isComplete: false, definition: '' },
  }
  const isPrepared = needsPlatform(settings)
  const recordsChanges = isPrepared && settings['platform.audit.enabled']
  const facts = { storesResponses: isPrepared, recordsChanges }
  const { resources: all } = bindFacts(model, facts, settings, diagnostics)
  diagnostics.throwIfErrors()
  const sent = isOff ? all : all.map((one) => ({ ...one, dataset }))
  const documents = describeApi(
    { ...model, resources: sent },
    { title, version, info, settings, callers },
  )
  const document = documents.get(group)
  if (document) return document
  const known = documents.groups.join(', ')
  throw new StartError(`There is no group '${group}'; the groups are ${known}.`)
}

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
  /** Leaves the database as it is: missing tables and triggers are not created. Default false. */
  readonly readOnly?: boolean
  /** Contains secrets of webhooks. Default: `process.env`. */
  readonly environment?: Environment
}

/** @throws ContractError with all problems of the contracts */
export const assembleService = async ({
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
  environment = process.env,
}: ServiceParts): Promise<HttpServer> => {
  const checked = await checkContract(resources, database, settings)
  const { catalog, diagnostics } = checked
  diagnostics.throwIfErrors()
  const { model, tables } = bindModel(checked, settings)
  diagnostics.throwIfErrors()
  for (const { path, message } of diagnostics.all) logger.warn({ at: path }, message)
  const secret = readOnly
    ? undefined
    : await database.withConnection((client) => preparePlatform(client, settings, tables))
  if (!checked.storesResponses) {
    logger.warn(
      "Idempotency keys are refused: the database has no platform tables. 'corollary migrate' creates them.",
    )
  }
  if (checked.recordsChanges && !readOnly) {
    const schema = settings['platform.database.schema']
    const days = settings['platform.audit.retention-days']
    if (!(await arrangeChanges(database, schema, days))) {
      logger.warn(
        `Recorded changes are kept in one partition, and none is dropped: grant execute on function ${schema}.arrange_changes(integer) to this database role.`,
      )
    }
  } else if (settings['platform.audit.enabled'] && !checked.recordsChanges) {
    logger.warn(
      "Changes are not recorded: the database has no platform tables. 'corollary migrate' creates them.",
    )
  }
  if (settings['platform.dataset-version.mode'] === 'off') {
    logger.warn(
      'Dataset versions are off: responses carry no X-Data-Version, and collections no ETag.',
    )
  }
  const filterSettings = filterSettingsOf(settings, logger)
  const lookups = await watchLookupTables(database, model.entities)
  const tracing = createTracing(packageVersion())
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
    changes: followsChanges(model)
      ? new ChangeFeed({
          database,
          schema: settings['platform.database.schema'],
          pollMs: settings['platform.changes.poll-ms'],
          report: (fault) => logger.warn(describeFault(fault), 'changes could not be read'),
        })
      : undefined,
    integrity: createIntegrityFacts(catalog),
    cursors: createCursorCodec(cursorSecret ?? secret ?? randomUUID()),
    totals: createTotalCache(settings['platform.pagination.total-cache.max-bytes']),
    results: createResultCache(settings['platform.cache.max-bytes']),
  }
  const access = {
    authenticator: authenticator ?? (await openAuthenticator(settings, logger, now, callers)),
    views: createViews(model, filterSettings, messages, lookups),
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
  const webhooks = readOnly
    ? undefined
    : openWebhooks({
        ...{ settings, environment, model, database, logger, now },
        ...{ views: access.views, recordsChanges: checked.recordsChanges },
      })
  const facts: ServiceFacts = {
    startedAt: now(),
    corollary: packageVersion(),
    database: { version: await database.withConnection(readServerVersion), kind: databaseKind },
    languages: [...new Set([defaultLanguage, ...Object.keys(messages)])],
    callers: settings['platform.auth.mode'] === 'none' ? callers : [],
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
      ...(webhooks?.metrics ?? []),
      ...metrics,
      ...processMetrics(),
    ],
    ...{ metricsOf, tracing, tls },
  })
  server.app.addHook('onReady', async () => webhooks?.start())
  server.app.addHook('onClose', async () => {
    lookups.stop()
    await webhooks?.stop()
  })
  return server
}

/** Whether a resource has a stream of changes. Without one, writes are not announced. */
const followsChanges = ({ resources }: Model): boolean =>
  resources.some(({ operations }) =>
    operations.some(({ name, supported }) => name === 'changes' && supported),
  )

const openAuthenticator = (
  settings: Settings,
  logger: FastifyBaseLogger,
  now: () => Date,
  callers: readonly DevelopmentCaller[],
): Promise<Authenticator> =>
  createAuthenticator(settings, {
    now,
    callers,
    onKeysUnavailable: (error) =>
      logger.error(describeFault(error), 'the keys for verifying tokens could not be read'),
  })

const logIntervalMs = 60_000
const outageLogIntervalMs = 10_000

/** Logs what fails for each request alike once per interval. */
const createIntervalLog = (
  now: () => Date,
  log: (error: unknown) => void,
): ((error: unknown) => void) => {
  let lastLogged = 0
  return (error) => {
    const time = now().getTime()
    if (Math.abs(time - lastLogged) < outageLogIntervalMs) return
    lastLogged = time
    log(error)
  }
}

/** Logs uses of legacy forms, each at most once per interval. */
const createUseLog = (logger: FastifyBaseLogger, message: string) => {
  const lastLogged = new Map<string, number>()
  return (resource: string, field: string): void => {
    const key = `${resource}/${field}`
    if (Date.now() - (lastLogged.get(key) ?? 0) < logIntervalMs) return
    lastLogged.set(key, Date.now())
    logger.warn({ resource, field }, message)
  }
}

const filterSettingsOf = (settings: Settings, logger: FastifyBaseLogger): FilterSettings => {
  const logScalar = createUseLog(logger, 'a single value was read as a range; send [from, to]')
  const logDateTime = createUseLog(logger, 'a date-time was read as a date; send yyyy-MM-dd')
  const logsDateTimes = settings['platform.input.dates.log-legacy-date-time-payload']
  return {
    zone: settings['platform.filter.zone-id'],
    maxListLength: settings['platform.filter.in.max'],
    maxTextLength: settings['platform.filter.text.max-length'],
    emptyList: settings['platform.filter.in.empty-list'],
    allowScalarRange: settings['platform.filter.range.allow-scalar-payload'],
    ...(settings['platform.filter.range.log-legacy-scalar-payload']
      ? { onScalarRange: logScalar }
      : {}),
    ...(settings['platform.input.dates.allow-date-time-payload']
      ? { onDateTime: logsDateTimes ? logDateTime : () => undefined }
      : {}),
  }
}
