/** Adds the routes of every resource from its operation table. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireAuthority } from '../../access/availability.js'
import type { View } from '../../access/views.js'
import { RequestDatabase } from '../../database/access/request-database.js'
import type { Discovery } from '../../discovery/discovery.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { operationCosts } from '../../model/operation-costs.js'
import { isQuery, mayReadReplicas, type Operation } from '../../model/operation-table.js'
import type { Model, ResourceModel } from '../../model/types/resource-model.js'
import type { Caller, Services } from '../../operations/context.js'
import { dryRunHeader } from '../../wire/headers.js'
import type { EventStreams } from '../connections/connections.js'
import { eventStreamType } from '../connections/event-stream.js'
import { exportFormats } from '../export/export-formats.js'
import type { Exchange } from '../handlers/exchange.js'
import { handlers } from '../handlers/handlers.js'
import { importFormats } from '../import/import-formats.js'
import { type Access, chargeItems, databaseFor } from '../request/caller.js'
import { readDryRun } from '../request/dry-run.js'
import { parametersOf } from '../request/parameters.js'
import { createReadTokens, type ReadTokens } from '../request/read-token.js'
import { factsOf, originOf } from '../request/request-facts.js'
import { type AddDrift, createContractDrift } from '../response/contract-drift.js'
import { type AddDeprecation, createDeprecation } from '../response/deprecation.js'
import { createCallerLinks, type ResourceLinks } from '../response/links.js'
import { goneSignal } from '../response/response-end.js'
import type { GuardedRoute } from '../route.js'
import type { PathTable, Router } from '../router.js'

export interface RouteOptions {
  readonly services: Services
  readonly access: Access
  /** The clock: each request reads it once. */
  readonly now: () => Date
  readonly streams: EventStreams
  /** Logs and counts an error, also of a response that has begun. */
  readonly noteFailure: (error: unknown, request: FastifyRequest) => AppError
  /** Documents of the model as a caller sees it. */
  readonly discoveryOf: (view: View) => Discovery
}

export const addResourceRoutes = (
  router: Router,
  { resources }: Model,
  options: RouteOptions,
): void => {
  const { settings } = options.services
  const contextPath = settings['platform.http.context-path']
  const addDrift = createContractDrift(settings)
  for (const resource of resources) {
    const base = `${contextPath}${resource.path}`
    router.addResource(base, (table) => {
      addOperations(table, base, resource, { ...options, addDrift })
      // A read-only resource has no intents: PATCH is refused on every path below a record.
      if (resource.readOnly) table.addRefusal('PATCH', `${base}/:id/:intent`)
    })
  }
}

/** The operation of a route, with what all of its requests need. */
interface Target extends RouteOptions {
  readonly resource: ResourceModel
  readonly operation: Operation
  readonly linksOf: (caller: Caller) => ResourceLinks
  readonly onReplica: boolean
  readonly readTokens: ReadTokens | undefined
  readonly addDeprecation: AddDeprecation | undefined
  readonly addDrift: AddDrift
}

