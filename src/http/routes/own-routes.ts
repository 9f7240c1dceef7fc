/** Adds the routes that the application declares beside its resources. */
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { stringify } from 'lossless-json'
import { type CallerGuard, requireCaller } from '../../access/availability.js'
import type { Route, RouteAccess, RouteContext, RouteRequest } from '../../contract/routes.js'
import type { LatestToken } from '../../database/connection/read-token.js'
import { abortSignalOf } from '../../foundation/execution/signal.js'
import { numbersAsTexts } from '../../foundation/json/lossless.js'
import type { Caller, Services } from '../../operations/context.js'
import { createRouteContext } from '../../operations/transaction/route-context.js'
import { type Access, databaseFor } from '../request/caller.js'
import { parametersOf } from '../request/parameters.js'
import { createReadTokens } from '../request/read-token.js'
import { originOf } from '../request/request-facts.js'
import { sendAsIs } from '../response/compression.js'
import { addPrivateCaching, addVary } from '../response/conditional.js'
import { jsonType, success } from '../response/envelope.js'
import { goneSignal } from '../response/response-end.js'
import type { Router } from '../router.js'

export interface OwnRouteOptions {
  readonly services: Services
  readonly access: Access
  readonly now: () => Date
}

export const callerGuardOf = ({
  authorities = [],
  public: isPublic = false,
}: RouteAccess): CallerGuard => ({
  isPublic,
  authorities: authorities.length === 0 ? [] : [authorities],
})

export const addOwnRoutes = (
  router: Router,
  routes: readonly Route[],
  options: OwnRouteOptions,
): void => {
  const { settings } = options.services
  const readTokens = createReadTokens(settings)
  for (const route of routes) {
    const url = `${settings['platform.http.context-path']}${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`
    const guard = callerGuardOf(route)
    router.requireValues(url)
    router.add(route.method, url, {
      cost: 'route',
      authorize: ({ principal }) => requireCaller(guard, principal),
      takesBody: true,
      handle: async (request, reply, caller) => {
        const tokens = readTokens?.(request, reply, false)
        const context = contextOf(request, reply, caller, options, tokens)
        const result = await route.handle({ ...context, request: requestOf(request) })
        return sendResult(reply, result, context.now)
      },
    })
  }
}

const contextOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
  { services, access, now }: OwnRouteOptions,
  tokens: LatestToken | undefined,
): RouteContext => {
  const clock = { now: now(), zone: services.settings['platform.filter.zone-id'] }
  const origin = originOf(request, clock.now)
  const database = databaseFor(caller, access, services.database, origin, false, tokens)
  return createRouteContext({ ...services, database }, caller, {
    clock,
    signal: abortSignalOf(goneSignal(reply)),
    traceId: request.id,
  })
}

const requestOf = (request: FastifyRequest): RouteRequest => ({
  parameters: request.params as Readonly<Record<string, string>>,
  query: new URLSearchParams(parametersOf(request).text),
  headers: headersOf(request.headers),
  body: numbersAsTexts(request.body),
})

const headersOf = (headers: FastifyRequest['headers']): Headers =>
  new Headers(
    Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((each): [string, string] => [name, each]),
    ),
  )

const sendResult = (reply: FastifyReply, result: unknown, now: Date): FastifyReply => {
  if (result instanceof Response) return sendWebResponse(reply, result)
  addPrivateCaching(reply)
  if (result === undefined) return reply.code(204).send()
  return reply.type(jsonType).send(success(stringify(result) ?? 'null', '', now))
}

const sendWebResponse = (
  reply: FastifyReply,
  { status, headers, body }: Response,
): FastifyReply => {
  reply.code(status)
  keepCookies(reply, headers)
  for (const [name, value] of headers) {
    if (name === 'vary') addVary(reply, ...value.split(/\s*,\s*/))
    else reply.header(name, value)
  }
  if (body === null) return sendAsIs(reply)
  // For HEAD, Fastify cancels a body of the Fetch standard; it would read one of Node to its end.
  if (reply.request.method === 'HEAD') return sendAsIs(reply, body)
  return sendAsIs(reply, Readable.fromWeb(body as ReadableStream))
}

/** Cookies of the host, which those of the response would replace. */
const keepCookies = (reply: FastifyReply, headers: Headers): void => {
  const cookies = reply.raw.getHeader('Set-Cookie')
  if (cookies !== undefined && headers.has('Set-Cookie')) reply.header('Set-Cookie', cookies)
}
