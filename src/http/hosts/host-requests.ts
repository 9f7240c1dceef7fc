/**
 * What routes of a host get, which the service does not answer itself: a context with the caller
 * and transactions, and the envelope of an error.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { requireCaller } from '../../access/availability.js'
import type { RouteAccess, RouteContext } from '../../contract/routes.js'
import type { AppError } from '../../foundation/errors/app-error.js'
import type { Services } from '../../operations/context.js'
import { createRouteContext } from '../../operations/transaction/route-context.js'
import { type Access, chargeCaller, databaseFor, identifyCaller } from '../request/caller.js'
import type { GuardedRequest } from '../request/local-guard.js'
import { createOrigin, traceIdOf } from '../request/request-facts.js'
import { pathOf } from '../request/request-target.js'
import { type FailureContext, failure, jsonType } from '../response/envelope.js'
import { callerGuardOf } from '../routes/own-routes.js'

/** A request of Node, Express, Fastify or the Fetch standard. */
export interface HostRequest {
  readonly headers: IncomingHttpHeaders | Headers
  readonly method?: string | undefined
  readonly url?: string | undefined
  /** The address before a router of the host changed it. */
  readonly originalUrl?: string | undefined
  readonly socket?: { readonly remoteAddress?: string | undefined } | undefined
  /** Default: the request is never aborted. */
  readonly signal?: AbortSignal | undefined
}

/** A response that the host sends. */
export interface FailureResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface HostAccessOptions {
  readonly services: Services
  readonly access: Access
  readonly now: () => Date
  readonly guardLocal: (request: GuardedRequest) => void
  /** Turns what was thrown into an error for the client, and logs it. */
  readonly report: (error: unknown, traceId: string, client: string | undefined) => AppError
}

export interface HostAccess {
  /** @throws AppError AUTHENTICATION_REQUIRED, ACCESS_DENIED, RATE_LIMITED, SERVICE_UNAVAILABLE */
  readonly context: (request: HostRequest, access?: RouteAccess) => Promise<RouteContext>
  readonly failure: (error: unknown, request: HostRequest) => FailureResponse
}

export const createHostAccess = ({
  services,
  access,
  now,
  guardLocal,
  report,
}: HostAccessOptions): HostAccess => {
  const { settings } = services
  const contextPath = settings['platform.http.context-path']
  return {
    context: async (request, required = {}) => {
      const headers = headersOf(request)
      guardLocal({ headers, method: request.method, socket: request.socket })
      const sent = { headers, ip: request.socket?.remoteAddress }
      const caller = await identifyCaller(sent, access)
      await chargeCaller(caller, sent, access, 'route')
      requireCaller(callerGuardOf(required), caller.principal)
      const clock = { now: now(), zone: settings['platform.filter.zone-id'] }
      const signal = request.signal ?? new AbortController().signal
      const traceId = traceIdOf(headers)
      const origin = createOrigin({ traceId, route: undefined, now: clock.now })
      const database = databaseFor(caller, access, services.database, origin, false)
      return createRouteContext({ ...services, database }, caller, { clock, signal, traceId })
    },
    failure: (error, request) => {
      const traceId = traceIdOf(headersOf(request))
      const instance = pathOf({ url: request.originalUrl ?? request.url ?? '' })
      const reported = report(error, traceId, request.socket?.remoteAddress)
      const texts = access.texts(headersOf(request)['accept-language'])
      return failureResponse(reported, { contextPath, instance, traceId, now: now(), texts })
    },
  }
}

const failureResponse = (error: AppError, context: FailureContext): FailureResponse => ({
  status: error.status,
  headers: {
    'Content-Language': context.texts.language,
    'Content-Type': jsonType,
    'X-Content-Type-Options': 'nosniff',
    'X-Request-ID': context.traceId,
    ...error.headers,
  },
  body: failure(error, context),
})

const headersOf = ({ headers }: HostRequest): IncomingHttpHeaders =>
  headers instanceof Headers ? Object.fromEntries(headers) : headers
