/** Registers the routes of every resource from its operation table. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { requireAuthority } from '../access/availability.js'
import type { View } from '../access/views.js'
import { ClientGone } from '../database/database.js'
import type { Discovery } from '../discovery/discovery.js'
import type { Operation } from '../model/operation-table.js'
import type { Model, ResourceModel } from '../model/types/resource-model.js'
import type { Caller, Services } from '../operations/context.js'
import { exportFormats } from './export/export-formats.js'
import { handlers } from './handlers/handlers.js'
import type { Paths } from './paths.js'
import { type Access, identify, knownCaller } from './request/caller.js'
import { checkAccept, checkContentType } from './request/media-types.js'
import { addDeprecation } from './response/deprecation.js'
import { createCallerLinks, type ResourceLinks } from './response/links.js'

/** The clock: each request reads it once. */
export type Now = () => Date

export interface RouteOptions {
  readonly services: Services
  readonly access: Access
  readonly now: Now
  readonly paths: Paths
  /** Documents of the model as a caller sees it. */
  readonly discoveryOf: (view: View) => Discovery
}

export const addResourceRoutes = (
  app: FastifyInstance,
  { resources }: Model,
  options: RouteOptions,
): void => {
  for (const resource of resources) {
    const linksOf = createCallerLinks(resource.key, options.services.settings)
    for (const [path, operations] of groupByPath(resource))
      addPath(app, resource, path, operations, linksOf, options)
    if (resource.readOnly) refuseIntents(resource, options)
  }
}

const groupByPath = ({ operations }: ResourceModel): ReadonlyMap<string, Operation[]> => {
  const groups = new Map<string, Operation[]>()
  for (const operation of operations) {
    groups.set(operation.path, [...(groups.get(operation.path) ?? []), operation])
  }
  return groups
}

/** An export has one of these; the body of the request decides. */
const fileTypes = Object.values(exportFormats).map(({ contentType }) => contentType)

const addPath = (
  app: FastifyInstance,
  resource: ResourceModel,
  path: string,
  operations: readonly Operation[],
  linksOf: (caller: Caller) => ResourceLinks,
  { services, access, now, paths, discoveryOf }: RouteOptions,
): void => {
  const { settings } = services
  const { key } = resource
  const contextPath = settings['platform.http.context-path']
  const url = `${contextPath}${resource.path}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
  paths.add(url)
  for (const operation of operations.filter(({ supported }) => supported)) {
    const handle = handlers[operation.name]
    app.route({
      method: operation.method,
      url,
      onRequest: async (request) => {
        const caller = await identify(request, access)
        const { principal } = caller
        requireAuthority({ resource, operation, principal })
        const visible = caller.view.resource(key)
        // Guards may require more authorities of callers who see fewer fields.
        if (visible.guards !== resource.guards) {
          requireAuthority({ resource: visible, operation, principal })
        }
        checkContentType(request)
        checkAccept(request, operation.file ? fileTypes : undefined)
      },
      handler: (request, reply) => {
        const caller = knownCaller(request)
        const { principal, view } = caller
        const visible = view.resource(key)
        const call = {
          ...services,
          resource: visible,
          principal,
          view,
          clock: { now: now(), zone: settings['platform.filter.zone-id'] },
          signal: goneSignal(reply),
        }
        addDeprecation(reply, visible, operation, request.body)
        const exchange = { call, operation, links: linksOf(caller), contextPath, request, reply }
        return handle({ ...exchange, discovery: discoveryOf(view) })
      },
    })
  }
}

/** Aborted if the client closes the connection before the response is written. */
export const goneSignal = ({ raw }: FastifyReply): AbortSignal => {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort(new ClientGone())
  })
  return controller.signal
}

/** A read-only resource has no intents: PATCH is refused on every path below a record. */
const refuseIntents = ({ path }: ResourceModel, { paths, services }: RouteOptions): void => {
  const url = `${services.settings['platform.http.context-path']}${path}/:id/:intent`
  paths.add(url, ['PATCH', 'OPTIONS'])
}
