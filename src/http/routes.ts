/** Registers the routes of every resource from its operation table, and `405` and `Allow` with them. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { ClientGone } from '../database/database.js'
import type { Discovery } from '../discovery/discovery.js'
import { AppError } from '../foundation/errors.js'
import type { Operation } from '../model/operations.js'
import type { Model, ResourceModel } from '../model/resource-model.js'
import type { Services } from '../operations/context.js'
import { addDeprecation } from './deprecation.js'
import { handlers } from './handlers.js'
import { createLinks } from './links.js'
import { checkAccept, checkContentType } from './media-types.js'

/** Time comes from here: one instant for each request. */
export type Now = () => Date

export const addResourceRoutes = (
  app: FastifyInstance,
  model: Model,
  services: Services,
  now: Now,
  discovery: Discovery,
): void => {
  for (const resource of model.resources) {
    for (const [path, operations] of groupByPath(resource))
      addPath(app, resource, path, operations, services, now, discovery)
  }
}

const groupByPath = ({ operations }: ResourceModel): ReadonlyMap<string, Operation[]> => {
  const groups = new Map<string, Operation[]>()
  for (const operation of operations) {
    groups.set(operation.path, [...(groups.get(operation.path) ?? []), operation])
  }
  return groups
}

const addPath = (
  app: FastifyInstance,
  resource: ResourceModel,
  path: string,
  operations: readonly Operation[],
  services: Services,
  now: Now,
  discovery: Discovery,
): void => {
  const { settings } = services
  const contextPath = settings['platform.http.context-path']
  const links = createLinks(resource, contextPath, settings['platform.hateoas.enabled'])
  const url = `${links.base}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
  const supported = operations.filter((operation) => operation.supported)
  for (const operation of supported) {
    const handle = handlers[operation.name]
    app.route({
      method: operation.method,
      url,
      onRequest: async (request) => {
        checkContentType(request)
        if (!operation.file) checkAccept(request)
      },
      handler: (request, reply) => {
        const call = {
          ...services,
          resource,
          clock: { now: now(), zone: settings['platform.filter.zone-id'] },
          signal: goneSignal(reply),
        }
        addDeprecation(reply, resource, operation, request.body)
        return handle({ call, operation, links, contextPath, discovery, request, reply })
      },
    })
  }
  addAllow(
    app,
    url,
    supported.map(({ method }) => method),
  )
}

/** Aborted when the client closes the connection before its answer is written. */
const goneSignal = ({ raw }: FastifyReply): AbortSignal => {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort(new ClientGone())
  })
  return controller.signal
}

/** A known path answers every other method with `405` and tells what it takes. */
export const addAllow = (app: FastifyInstance, url: string, methods: readonly string[]): void => {
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']
  const Allow = allowed.join(', ')
  app.route({
    method: 'OPTIONS',
    url,
    handler: async (_request, reply) => {
      if (reply.hasHeader('Access-Control-Allow-Origin')) {
        reply.header('Access-Control-Allow-Methods', Allow)
      }
      return reply.code(204).header('Allow', Allow).send()
    },
  })
  app.route({
    method: app.supportedMethods.filter((method) => !allowed.includes(method)),
    url,
    onRequest: async (request) => {
      const message = `${request.method} is not allowed here; allowed are ${Allow}.`
      throw new AppError('METHOD_NOT_ALLOWED', { message }, { headers: { Allow } })
    },
    handler: async () => undefined,
  })
}
