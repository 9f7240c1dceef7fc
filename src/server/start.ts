/** Starts a service: settings, database, contracts, port; and stops it in the opposite order. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/database.js'
import { storesResponses } from '../database/platform.js'
import type { Settings } from '../foundation/settings.js'
import { StartError } from '../foundation/start-error.js'
import { Lifecycle } from '../http/connections/lifecycle.js'
import type { Application, Progress } from './application.js'
import { checkApplication } from './check-application.js'
import { startHousekeeping } from './housekeeping.js'
import { openDatabase } from './open-database.js'
import { readSettings } from './read-settings.js'
import { connectDatabase, createLogger, createService } from './service.js'

type Environment = Readonly<Record<string, string | undefined>>

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

export interface RunningServer {
  /** `http://127.0.0.1:8080`, with the context path. */
  readonly url: string
  /** Description for people. */
  readonly database: string
  /** Authentication is off: callers are not identified. */
  readonly isOpen: boolean
  /**
   * Fails readiness probes, then refuses new requests, waits for running ones and closes the
   * database. Idempotent.
   */
  close(): Promise<void>
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

/**
 * Starts an application and listens.
 *
 * @example
 * const server = await createServer({ title: 'Tasks', resources: [tasks] })
 * console.log(server.url)
 * @throws StartError, ContractError for problems that an operator or a contract's author can fix
 */
export const createServer = async (
  application: Application,
  options: StartOptions = {},
): Promise<RunningServer> => {
  checkApplication(application)
  const environment = options.environment ?? process.env
  const { settings, warnings } = readSettings({
    environment,
    file: options.configFile,
  })
  requireGuardedHost(settings)
  const host = settings['platform.http.host']
  const isOpen = settings['platform.auth.mode'] === 'none'
  const isRemote = isOpenToOthers(settings)
  const logger = createLogger(settings)
  for (const warning of warnings) logger.warn(warning)
  if (isRemote) {
    logger.warn(
      `Authentication is off and the service listens on ${host}: everyone who reaches it may do everything.`,
    )
  }
  const open = await openDatabase(databaseSource(options, settings))
  const database = connectDatabase(open.connection, settings, logger)
  const closeDatabase = async (): Promise<void> => {
    await database.close()
    await open.close()
  }
  try {
    await prepareTables(application, database, options)
    const lifecycle = new Lifecycle()
    const app = await createService({
      resources: application.resources,
      title: application.title,
      version: application.version,
      info: application.info,
      messages: application.messages,
      database,
      settings,
      logger,
      lifecycle,
    })
    const address = await app.listen({ host, port: settings['platform.http.port'] })
    const hasTables = await database.withConnection((client) => storesResponses(client, settings))
    const stopHousekeeping = hasTables ? startHousekeeping(database, settings) : () => {}
    let closed: Promise<void> | undefined
    const close = async (): Promise<void> => {
      stopHousekeeping()
      lifecycle.drain()
      await sleep(drainMs(settings, environment))
      const timeoutMs = settings['platform.http.shutdown-timeout-ms']
      await Promise.race([app.close(), sleep(timeoutMs, undefined, { ref: false })])
      app.server.closeAllConnections()
      await closeDatabase()
    }
    return {
      url: `${address}${settings['platform.http.context-path']}`,
      database: open.description,
      isOpen,
      close: () => {
        closed ??= close()
        return closed
      },
    }
  } catch (error) {
    await closeDatabase()
    throw explain(error, host, settings['platform.http.port'])
  }
}

const isOpenToOthers = (settings: Settings): boolean =>
  settings['platform.auth.mode'] === 'none' && !loopback.has(settings['platform.http.host'])

/** @throws StartError if authentication is off and the service is reachable from other machines */
export const requireGuardedHost = (settings: Settings): void => {
  if (!isOpenToOthers(settings)) return
  if (settings['platform.auth.allow-remote-without-authentication']) return
  throw new StartError(
    `'platform.auth.mode' is 'none': every caller may do everything, so the service listens only on loopback, not on '${settings['platform.http.host']}'. Set 'platform.auth.mode' to 'jwt', or, if something else guards the service, 'platform.auth.allow-remote-without-authentication' to true.`,
  )
}

const autoDrainMs = { production: 5_000, development: 100 } as const

const drainMs = (settings: Settings, environment: Environment): number => {
  const setting = settings['platform.http.shutdown-drain-ms']
  if (setting !== 'auto') return setting
  return autoDrainMs[environment['NODE_ENV'] === 'production' ? 'production' : 'development']
}

export const databaseSource = (
  options: StartOptions,
  settings: Parameters<typeof openDatabase>[0]['settings'],
): Parameters<typeof openDatabase>[0] => ({
  settings,
  environment: options.environment ?? process.env,
  projectFolder: options.projectFolder ?? process.cwd(),
  report: options.log ?? (() => {}),
})

/** Lets the application prepare its tables. */
export const prepareTables = async (
  { prepare }: Application,
  database: Database,
  { args = [], log = () => {}, report = () => {} }: StartOptions,
): Promise<void> => {
  if (!prepare) return
  await database.withConnection((client) => prepare({ client, args, log, report }))
}

const explain = (error: unknown, host: string, port: number): unknown => {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return error
  const message = `Port ${port} on ${host} is already in use; stop the program that listens there, or set PLATFORM_HTTP_PORT.`
  return new StartError(message, { cause: error })
}
