/** Limits for connections and requests of clients, and how open connections end. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '../../contract/principal.js'
import { AppError, type Problem, problem } from '../../foundation/errors/app-error.js'
import type { Settings } from '../../foundation/settings/settings.js'
import type { ChangeStreams } from '../../operations/limits/shares.js'
import { pathOf } from '../request/request-target.js'
import { type Lifecycle, stopping } from './lifecycle.js'
import { type Excess, Traffic } from './traffic.js'
import { limitUnreadBodies } from './unread-bodies.js'

const checksPerTimeout = 4
const maxCheckIntervalMs = 5_000

/** Timeouts of Node's HTTP server. */
export const timeLimitsOf = (settings: Settings) => {
  const requestTimeout = settings['platform.http.request-timeout-ms']
  const headersTimeout = Math.min(settings['platform.http.headers-timeout-ms'], requestTimeout)
  const checkInterval = Math.ceil(headersTimeout / checksPerTimeout)
  return {
    requestTimeout,
    headersTimeout,
    connectionsCheckingInterval: Math.min(checkInterval, maxCheckIntervalMs),
  }
}

const problems: Readonly<Record<Excess, Problem>> = {
  perConnection: problem('tooManyOnConnection'),
  total: problem('tooManyRequests'),
}

const excessive = (excess: Excess): AppError =>
  new AppError(problems[excess], { headers: { 'Retry-After': '1' } })

/** Probes are exempt: they must distinguish a busy process from a dead one. */
const isProbe = (request: FastifyRequest): boolean => pathOf(request).startsWith('/health/')

export interface ConnectionLimits {
  /** @throws AppError SERVICE_UNAVAILABLE */
  readonly check: (request: FastifyRequest) => void
  /** Closes the connection after the response if the service stops. */
  readonly endSoon: (request: FastifyRequest, reply: FastifyReply) => void
  /** The number of requests in progress. */
  readonly inFlight: () => number
  readonly streams: EventStreams
  /** Counts a request that a host passes on. */
  readonly begin: Traffic['begin']
}

/** Responses without an end: they have a limit of their own. */
export interface EventStreams {
  /**
   * Returns a function to call when the response closes.
   *
   * @throws AppError SERVICE_UNAVAILABLE, RATE_LIMITED
   */
  readonly begin: (reply: FastifyReply, caller: Principal) => () => void
}

const createEventStreams = (
  traffic: Traffic,
  settings: Settings,
  lifecycle: Lifecycle,
  shared: ChangeStreams,
): EventStreams => {
  let open = 0
  return {
    begin: ({ raw }, caller) => {
      lifecycle.requireServing()
      if (open >= settings['platform.changes.max-streams']) {
        throw new AppError(problem('tooManyStreams'), { headers: { 'Retry-After': '5' } })
      }
      const close = shared.open(caller)
      open++
      traffic.exempt(raw)
      let isOpen = true
      return () => {
        if (!isOpen) return
        isOpen = false
        open--
        close()
      }
    },
  }
}

export const limitConnections = (
  app: FastifyInstance,
  settings: Settings,
  lifecycle: Lifecycle,
  changeStreams: ChangeStreams,
): ConnectionLimits => {
  app.server.maxConnections = settings['platform.http.max-connections']
  const traffic = new Traffic(app.server, {
    perConnection: settings['platform.http.max-in-flight-per-connection'],
    total: settings['platform.http.max-in-flight'],
  })
  app.addHook('preClose', async () => {
    lifecycle.close()
    traffic.close()
  })
  // The server waits for requests on its own connections; a host may have passed on others.
  app.addHook('onClose', () => traffic.idle())
  limitUnreadBodies(app, settings['platform.http.unread-body-timeout-ms'])
  return {
    check: (request) => {
      if (lifecycle.isClosing) throw stopping()
      const excess = traffic.excessOf(request.raw)
      if (excess === undefined || (excess === 'total' && isProbe(request))) return
      throw excessive(excess)
    },
    endSoon: ({ raw }, reply) => {
      if (lifecycle.isStopping && traffic.isOwn(raw.socket)) reply.header('Connection', 'close')
    },
    inFlight: () => traffic.total,
    streams: createEventStreams(traffic, settings, lifecycle, changeStreams),
    begin: (request, response) => traffic.begin(request, response),
  }
}
