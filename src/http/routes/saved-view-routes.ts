/** `/workbench/views`: named views of the workbench. They belong to the page, not to the API. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireCaller } from '../../access/availability.js'
import type { CostClass } from '../../foundation/settings/rate-limit-settings.js'
import type { Model } from '../../model/types/resource-model.js'
import type { Caller, Services } from '../../operations/context.js'
import {
  createView,
  curates,
  deleteView,
  listViews,
  type ReadableView,
  readSavedView,
  replaceView,
  type ViewCall,
} from '../../operations/saved-views/saved-views.js'
import type { SavedViews } from '../../wire/saved-views.js'
import { type Access, databaseFor } from '../request/caller.js'
import { readIfMatch } from '../request/entity-tags.js'
import { parametersOf, readFlag, readHistoryQuery, readSingle } from '../request/parameters.js'
import { createReadTokens } from '../request/read-token.js'
import { originOf } from '../request/request-facts.js'
import { addPrivateCaching, entityTagOf, isUnchanged, tagDigest } from '../response/conditional.js'
import { jsonType, success } from '../response/envelope.js'
import type { Router } from '../router.js'

export interface SavedViewRouteOptions {
  readonly model: Model
  readonly services: Services
  readonly access: Access
  readonly now: () => Date
}

interface ViewExchange {
  readonly call: ViewCall
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly now: Date
}

type Handle = (exchange: ViewExchange) => Promise<unknown>

/** Every authenticated caller may have views. */
const anyCaller = { isPublic: false, authorities: [] }

export const addSavedViewRoutes = (router: Router, options: SavedViewRouteOptions): void => {
  const { services, access, now } = options
  const { settings } = services
  const readTokens = createReadTokens(settings)
  const url = `${settings['platform.http.context-path']}/workbench/views`
  const add = (method: string, path: string, cost: CostClass, handle: Handle) =>
    router.add(method, path, {
      cost,
      authorize: ({ principal }) => requireCaller(anyCaller, principal),
      takesBody: method !== 'GET',
      produces: ['application/json'],
      handle: (request, reply, caller) => {
        const time = now()
        const tokens = readTokens?.(request, reply, method === 'GET')
        const origin = originOf(request, time)
        const database = databaseFor(caller, access, services.database, origin, false, tokens)
        return handle({ call: callOf(options, caller, database), request, reply, now: time })
      },
    })
  add('GET', url, 'read', sendList)
  add('POST', url, 'write', async (exchange) => {
    const view = await createView(exchange.call, exchange.request.body)
    exchange.reply.code(201).header('Location', `${url}/${view.id}`)
    return sendView(exchange, view)
  })
  add('GET', `${url}/:id`, 'read', async (exchange) =>
    sendView(exchange, await readSavedView(exchange.call, idOf(exchange))),
  )
  add('PUT', `${url}/:id`, 'write', async (exchange) => {
    const precondition = readIfMatch(exchange.request, { requireVersion: true })
    const { body } = exchange.request
    return sendView(exchange, await replaceView(exchange.call, idOf(exchange), body, precondition))
  })
  add('DELETE', `${url}/:id`, 'write', async (exchange) => {
    const precondition = readIfMatch(exchange.request, { requireVersion: false })
    await deleteView(exchange.call, idOf(exchange), precondition)
    return exchange.reply.code(204).send()
  })
}

const callOf = (
  { model, services: { settings, cursors } }: SavedViewRouteOptions,
  { principal }: Caller,
  database: ViewCall['database'],
): ViewCall => ({ principal, database, model, settings, cursors })

const idOf = ({ request }: ViewExchange): string => (request.params as { readonly id: string }).id

const viewJson = ({ state, ...facts }: ReadableView): string =>
  `${JSON.stringify(facts).slice(0, -1)},"state":${state}}`

const sendView = ({ request, reply, now }: ViewExchange, view: ReadableView): FastifyReply => {
  const json = viewJson(view)
  const tag = entityTagOf(String(view.version), tagDigest(json))
  addPrivateCaching(reply)
  reply.header('ETag', tag)
  if (request.method === 'GET' && isUnchanged(request, tag)) return reply.code(304).send()
  return reply.type(jsonType).send(success(json, '', now))
}

const sendList: Handle = async ({ call, request, reply, now }) => {
  const query = parametersOf(request)
  const { size, after } = readHistoryQuery(query, call.settings)
  const { views, next } = await listViews(call, {
    resource: readSingle(query, 'resource'),
    isPinned: readFlag(query, 'pinned', false),
    size,
    after,
  })
  const facts: Omit<SavedViews, 'content'> = { next, size, curates: curates(call) }
  const json = `{"content":[${views.map(viewJson).join(',')}],${JSON.stringify(facts).slice(1)}`
  addPrivateCaching(reply)
  return reply.type(jsonType).send(success(json, '', now))
}
