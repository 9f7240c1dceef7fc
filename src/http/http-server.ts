/** The HTTP server: routes, bodies, errors, traces. The only code that knows Fastify. */
import { type IncomingMessage, METHODS, type ServerResponse } from 'node:http'
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import type { View } from '../access/views.js'
import type { Route } from '../contract/routes.js'
import type { Database } from '../database/access/database.js'
import type { Discovery } from '../discovery/discovery.js'
import { ClientGone } from '../foundation/client-gone.js'
import { AppError, type Problem, problem } from '../foundation/errors/app-error.js'
import type { Metric } from '../foundation/metrics.js'
import type { Model } from '../model/types/resource-model.js'
import type { Services } from '../operations/context.js'
import type { Tracing } from '../telemetry/tracing.js'
import { createBrokenRequestHandler } from './connections/broken-requests.js'
import { limitConnections, timeLimitsOf } from './connections/connections.js'
import { Lifecycle } from './connections/lifecycle.js'
import { createHostAccess, type HostAccess } from './hosts/host-requests.js'
import { addErrorsPage } from './pages/errors-page.js'
import { addHealth } from './pages/health.js'
import { addMetrics, type MetricsOptions } from './pages/metrics.js'
import { addWorkbench, type WorkbenchOptions } from './pages/workbench.js'
import { type Area, guardArea } from './request/admission.js'
import type { Access } from './request/caller.js'
import { readBodiesOfHosts } from './request/host-body.js'
import { parseJsonBody } from './request/json-body.js'
import { createLocalGuard } from './request/local-guard.js'
import { checkRequestHead, pathOf } from './request/request-target.js'
import { beginTrace, endTrace, spanOf } from './request/request-trace.js'
import { logRequests, noteFailure } from './response/access-log.js'
import { addCompression } from './response/compression.js'
import { createCors } from './response/cors.js'
import { failure, jsonType } from './response/envelope.js'
import { createFaultLog } from './response/fault-log.js'
import { countRequests } from './response/request-metrics.js'
import { type EndListener, onResponseEnd } from './response/response-end.js'
import { securityHeaders } from './response/security-headers.js'
import { addServerTiming } from './response/server-timing.js'
import { Paths } from './router.js'
import { addDiscoveryRoutes } from './routes/discovery-routes.js'
import { addOwnRoutes } from './routes/own-routes.js'
import { addResourceRoutes, type Now } from './routes/resource-routes.js'

export interface HttpServerOptions {
  readonly model: Model
  readonly services: Services & { readonly database: Database }
  readonly logger: FastifyBaseLogger
  readonly now: Now
  readonly access: Access
  readonly discoveryOf: (view: View) => Discovery
  readonly hidesFields: boolean
  readonly guardsReading: boolean
  /** Of the application, beside its resources. */
  readonly routes: readonly Route[]
  readonly workbench: Omit<WorkbenchOptions, 'settings'>
  /** Default: a lifecycle that ends with the server. */
  readonly lifecycle?: Lifecycle | undefined
  /** Beside those of requests. */
  readonly metrics: readonly Metric[]
  readonly metricsOf?: MetricsOptions['printerOf']
  /** In PEM. Default: the server does not speak TLS. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
  /** Undefined: requests are not traced. */
  readonly tracing: Tracing | undefined
}

export interface HttpServer {
  readonly app: FastifyInstance
  /** Answers a request that a host received. `app` must be ready. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void
  /** The paths that the service answers, as patterns of a router. */
  readonly patterns: readonly string[]
  /** For routes of a host. */
  readonly hosts: HostAccess
}

const routerOptions = { maxParamLength: 4_096 }

