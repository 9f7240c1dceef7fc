/**
 * The way of a request: all that it passes, in order. A stage that refuses a request throws an
 * AppError, which becomes its response; no later stage runs.
 */
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { AppError, problem } from '../foundation/errors/app-error.js'
import type { Settings } from '../foundation/settings/settings.js'
import type { ConnectionLimits } from './connections/connections.js'
import { readBody } from './request/body.js'
import {
  type Access,
  callerHeaders,
  chargeCaller,
  chargeItems,
  identifyCaller,
} from './request/caller.js'
import type { GuardedRequest } from './request/local-guard.js'
import { checkAccept, checkContentType, checkFileType, hasBody } from './request/media-types.js'
import { parametersOf } from './request/parameters.js'
import { factsOf } from './request/request-facts.js'
import { checkRequestHead, pathOf } from './request/request-target.js'
import { createCompression } from './response/compression.js'
import { dropBodyOfHead, sendOptions } from './response/head.js'
import { addServerTiming } from './response/server-timing.js'
import type { Route } from './route.js'
import { allowedMethods, type Router, routeOf } from './router.js'

export interface PipelineParts {
  readonly settings: Settings
  readonly access: Access
  readonly router: Router
  readonly connections: ConnectionLimits
  readonly guardLocal: (request: GuardedRequest) => void
}

/** What a request passes after its trace has begun, until its response is sent. */
export const createPipeline = (parts: PipelineParts) => {
  const { settings, access, router, connections, guardLocal } = parts
  const maxUrlBytes = settings['platform.http.max-url-bytes']
  const maxBodyBytes = settings['platform.http.max-body-bytes']
  const variesBy = callerHeaders(access)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const facts = factsOf(request)

    // Connection
    if (!facts.snapshot) connections.check(request)

    // Head
    checkRequestHead(request, maxUrlBytes)
    guardLocal(request)

    // Route
    const { path, params } = router.match(pathOf(request))
    facts.route = path.url
    if (request.method === 'OPTIONS') return sendOptions(reply, allowedMethods(path))
    const route = chosenRoute(routeOf(path, request.method), request)
    request.params = params
    if (facts.snapshot) requireQuery(route, path.url)
    if (!('authorize' in route)) return route.handle(request, reply)

    // Caller
    const caller = await identifyCaller(request, access)
    facts.caller = caller
    facts.variesBy = variesBy

    // Limits
    const charged = facts.snapshot
      ? facts.snapshot.charged()
      : await chargeCaller(caller, request, access, route.cost)
    reply.headers(charged ?? {})

    // Authority
    route.authorize(caller)

    // Media types
    const isRead = route.takesBody && !route.takesFile && hasBody(request)
    if (route.takesFile) checkFileType(request, route.takesFile)
    if (isRead) checkContentType(request)
    if (route.produces) checkAccept(request, route.produces)

    // Body
    if (isRead) request.body = await readBody(request, reply, maxBodyBytes)
    if (route.chargesItems) reply.headers((await chargeItems(caller, request, access)) ?? {})

    // Handler
    const handle = () => route.handle(request, reply, caller)
    return facts.span ? facts.span.run(handle) : handle()
  }
}

/** The operation that a query parameter chooses has a guard of its own. */
const chosenRoute = (route: Route, request: FastifyRequest): Route => {
  if (!('chosenBy' in route) || !route.chosenBy) return route
  const query = parametersOf(request)
  const chosen = Object.entries(route.chosenBy).find(([name]) => query.values[name] === 'true')
  return chosen?.[1] ?? route
}

/** @throws AppError INVALID_PARAMETER */
const requireQuery = (route: Route, path: string): void => {
  if (!('isQuery' in route) || !route.isQuery) throw new AppError(problem('notAQuery', { path }))
}

/** What a response passes before its head is sent. */
export const responseStages = ({
  settings,
  connections,
}: PipelineParts): readonly onSendHookHandler[] => [
  (request, reply, payload, done) => {
    connections.endSoon(request, reply)
    done(null, payload)
  },
  createCompression(settings),
  (request, reply, payload, done) => {
    factsOf(request).sentBefore = request.raw.socket.bytesWritten
    if (settings['platform.http.server-timing']) addServerTiming(request, reply)
    done(null, payload)
  },
  dropBodyOfHead,
]
