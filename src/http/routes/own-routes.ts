/** Registers the routes that the application declares beside its resources. */
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { stringify } from 'lossless-json'
import { type CallerGuard, requireCaller } from '../../access/availability.js'
import type { Route, RouteAccess, RouteRequest } from '../../contract/routes.js'
import { numbersAsTexts } from '../../foundation/lossless.js'
import { abortSignalOf } from '../../foundation/signal.js'
import type { Services } from '../../operations/context.js'
import { createRouteContext } from '../../operations/transaction/route-context.js'
import { admitting, databaseFor } from '../request/admission.js'
import { type Access, knownCaller } from '../request/caller.js'
import { checkContentType } from '../request/media-types.js'
import { originOf } from '../request/origin.js'
import { parametersOf } from '../request/parameters.js'
import { createReadTokens } from '../request/read-token.js'
import { spanOf } from '../request/request-trace.js'
import { sendAsIs } from '../response/compression.js'
import { addPrivateCaching, addVary } from '../response/conditional.js'
import { jsonType, success } from '../response/envelope.js'
import type { Paths } from '../router.js'
import { goneSignal, type Now } from './resource-routes.js'

export interface OwnRouteOptions {
  readonly services: Services
  readonly access: Access
  readonly now: Now
  readonly paths: Paths
}

export const callerGuardOf = ({
  authorities = [],
  public: isPublic = false,
}: RouteAccess): CallerGuard => ({
  isPublic,
  authorities: authorities.length === 0 ? [] : [authorities],
})

export const addOwnRoutes = (
  app: FastifyInstance,
  routes: readonly Route[],
  { services, access, now, paths }: OwnRouteOptions,
): void => {
  const { settings } = services
  const readTokens = createReadTokens(settings)
  for (const route of routes) {
    const guard = callerGuardOf(route)
    const url = `${settings['platform.http.context-path']}${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`
    paths.requireValues(url)
    app.route({
      method: route.method,
      url,
      onRequest: admitting(
        access,
        () => 'route',
        ({ principal }, request) => {
          requireCaller(guard, principal)
          checkContentType(request)
        },
      ),
      handler: async (request, reply) => {
        const caller = knownCaller(request)
        const clock = { now: now(), zone: settings['platform.filter.zone-id'] }
        const database = databaseFor(
          caller,
          access,
          services.database,
          originOf(request),
          false,
          readTokens?.(request, reply, false),
        )
        const context = createRouteContext({ ...services, database }, caller, {
          clock,
          signal: abortSignalOf(goneSignal(reply)),
          traceId: request.id,
        })
        const run = async () => route.handle({ ...context, request: requestOf(request) })
        const span = spanOf(request.raw)
        const result = await (span ? span.run(run) : run())
        return sendResult(reply, result, clock.now)
      },
    })
  }
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
