/** Registers the routes of every resource from its operation table. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireAuthority } from '../../access/availability.js'
import type { View } from '../../access/views.js'
import type { Discovery } from '../../discovery/discovery.js'
import { ClientGone } from '../../foundation/client-gone.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { LightSignal, type Signal } from '../../foundation/signal.js'
import { operationCosts } from '../../model/operation-costs.js'
import type { Operation } from '../../model/operation-table.js'
import type { Model, ResourceModel } from '../../model/types/resource-model.js'
import type { Call, Caller, Services } from '../../operations/context.js'
import type { EventStreams } from '../connections/connections.js'
import { eventStreamType } from '../connections/event-stream.js'
import { exportFormats } from '../export/export-formats.js'
import type { Exchange } from '../handlers/exchange.js'
import { handlers } from '../handlers/handlers.js'
import { admitting, chargeItems, databaseFor } from '../request/admission.js'
import { type Access, knownCaller } from '../request/caller.js'
import { checkAccept, checkContentType } from '../request/media-types.js'
import { originOf } from '../request/origin.js'
import { createReadTokens } from '../request/read-token.js'
import { spanOf } from '../request/request-trace.js'
import { addDeprecation } from '../response/deprecation.js'
import { createCallerLinks } from '../response/links.js'
import { type Handling, matchOf, type Paths } from '../router.js'

/** The clock: each request reads it once. */
export type Now = () => Date

export interface RouteOptions {
  readonly services: Services
  readonly access: Access
  readonly now: Now
  readonly paths: Paths
  readonly streams: EventStreams
  /** Documents of the model as a caller sees it. */
  readonly discoveryOf: (view: View) => Discovery
}

/** Streams of changes follow snapshots of the primary. */
const isRead = ({ writes, events }: Operation): boolean => !writes && !events

export const addResourceRoutes = (
  app: FastifyInstance,
  { resources }: Model,
  options: RouteOptions,
): void => {
  const { paths, services } = options
  const contextPath = services.settings['platform.http.context-path']
  const methods = new Set<string>()
  for (const resource of resources) {
    const area = `${contextPath}${resource.path}`
    paths.addArea(area, (table) => {
      for (const [url, handling] of handlingOf(resource, options)) table.addHandling(url, handling)
      // A read-only resource has no intents: PATCH is refused on every path below a record.
      if (resource.readOnly) table.add(`${area}/:id/:intent`, { refused: ['PATCH', 'OPTIONS'] })
    })
    for (const { method, supported } of resource.operations) if (supported) methods.add(method)
  }
  if (methods.size === 0) return
  app.route({
    ...sharedRoute(options),
    method: [...methods],
    url: paths.areaRoute(contextPath),
  })
}

const handlingOf = (
  resource: ResourceModel,
  { services: { settings } }: RouteOptions,
): ReadonlyMap<string, Handling> => {
  const contextPath = settings['platform.http.context-path']
  const linksOf = createCallerLinks(resource.key, settings)
  const paths = new Map<string, Handling>()
  for (const operation of resource.operations) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1')
    const url = `${contextPath}${resource.path}${path}`
    const handling = paths.get(url) ?? {
      ...{ resource, linksOf },
      ...{ operations: new Map(), unsupported: new Map() },
    }
    paths.set(url, handling)
    const { operations, unsupported } = handling
    const byMethod = operation.supported ? operations : unsupported
    byMethod.set(operation.method, operation)
  }
  return paths
}

/** An export has one of these; the body of the request decides. */
const fileTypes = Object.values(exportFormats).map(({ contentType }) => contentType)

const typesOf = ({ file, events }: Operation): readonly string[] | undefined =>
  file ? fileTypes : events ? [eventStreamType] : undefined

/** The route of all operations of all resources. */
const sharedRoute = ({ services, access, now, streams, discoveryOf }: RouteOptions) => {
  const { database, filterSettings, settings, spans, integrity } = services
  const { feed, cursors, totals, results, storedStats } = services
  const { notifications, relay, report, reportItem } = services
  const contextPath = settings['platform.http.context-path']
  const { zone } = filterSettings
  const readTokens = createReadTokens(settings)
  const find = (request: FastifyRequest) => {
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const found = matchOf(request)?.handling
    const operation = found?.operations.get(method)
    if (!found || !operation) throw new AppError(problem('routeNotFound'))
    return { resource: found.resource, linksOf: found.linksOf, operation }
  }
  const handle = (request: FastifyRequest, reply: FastifyReply) => {
    const { resource, operation, linksOf } = find(request)
    const caller = knownCaller(request)
    const { principal, view } = caller
    const visible = view.resource(resource.key)
    const onReplica = isRead(operation)
    // Streams of changes have positions of their own.
    const tokens = operation.events ? undefined : readTokens?.(request, reply, onReplica)
    // Without spreads, each of which takes as long as ten such objects.
    const call: Call = {
      resource: visible,
      principal,
      view,
      clock: { now: now(), zone },
      signal: goneSignal(reply),
      cause: { traceId: request.id, of: { resource: resource.key, operation: operation.id } },
      database: databaseFor(caller, access, database, originOf(request), onReplica, tokens),
      settings,
      filterSettings,
      spans,
      integrity,
      notifications,
      feed,
      relay,
      cursors,
      totals,
      results,
      storedStats,
      report,
      reportItem,
    }
    addDeprecation(reply, visible, operation, request.body)
    const exchange: Exchange = {
      call,
      operation,
      links: linksOf(caller),
      contextPath,
      discoveryOf,
      viewNow: () => access.views(principal, request.headers['accept-language']),
      streams,
      request,
      reply,
    }
    const span = spanOf(request.raw)
    if (!span) return handlers[operation.name](exchange)
    return span.run(() => handlers[operation.name](exchange))
  }
  return {
    onRequest: admitting(
      access,
      (request) => operationCosts[find(request).operation.name],
      (caller, request) => {
        const { resource, operation } = find(request)
        request.params = matchOf(request)!.params
        const { principal } = caller
        if (isHidden(operation, resource, caller)) throw new AppError(problem('routeNotFound'))
        requireAuthority({ resource, operation, principal })
        const visible = caller.view.resource(resource.key)
        // Guards may require more authorities of callers who see fewer fields.
        if (visible.guards !== resource.guards) {
          requireAuthority({ resource: visible, operation, principal })
        }
        checkContentType(request)
        checkAccept(request, typesOf(operation))
      },
    ),
    handler: access.limits.charge
      ? async (request: FastifyRequest, reply: FastifyReply) => {
          if (find(request).operation.writes) await chargeItems(request, reply, access)
          return handle(request, reply)
        }
      : handle,
  }
}

/** An intent of hidden fields does not exist for the caller. */
const isHidden = ({ intent }: Operation, { key }: ResourceModel, { view }: Caller): boolean =>
  intent !== undefined &&
  (view.model.resources.find((each) => each.key === key)?.hiddenIntents?.has(intent) ?? false)

/** Aborted if the client closes the connection before the response is complete. */
export const goneSignal = ({ raw }: FastifyReply): Signal => {
  const signal = new LightSignal()
  const abort = () => signal.abort(new ClientGone())
  // It may have left while the caller was identified or the body was read.
  if (raw.destroyed) abort()
  raw.on('close', () => {
    if (!raw.writableEnded) abort()
  })
  return signal
}
