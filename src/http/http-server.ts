/** The HTTP server: an instance of Fastify whose only route is the pipeline. */
import { METHODS } from 'node:http'
import fastify, {
  type FastifyBaseLogger,
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
import { AppError, problem } from '../foundation/errors/app-error.js'
import { ClientGone } from '../foundation/execution/client-gone.js'
import type { Metric } from '../foundation/metrics/metrics.js'
import type { Settings } from '../foundation/settings/settings.js'
import type { Model } from '../model/types/resource-model.js'
import type { Services } from '../operations/context.js'
import type { Tracing } from '../telemetry/tracing.js'
import { createBrokenRequestHandler } from './connections/broken-requests.js'
import { type ConnectionLimits, limitConnections, timeLimitsOf } from './connections/connections.js'
import { Lifecycle } from './connections/lifecycle.js'
import type { Embeddable } from './hosts/embedding.js'
import { createHostAccess, type HostAccess } from './hosts/host-requests.js'
import { addErrorsPage } from './pages/errors-page.js'
import { addHealth } from './pages/health.js'
import { addMetrics, type MetricsOptions } from './pages/metrics.js'
import { addWorkbench, type WorkbenchOptions } from './pages/workbench.js'
import { createPipeline, responseStages } from './pipeline.js'
import { type Access, callerHeaders } from './request/caller.js'
import { createSendInner } from './request/inner-request.js'
import { createLocalGuard } from './request/local-guard.js'
import { beginRequest, factsOf } from './request/request-facts.js'
import { createRequestLog } from './response/access-log.js'
import { createCors } from './response/cors.js'
import { createFaultLog } from './response/fault-log.js'
import { sendFailure } from './response/refusal.js'
import { countRequests } from './response/request-metrics.js'
import { type EndListener, onResponseEnd } from './response/response-end.js'
import { securityHeaders } from './response/security-headers.js'
import { Router } from './router.js'
import { accessTo } from './routes/areas.js'
import { addDiscoveryRoutes } from './routes/discovery-routes.js'
import { addMcp } from './routes/mcp-route.js'
import { addOwnRoutes } from './routes/own-routes.js'
import { addQueries } from './routes/queries-route.js'
import { addResourceRoutes } from './routes/resource-routes.js'
import { addSavedViewRoutes } from './routes/saved-view-routes.js'

export interface HttpServerOptions {
  readonly model: Model
  readonly services: Services & { readonly database: Database }
  readonly logger: FastifyBaseLogger
  readonly now: () => Date
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

export interface HttpServer extends Embeddable {
  readonly app: FastifyInstance
  /** For routes of a host. */
  readonly hosts: HostAccess
}

export const createHttpServer = (options: HttpServerOptions): HttpServer => {
  const { services, now, access, lifecycle = new Lifecycle() } = options
  const { settings } = services
  const app = createApp(options, (error, request, reply) => {
    frame.begin(request, reply)
    frame.fail(new AppError(problem('pathNotDecodable'), { cause: error }), request, reply)
  })
  const connections = limitConnections(app, settings, lifecycle, access.limits.changeStreams)
  const frame = createFrame(options, connections)
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof ClientGone || isAborted(error, request)) return reply.hijack()
    return frame.fail(error, request, reply)
  })
  const router = new Router()
  addRoutes(router, options, connections, frame, lifecycle)
  const sendInner = createSendInner(
    (raw, response) => app.routing(raw, response),
    callerHeaders(access),
  )
  const isPublic = options.model.resources.some(({ guards }) =>
    [...guards.values()].some((guard) => guard.isPublic),
  )
  addQueries(router, { services, access, now, sendInner, isPublic })
  if (settings['platform.mcp.enabled']) addMcp(router, { services, now, sendInner, isPublic })
  const guardLocal = createLocalGuard(settings)
  const parts = { settings, access, router, connections, guardLocal }
  for (const stage of responseStages(parts)) app.addHook('onSend', stage)
  const pass = createPipeline(parts)
  respondToAll(app, (request, reply) => {
    frame.begin(request, reply)
    return pass(request, reply)
  })
  // Streams do not end by themselves.
  app.addHook('preClose', async () => services.feed?.close())
  return {
    app,
    handle: (request, response) => {
      connections.begin(request, response)
      app.routing(request, response)
    },
    patterns: router.patterns,
    hasPath: (path) => router.has(path),
    hosts: createHostAccess({ services, access, now, guardLocal, report: frame.reportOfHost }),
  }
}