const addOperations = (
  table: PathTable,
  base: string,
  resource: ResourceModel,
  options: RouteOptions & Pick<Target, 'addDrift'>,
): void => {
  const { settings } = options.services
  const linksOf = createCallerLinks(resource.key, settings)
  const readTokens = createReadTokens(settings)
  const toRoute = (operation: Operation) =>
    routeOf({
      ...{ ...options, resource, operation, linksOf, readTokens },
      onReplica: mayReadReplicas(operation),
      addDeprecation: createDeprecation(resource, operation),
    })
  for (const operation of resource.operations) {
    const { method, name, path, supported, chosenBy } = operation
    if (chosenBy) continue
    const url = `${base}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
    const others = resource.operations.filter(
      (each) => each.chosenBy && each.supported && each.method === method && each.path === path,
    )
    if (supported) {
      const chosen = Object.fromEntries(others.map((each) => [each.chosenBy!, toRoute(each)]))
      const route = toRoute(operation)
      table.add(method, url, others.length === 0 ? route : { ...route, chosenBy: chosen })
    } else table.refuse(method, url, name)
  }
}

/** An export has one of these; the body of the request decides. */
const fileTypes = Object.values(exportFormats).map(({ contentType }) => contentType)

const typesOf = ({ file, events, takesFile }: Operation): readonly string[] => {
  if (file) return fileTypes
  // Clients that follow the progress of an import request events.
  if (takesFile) return ['application/json', eventStreamType]
  return [events ? eventStreamType : 'application/json']
}

const routeOf = (target: Target): GuardedRoute => {
  const { operation, resource } = target
  return {
    cost: operationCosts[operation.name],
    authorize: (caller) => authorize(caller, resource, operation),
    takesBody: operation.bytes !== 'request',
    ...(operation.takesFile ? { takesFile: Object.keys(importFormats) } : {}),
    chargesItems: operation.writes ?? false,
    isQuery: isQuery(operation),
    ...(operation.bytes === 'response' ? {} : { produces: typesOf(operation) }),
    handle: (request, reply, caller) =>
      handlers[operation.name](exchangeOf(target, request, reply, caller)),
  }
}

/** @throws AppError ROUTE_NOT_FOUND, AUTHENTICATION_REQUIRED, ACCESS_DENIED */
const authorize = (caller: Caller, resource: ResourceModel, operation: Operation): void => {
  const { principal, view } = caller
  if (isHidden(operation, resource, caller)) throw new AppError(problem('routeNotFound'))
  requireAuthority({ resource, operation, principal })
  const visible = view.resource(resource.key)
  // Guards may require more authorities of callers who see fewer fields.
  if (visible.guards !== resource.guards) {
    requireAuthority({ resource: visible, operation, principal })
  }
}

/** An intent of hidden fields does not exist for the caller. */
const isHidden = ({ intent }: Operation, { key }: ResourceModel, { view }: Caller): boolean =>
  intent !== undefined &&
  (view.model.resources.find((each) => each.key === key)?.hiddenIntents?.has(intent) ?? false)

const exchangeOf = (
  target: Target,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
): Exchange => {
  const { resource, operation, linksOf, onReplica, readTokens, services, access, now } = target
  const { streams, discoveryOf, noteFailure, addDeprecation, addDrift } = target
  const { principal, view } = caller
  const visible = view.resource(resource.key)
  // Streams of changes have positions of their own.
  const tokens = operation.events ? undefined : readTokens?.(request, reply, onReplica)
  const { snapshot } = factsOf(request)
  const clock = { now: snapshot?.now ?? now(), zone: services.filterSettings.zone }
  const origin = originOf(request, operation.events ? undefined : clock.now)
  addDeprecation?.(reply, visible, request.body)
  addDrift(request, reply, resource, operation, view)
  const isDryRun =
    operation.writes === true && readDryRun(parametersOf(request), operation, visible)
  if (isDryRun) reply.header(dryRunHeader, 'true')
  return {
    // V8 takes 9 µs, 6 % of a read by id, to add members behind a spread of so many.
    call: {
      resource: visible,
      principal,
      view,
      clock,
      signal: goneSignal(reply),
      cause: { traceId: request.id, of: { resource: resource.key, operation: operation.id } },
      isDryRun,
      ...services,
      // The request that opened the snapshot has a place among the statements of the caller.
      database: snapshot
        ? new RequestDatabase(snapshot.database, origin, onReplica)
        : databaseFor(caller, access, services.database, origin, onReplica, tokens),
    },
    operation,
    links: linksOf(caller),
    contextPath: services.settings['platform.http.context-path'],
    discoveryOf,
    viewNow: () => access.views(principal, request.headers['accept-language']),
    streams,
    noteFailure: (error) => noteFailure(error, request),
    chargeItems: async (count) => {
      reply.headers((await chargeItems(caller, request, access, count)) ?? {})
    },
    request,
    reply,
  }
}
