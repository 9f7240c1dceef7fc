/**
 * Creates the service of an application, without a port: a host passes requests to it.
 * `create-server.ts` is such a host.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { RouteAccess, RouteContext } from '../../contract/routes.js'
import type { Database } from '../../database/access/database.js'
import { once } from '../../foundation/functions/memoize.js'
import type { Settings } from '../../foundation/settings/settings.js'
import { Lifecycle } from '../../http/connections/lifecycle.js'
import { createListener, createPlugin, type Listener } from '../../http/hosts/embedding.js'
import { createFetchHandler, type FetchHandler } from '../../http/hosts/fetch-handler.js'
import type { FailureResponse, HostRequest } from '../../http/hosts/host-requests.js'
import type { HttpServer } from '../../http/http-server.js'
import type { Environment } from '../process/environment.js'
import { createLogger } from '../process/loggers.js'
import { openTracing, startTracing } from '../process/start-tracing.js'
import { type TlsPair, watchTlsPair } from '../process/tls-files.js'
import { currentWorker } from '../process/worker.js'
import { type Application, needsTables, type Progress } from './application.js'
import { checkApplication } from './check-application.js'
import { connectDatabase } from './connect-database.js'
import { type OpenDatabase, openDatabase } from './open-database.js'
import { readSettings } from './read-settings.js'
import { assembleService } from './service.js'

export interface StartOptions {
  /** Default: `process.env`. */
  readonly environment?: Environment
  /** JSON file with settings. Default: none. */
  readonly configFile?: string | undefined
  /** Folder that the embedded data belongs to. Default: the working directory. */
  readonly projectFolder?: string
  /** Passed to the application's `prepare`. Default: none. */
  readonly args?: readonly string[]
  /** Called for steps that take time. Default: nothing is reported. */
  readonly log?: (line: string) => void
  readonly report?: (progress: Progress) => void
}

/** A service that does not listen. Its host receives requests and passes them on. */
export interface Service {
  /** For `http.createServer`, Express, NestJS: `app.use(service.listener)`. */
  readonly listener: Listener
  /** For Fastify: `await host.register(service.plugin)`. Closing the host closes the service. */
  readonly plugin: FastifyPluginAsync
  /** For hosts that speak the Fetch standard, such as Next.js, Hono, Bun and Deno. */
  readonly fetch: FetchHandler
  /**
   * Identifies the caller of a request that the host answers itself.
   *
   * @example
   * const call = await service.context(request, { authorities: ['report:read'] })
   * const open = await call.transaction(({ tx }) => tx.filter(tasks, { state: ['OPEN'] }))
   * @throws AppError AUTHENTICATION_REQUIRED, ACCESS_DENIED, SERVICE_UNAVAILABLE
   */
  context(request: HostRequest, access?: RouteAccess): Promise<RouteContext>
  /** The response for an error that code of the host threw, in the envelope of the service. */
  failure(error: unknown, request: HostRequest): FailureResponse
  /**
   * Refuses new requests, waits for those in progress up to `platform.http.shutdown-timeout-ms`,
   * and closes the database. Idempotent.
   */
  close(): Promise<void>
}

/**
 * Creates the service of an application for a host. It reads settings and prepares the database as
 * a start does, but opens no port.
 *
 * @example
 * const service = await createService(application)
 * express().use(service.listener).listen(3000)
 * @throws StartError, ContractError for problems that an operator or a contract's author can fix
 */
export const createService = async (
  application: Application,
  options: StartOptions = {},
): Promise<Service> => {
  const service = await openService(application, options)
  const { http, settings } = service
  const close = once(async () => {
    await service.stop()
    await service.closeDatabase()
  })
  const listener = createListener(http)
  await http.app.ready()
  return {
    listener,
    plugin: createPlugin(http, settings['platform.http.context-path'], close),
    fetch: createFetchHandler(http.handle),
    context: http.hosts.context,
    failure: http.hosts.failure,
    close,
  }
}