/** How each request begins and fails, and what is measured and logged of it. */
const createFrame = (
  { services: { settings }, logger, now, access }: HttpServerOptions,
  { inFlight }: ConnectionLimits,
) => {
  const { metrics, addRequest, addError } = countRequests(inFlight)
  const requestLog = settings['platform.log.requests']
    ? createRequestLog(logger, settings)
    : undefined
  const logFault = createFaultLog(now)
  const contextPath = settings['platform.http.context-path']
  const noteFailure = (error: unknown, request: FastifyRequest): AppError => {
    const failure = toAppError(error)
    logFault(failure, request)
    const facts = factsOf(request)
    facts.failure = failure
    facts.span?.fail(failure.code)
    addError(failure.code)
    return failure
  }
  return {
    metrics,
    noteFailure,
    begin: createBegin(settings, [endSpan, addRequest, ...(requestLog ? [requestLog.end] : [])]),
    fail: (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
      sendFailure(noteFailure(error, request), request, reply, {
        ...{ contextPath, now: now() },
        texts: access.texts(request.headers['accept-language']),
      }),
    /** Logs an error that a route of a host responds with. */
    reportOfHost: (error: unknown, traceId: string, client: string | undefined): AppError => {
      const failure = toAppError(error)
      if (!(error instanceof ClientGone)) logFault(failure, { log: logger, id: traceId })
      requestLog?.refusal(failure, traceId, client)
      return failure
    },
  }
}

type Frame = ReturnType<typeof createFrame>

/** Makes the pipeline the only route of Fastify. */
const respondToAll = (
  app: FastifyInstance,
  respond: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void => {
  app.route({
    method: [...app.supportedMethods],
    url: '*',
    exposeHeadRoute: false,
    handler: respond,
  })
  // Of targets that are not a path, such as `OPTIONS *`.
  app.setNotFoundHandler(respond)
}

const refuseSchema = (): never => {
  throw new Error('Routes have no schemas: the service validates requests itself.')
}

/** Without these Fastify loads its compilers of JSON Schema, a tenth of the time of a start. */
const noCompilers = { buildValidator: refuseSchema, buildSerializer: refuseSchema }

/** Creates the server. Of Fastify it uses requests, replies, and how a server opens and closes. */
const createApp = (
  { services: { settings }, logger, now, tls, tracing }: HttpServerOptions,
  failOnBadPath: FastifyServerOptions['frameworkErrors'] & {},
): FastifyInstance => {
  const proxies = settings['platform.http.trusted-proxies']
  const maxHeaderBytes = settings['platform.http.max-header-bytes']
  const timeLimits = timeLimitsOf(settings)
  const options: FastifyServerOptions = {
    loggerInstance: logger,
    schemaController: { compilersFactory: noCompilers },
    // Lines of requests name the request themselves: a logger for each takes more than its line.
    childLoggerFactory: (shared) => shared,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: (raw) => beginRequest(raw, tracing?.requests).traceId,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    keepAliveTimeout: settings['platform.http.keep-alive-timeout-ms'],
    requestTimeout: timeLimits.requestTimeout,
    trustProxy: proxies > 0 && ((_address: string, hop: number) => hop < proxies),
    // A path that cannot be decoded reaches no route.
    frameworkErrors: failOnBadPath,
    clientErrorHandler: createBrokenRequestHandler({
      logger,
      now,
      contextPath: settings['platform.http.context-path'],
      fixedHeaders: securityHeaders(settings),
      maxHeaderBytes,
    }),
  }
  // A missing Host gets an error in the usual envelope instead.
  const head = { ...timeLimits, maxHeaderSize: maxHeaderBytes, requireHostHeader: false }
  // Fastify has a type for each kind of server; routes and hooks do not depend on it.
  const server = (tls ? { https: { ...head, ...tls } } : { http: head }) as { http: typeof head }
  const app: FastifyInstance = fastify({ ...options, ...server })
  // The pipeline refuses unknown methods, and reads bodies itself once it knows the caller.
  for (const method of METHODS) {
    if (method !== 'CONNECT') app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  }
  return app
}

/** Adds what every response has, also the one to a path that cannot be decoded. */
const createBegin = (settings: Settings, endListeners: readonly EndListener[]) => {
  const fixedHeaders = securityHeaders(settings)
  const addCorsHeaders = createCors(settings['platform.http.cors.origins'])
  return (request: FastifyRequest, reply: FastifyReply): void => {
    onResponseEnd(request, reply, endListeners)
    reply.header('X-Request-ID', request.id)
    reply.headers(fixedHeaders)
    addCorsHeaders(request, reply)
  }
}

const endSpan: EndListener = ({ request, status, isAborted }) => {
  const { span, route } = factsOf(request)
  span?.end(route, isAborted ? undefined : status)
}

const addRoutes = (
  router: Router,
  options: HttpServerOptions,
  { streams }: ConnectionLimits,
  { metrics, noteFailure }: Frame,
  lifecycle: Lifecycle,
): void => {
  const { model, services, access, now, discoveryOf, hidesFields, guardsReading } = options
  const { database, settings } = services
  addHealth(router, database, { now, lifecycle, access: accessTo('health', settings) })
  addMetrics(router, {
    metrics: [...metrics, ...options.metrics],
    access: accessTo('metrics', settings),
    printerOf: options.metricsOf,
  })
  addResourceRoutes(router, model, { services, access, now, discoveryOf, streams, noteFailure })
  addOwnRoutes(router, options.routes, { services, access, now })
  addDiscoveryRoutes(router, { access, settings, discoveryOf, hidesFields, guardsReading })
  addErrorsPage(router, settings['platform.http.context-path'])
  addWorkbench(router, { settings, ...options.workbench })
  if (options.workbench.storesViews) addSavedViewRoutes(router, { model, services, access, now })
}

/** The client disconnected while it was sending. Other connections end with the same code. */
const isAborted = (error: unknown, { raw }: FastifyRequest): boolean =>
  (error as { code?: string } | null)?.code === 'ECONNRESET' && raw.destroyed && !raw.readableEnded

const toAppError = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError(problem('internalError'), { cause: error })
