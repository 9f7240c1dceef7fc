/** The routes of discovery: API description, schemas and catalogs, all in memory. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { mayRead } from '../../access/availability.js'
import type { View } from '../../access/views.js'
import type { HashedDocument } from '../../discovery/catalogs/filtered-schema.js'
import type { Discovery } from '../../discovery/discovery.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { defined } from '../../foundation/json/defined.js'
import type { Settings } from '../../foundation/settings/settings.js'
import { defaultLanguage } from '../../foundation/text/messages.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import type { Caller } from '../../operations/context.js'
import { catalogReaderOf } from '../handlers/catalog-handlers.js'
import type { Access } from '../request/caller.js'
import { parametersOf, type QueryParameters, readSingle } from '../request/parameters.js'
import { sendKept } from '../response/compression.js'
import { addPrivateCaching, addVary, isUnchanged } from '../response/conditional.js'
import { exposedHeaders } from '../response/cors.js'
import { jsonType } from '../response/envelope.js'
import type { Router } from '../router.js'
import { accessTo } from './areas.js'

/** What the routes depend on; responses may differ between callers. */
interface DiscoveryAccess {
  readonly access: Access
  readonly settings: Settings
  readonly discoveryOf: (view: View) => Discovery
  /** Some fields are hidden from some callers. */
  readonly hidesFields: boolean
  /** Some resources can be read by some callers only. */
  readonly guardsReading: boolean
}

type Handle = (
  request: FastifyRequest,
  reply: FastifyReply,
  discovery: Discovery,
  caller: Caller,
) => unknown

export const addDiscoveryRoutes = (
  router: Router,
  { access, settings, discoveryOf, hidesFields, guardsReading }: DiscoveryAccess,
): void => {
  const contextPath = settings['platform.http.context-path']
  const { distinguishes } = access.authenticator
  const add = (path: string, area: 'docs' | 'schemas', isPersonal: boolean, handle: Handle) =>
    router.add('GET', `${contextPath}${path}`, {
      ...accessTo(area, settings),
      produces: ['application/json'],
      handle: (request, reply, caller) => {
        if (isPersonal) addPrivateCaching(reply)
        return handle(request, reply, discoveryOf(caller.view), caller)
      },
    })
  const send = (request: FastifyRequest, reply: FastifyReply, document: HashedDocument) =>
    sendHashed(request, reply, document, settings)
  const apiDocument: Handle = async (request, reply, discovery) => {
    const { group } = request.params as { group?: string }
    reply.header('Content-Language', defaultLanguage)
    return send(request, reply, await discovery.apiDocument(group))
  }
  add('/v3/api-docs', 'docs', hidesFields, apiDocument)
  add('/v3/api-docs/:group', 'docs', hidesFields, apiDocument)
  const schemasVary = hidesFields || guardsReading
  add('/schemas/filtered', 'schemas', schemasVary, (request, reply, discovery, caller) => {
    const { translate } = caller.view
    reply.header('Content-Language', translate.language)
    const reader = {
      translate,
      mayRead: (resource: ResourceModel) => mayRead(resource, caller.principal),
    }
    return send(request, reply, discovery.schema(readSchemaQuery(request), reader))
  })
  add('/schemas/catalog', 'schemas', hidesFields, async (request, reply, discovery) => {
    const query = parametersOf(request)
    const filter = {
      group: readSingle(query, 'group'),
      path: readSingle(query, 'path'),
      operation: readSingle(query, 'operation')?.toLowerCase(),
    }
    reply.header('Content-Language', defaultLanguage)
    return send(request, reply, await discovery.catalog(filter))
  })
  add('/schemas/resources', 'schemas', hidesFields, async (request, reply, discovery, caller) => {
    const { translate } = caller.view
    const group = readSingle(parametersOf(request), 'group')
    reply.header('Content-Language', translate.language)
    return send(request, reply, await discovery.resources(group, translate))
  })
  add('/schemas/service', 'schemas', true, (request, reply, discovery, { principal, view }) => {
    reply.header('Content-Language', view.translate.language)
    return send(request, reply, discovery.service(principal, view.translate))
  })
  add('/schemas/surfaces', 'schemas', distinguishes, async (request, reply, discovery, caller) => {
    const owner = readOwner(parametersOf(request))
    if (owner.resource === undefined && owner.group === undefined) throw oneOwner()
    reply.header('Content-Language', caller.view.translate.language)
    return send(request, reply, await discovery.surfaces(owner, catalogReaderOf(caller)))
  })
  add('/schemas/actions', 'schemas', distinguishes, async (request, reply, discovery, caller) => {
    const owner = readOwner(parametersOf(request))
    reply.header('Content-Language', caller.view.translate.language)
    return send(request, reply, await discovery.actions(owner, catalogReaderOf(caller)))
  })
}

const oneOwner = (): AppError => new AppError(problem('resourceOrGroup'))

/** @throws AppError INVALID_PARAMETER if both are given */
const readOwner = (query: QueryParameters): { resource?: string; group?: string } => {
  const resource = readSingle(query, 'resource')
  const group = readSingle(query, 'group')
  if (resource !== undefined && group !== undefined) throw oneOwner()
  return defined({ resource, group })
}

const sendHashed = (
  request: FastifyRequest,
  reply: FastifyReply,
  { body, hash }: HashedDocument,
  settings: Settings,
): FastifyReply | Promise<FastifyReply> => {
  const tag = `"${hash}"`
  addVary(reply, 'Accept-Language', 'Accept-Encoding')
  reply.headers({
    'X-Schema-Hash': hash,
    ETag: tag,
    'Cache-Control': reply.getHeader('Cache-Control') ?? 'max-age=0, must-revalidate',
    'Access-Control-Expose-Headers': exposedHeaders,
  })
  if (isUnchanged(request, tag)) return reply.code(304).send()
  reply.type(jsonType)
  return typeof body === 'string'
    ? reply.send(body)
    : sendKept(request, reply, settings, (encoding) => body.in(encoding))
}

const readFlag = (query: QueryParameters, name: string): boolean | undefined => {
  const value = readSingle(query, name)
  if (value === undefined || value === 'true' || value === 'false') {
    return value === undefined ? undefined : value === 'true'
  }
  throw new AppError(problem('parameterNotFlag', { name }))
}

/** @throws AppError MISSING_REQUEST_PARAMETER, INVALID_PARAMETER */
const readSchemaQuery = (request: FastifyRequest) => {
  const query = parametersOf(request)
  const path = readSingle(query, 'path')
  if (path === undefined) throw new AppError(problem('schemaPathMissing'))
  const schemaType = readSingle(query, 'schemaType') ?? 'response'
  if (schemaType !== 'request' && schemaType !== 'response') {
    throw new AppError(problem('schemaTypeInvalid'))
  }
  return {
    path,
    operation: (readSingle(query, 'operation') ?? 'get').toLowerCase(),
    schemaType,
    includeInternalSchemas: readFlag(query, 'includeInternalSchemas') ?? false,
    idField: readSingle(query, 'idField'),
    readOnly: readFlag(query, 'readOnly'),
  } as const
}