export interface OpenService {
  readonly http: HttpServer
  readonly settings: Settings
  readonly lifecycle: Lifecycle
  /** Of the database, for people. */
  readonly description: string
  /** Ends requests in progress, at the latest after the shutdown timeout. */
  stop(): Promise<void>
  /** Also sends what is left of traces. */
  closeDatabase(): Promise<void>
}

interface OpenOptions {
  /**
   * Reads the settings of a server of its own, before anything is opened; returns its certificate.
   * Default: there is no server.
   */
  readonly readServer?: (settings: Settings, logger: FastifyBaseLogger) => TlsPair | undefined
  /** Default: `/` belongs to the host. */
  readonly redirectsRoot?: boolean
}

/** Everything of a start but the port. */
export const openService = async (
  application: Application,
  options: StartOptions,
  { readServer, redirectsRoot = false }: OpenOptions = {},
): Promise<OpenService> => {
  checkApplication(application)
  const { settings, warnings } = readSettings({
    environment: options.environment ?? process.env,
    file: options.configFile,
  })
  const worker = currentWorker()
  const plain = createLogger(settings)
  const logger = worker ? plain.child({ worker: worker.number }) : plain
  const tls = readServer?.(settings, logger)
  for (const warning of warnings) logger.warn(warning)
  const stopTracing = await startTracing(application.title, options.environment ?? process.env)
  const tracing = await openTracing()
  const open = await openDatabase({
    ...databaseSource(options, settings),
    needsTables: needsTables(application),
    waits: true,
  })
  if (open.isPooled) logger.info(describePooling(open, settings))
  const database = connectDatabase(open, settings, logger, { tracing })
  const closeDatabase = async (): Promise<void> => {
    await database.close()
    await open.close()
    await stopTracing()
  }
  try {
    await prepareTables(application, database, options)
    const lifecycle = new Lifecycle()
    const { resources, routes, title, version, info, messages, callers, files } = application
    const http = await assembleService({
      ...{ resources, routes, title, version, info, messages, callers, files },
      databaseKind: open.embedded ? 'embedded' : 'server',
      ...{ database, settings, logger, lifecycle, redirectsRoot, tls, tracing },
      environment: options.environment ?? process.env,
      ...{ housekeeps: true, metricsOf: worker?.metricsOf },
    })
    const stopWatching = tls ? watchTlsPair(http.app.server, tls, settings, logger) : () => {}
    return {
      ...{ http, settings, lifecycle, description: open.description, closeDatabase },
      stop: async () => {
        stopWatching()
        await endRequests(http.app, settings)
      },
    }
  } catch (error) {
    await closeDatabase()
    throw error
  }
}

const describePooling = ({ keepsStatements, direct }: OpenDatabase, settings: Settings): string => {
  const prepares = settings['platform.database.prepared-statements']
  const statements = (prepares === 'auto' ? keepsStatements : prepares) ? 'are' : 'are not'
  const session = direct ? 'have a direct connection' : 'have no direct connection'
  return `A pooler is between the service and PostgreSQL: statements ${statements} prepared; notifications and migrations ${session}.`
}

const endRequests = async (app: FastifyInstance, settings: Settings): Promise<void> => {
  const timeoutMs = settings['platform.http.shutdown-timeout-ms']
  await Promise.race([app.close(), sleep(timeoutMs, undefined, { ref: false })])
  app.server.closeAllConnections()
}

export const databaseSource = (
  options: StartOptions,
  settings: Settings,
): Parameters<typeof openDatabase>[0] => ({
  settings,
  environment: options.environment ?? process.env,
  projectFolder: options.projectFolder ?? process.cwd(),
  report: options.log ?? (() => {}),
})

/** Lets the application prepare its tables, by any means of `pg`. */
export const prepareTables = async (
  { prepare }: { readonly prepare?: Application['prepare'] | undefined },
  database: Database,
  { args = [], log = () => {}, report = () => {} }: StartOptions,
): Promise<void> => {
  if (!prepare) return
  await database.withConnection((client) => prepare({ client, args, log, report }), {
    pipelines: false,
  })
}
