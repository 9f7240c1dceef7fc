/** Starts a service with a port of its own, and stops it in the opposite order. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { StartError } from '../../foundation/errors/start-error.js'
import { once } from '../../foundation/functions/memoize.js'
import type { Settings } from '../../foundation/settings/settings.js'
import type { Environment } from '../process/environment.js'
import { readTlsPair, type TlsPair } from '../process/tls-files.js'
import type { Application } from './application.js'
import { openService, type StartOptions } from './create-service.js'

export interface RunningServer {
  /** `http://127.0.0.1:8080`, with the context path. */
  readonly url: string
  /** Address of the workbench; undefined if it is turned off. */
  readonly workbench: string | undefined
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
  const service = await openService(application, options, {
    readServer: (settings, logger) => {
      const tls = readServer(settings)
      warnOfHost(settings, logger)
      return tls
    },
    redirectsRoot: true,
  })
  const { http, settings, lifecycle, description } = service
  const host = settings['platform.http.host']
  const port = settings['platform.http.port']
  const address = await http.app.listen({ host, port }).catch(async (error: unknown) => {
    await service.stop()
    await service.closeDatabase()
    throw explain(error, host, port)
  })
  const url = `${address}${settings['platform.http.context-path']}`
  return {
    url,
    workbench: settings['platform.workbench.enabled'] ? `${url}/workbench` : undefined,
    database: description,
    isOpen: settings['platform.auth.mode'] === 'none',
    close: once(async () => {
      lifecycle.drain()
      await sleep(drainMs(settings, options.environment ?? process.env))
      await service.stop()
      await service.closeDatabase()
    }),
  }
}

/**
 * Returns the certificate of the server, if it has one.
 *
 * @throws StartError for settings of the server that would stop a start
 */
export const readServer = (settings: Settings): TlsPair | undefined => {
  requireGuardedHost(settings)
  return readTlsPair(settings)
}

const warnOfHost = (settings: Settings, logger: FastifyBaseLogger): void => {
  if (!isOpenToOthers(settings)) return
  logger.warn(
    `Authentication is off and the service listens on ${settings['platform.http.host']}: everyone who reaches it may do everything.`,
  )
}

const isOpenToOthers = (settings: Settings): boolean =>
  settings['platform.auth.mode'] === 'none' && !loopback.has(settings['platform.http.host'])

/** @throws StartError if authentication is off and the service is reachable from other machines */
const requireGuardedHost = (settings: Settings): void => {
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

const explain = (error: unknown, host: string, port: number): unknown => {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return error
  const message = `Port ${port} on ${host} is already in use; stop the program that listens there, or set PLATFORM_HTTP_PORT.`
  return new StartError(message, { cause: error })
}