export const createHttpServer = ({
  model,
  services,
  logger,
  now,
  access,
  discoveryOf,
  hidesFields,
  guardsReading,
  routes,
  workbench,
  lifecycle = new Lifecycle(),
  metrics,
  metricsOf,
  tls,
  tracing,
}: HttpServerOptions): HttpServer => {
  const { settings } = services
  const contextPath = settings['platform.http.context-path']
  const addCorsHeaders = createCors(settings['platform.http.cors.origins'])
  const guardLocal = createLocalGuard(settings)
  const fixedHeaders = securityHeaders(settings)
  const maxHeaderBytes = settings['platform.http.max-header-bytes']
  const proxies = settings['platform.http.trusted-proxies']
  const maxUrlBytes = settings['platform.http.max-url-bytes']
  const areaOf = (area: Area) => guardArea(access, area, settings)
  const ends: EndListener[] = [endTrace]
  const addCommonHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
    onResponseEnd(request, reply, ends)
    reply.header('X-Request-ID', request.id)
    reply.headers(fixedHeaders)
    addCorsHeaders(request, reply)
  }
  const timeLimits = timeLimitsOf(settings)
  const options: FastifyServerOptions = {
    loggerInstance: logger,
    schemaController: { compilersFactory: noCompilers },
    // Lines of requests name the request themselves: a logger for each takes more than its line.
    childLoggerFactory: (shared) => shared,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: settings['platform.http.max-body-bytes'],
    requestIdHeader: false,
    genReqId: (raw) => beginTrace(tracing?.requests, raw),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    keepAliveTimeout: settings['platform.http.keep-alive-timeout-ms'],
    requestTimeout: timeLimits.requestTimeout,
    routerOptions,
    trustProxy: proxies > 0 && ((_address: string, hop: number) => hop < proxies),
    // A path that cannot be decoded reaches no hook.
    frameworkErrors: (error, request, reply) => {
      addCommonHeaders(request, reply)
      fail(toAppError(error), request, reply)
    },
    clientErrorHandler: createBrokenRequestHandler({
      ...{ logger, now, contextPath, fixedHeaders, maxHeaderBytes },
    }),
  }
  // A missing Host gets an error in the usual envelope instead.
  const head = { ...timeLimits, maxHeaderSize: maxHeaderBytes, requireHostHeader: false }
  // Fastify has a type for each kind of server; routes and hooks do not depend on it.
  const server = (tls ? { https: { ...head, ...tls } } : { http: head }) as { http: typeof head }
  const app: FastifyInstance = fastify({ ...options, ...server })
  addOtherMethods(app)
  addJsonParser(app)
  readBodiesOfHosts(app)
  const paths = new Paths(app, routerOptions)
  const connections = limitConnections(app, settings, lifecycle, access.limits.changeStreams)
  const requests = countRequests(connections.inFlight)
  ends.push(requests.addRequest)
  const logFault = createFaultLog(now)
  const fail = (error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    requests.addError(error.code)
    noteFailure(request, error)
    spanOf(request.raw)?.fail(error.code)
    return sendFailure(error, request, reply, now, contextPath)
  }
  // Without a promise: Fastify turns what a hook throws into its error.
  app.addHook('onRequest', (request, reply, done) => {
    addCommonHeaders(request, reply)
    connections.check(request)
    checkRequestHead(request, maxUrlBytes)
    guardLocal(request)
    // Before the body is read, because no handler needs it.
    if (paths.check(request, reply) === undefined) done()
  })
  addCompression(app, settings)
  const requestLog = settings['platform.log.requests'] ? logRequests(app, settings) : undefined
  if (requestLog) ends.push(requestLog.end)
  if (settings['platform.http.server-timing']) addServerTiming(app)
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof ClientGone || isAborted(error)) return reply.hijack()
    const failure = toAppError(error)
    logFault(failure, request)
    return fail(failure, request, reply)
  })
  app.setNotFoundHandler((request, reply) => fail(routeNotFound(), request, reply))
  addHealth(app, services.database, { now, lifecycle, onRequest: areaOf('health') })
  addMetrics(app, {
    metrics: [...requests.metrics, ...metrics],
    ...{ onRequest: areaOf('metrics'), printerOf: metricsOf },
  })
  addResourceRoutes(app, model, {
    ...{ services, access, now, paths, discoveryOf },
    streams: connections.streams,
  })
  // Streams do not end by themselves.
  app.addHook('preClose', async () => services.feed?.close())
  addOwnRoutes(app, routes, { services, access, now, paths })
  addDiscoveryRoutes(app, { access, settings, discoveryOf, hidesFields, guardsReading })
  addErrorsPage(app, contextPath)
  addWorkbench(app, { settings, ...workbench })
  return {
    app,
    handle: (request, response) => {
      connections.begin(request, response)
      app.routing(request, response)
    },
    patterns: paths.patterns,
    hosts: createHostAccess({
      ...{ services, access, now, guardLocal },
      report: (error, traceId, client) => {
        const failure = toAppError(error)
        if (!(error instanceof ClientGone)) logFault(failure, { log: logger, id: traceId })
        requestLog?.refusal(failure, traceId, client)
        return failure
      },
    }),
  }
}

const refuseSchema = (): never => {
  throw new Error('Routes have no schemas: the service validates requests itself.')
}

/** Without these Fastify loads its compilers of JSON Schema, a tenth of the time of a start. */
const noCompilers = { buildValidator: refuseSchema, buildSerializer: refuseSchema }

const addJsonParser = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    /^application\/(json|[\w.+-]+\+json)/i,
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) =>
      body.length === 0 ? undefined : parseJsonBody(body),
  )
}

/** The client disconnected while it was sending. */
const isAborted = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code === 'ECONNRESET'

const frameworkErrors: Readonly<Record<string, Problem>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: problem('bodyTooLarge'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: problem('mediaTypeUnsupported'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: problem('contentLengthWrong'),
  FST_ERR_BAD_URL: problem('pathNotDecodable'),
  FST_ERR_MAX_PARAM_LENGTH: problem('pathTooLong'),
}

const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  const found = frameworkErrors[(error as FastifyError).code] ?? problem('internalError')
  return new AppError(found, { cause: error })
}

const routeNotFound = (): AppError => new AppError(problem('routeNotFound'))

/** Accepts methods that no operation has, such as PROPFIND, so that their response is `405`. */
const addOtherMethods = (app: FastifyInstance): void => {
  for (const method of METHODS) {
    if (method === 'CONNECT' || app.supportedMethods.includes(method)) continue
    app.addHttpMethod(method, { hasBody: true })
  }
}

/** Headers of a response that failed before its first byte was sent. */
const abandonedHeaders = [
  'Content-Disposition',
  'Content-Encoding',
  'Content-Length',
  'ETag',
  'X-Data-Version',
  'X-Export-Max-Rows',
  'X-Export-Truncated',
]

const sendFailure = (
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
  now: Now,
  contextPath: string,
): FastifyReply => {
  const instance = pathOf(request)
  const body = failure(error, { contextPath, instance, traceId: request.id, now: now() })
  for (const name of abandonedHeaders) reply.removeHeader(name)
  return reply.code(error.status).headers(error.headers).type(jsonType).send(body)
}
