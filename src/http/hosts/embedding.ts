/** The service inside a server of a host: as a listener of Node, and as a plugin of Fastify. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyPluginAsync } from 'fastify'
import { StartError } from '../../foundation/errors/start-error.js'
import { pathOf } from '../request/request-target.js'

/** What a host needs of the server. */
export interface Embeddable {
  /** Answers a request that a host received. The server must be ready. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void
  /** The paths of the service, as patterns of a router. */
  readonly patterns: readonly string[]
  /** Whether a path belongs to the service. */
  readonly hasPath: (path: string) => boolean
}

/**
 * Answers a request. With `next`, as Express calls it, only those on paths of the service: the
 * others are the host's.
 */
export type Listener = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void

export const createListener = ({
  handle,
  hasPath,
}: Pick<Embeddable, 'handle' | 'hasPath'>): Listener => {
  return (request, response, next) => {
    // Routers such as Express' take the path where they are mounted off `url`.
    const { originalUrl } = request as IncomingMessage & { readonly originalUrl?: string }
    const url = originalUrl ?? request.url ?? '/'
    if (next && !hasPath(pathOf({ url }))) return next()
    request.url = url
    handle(request, response)
  }
}

export const createPlugin =
  (
    { handle, patterns }: Pick<Embeddable, 'handle' | 'patterns'>,
    contextPath: string,
    close: () => Promise<void>,
  ): FastifyPluginAsync =>
  async (host) => {
    if (host.prefix !== '') {
      throw new StartError(
        `The plugin takes no option 'prefix'. Set 'platform.http.context-path' to '${host.prefix}' instead of '${contextPath}', so that links have it too.`,
      )
    }
    host.addHook('onClose', close)
    // The service reads bodies itself.
    host.removeAllContentTypeParsers()
    host.addContentTypeParser('*', (_request, _body, done) => done(null))
    for (const url of patterns) {
      // The host may have a page of its own, such as /health/live.
      const method = host.supportedMethods.filter((each) => !host.hasRoute({ url, method: each }))
      if (method.length === 0) continue
      host.route({
        method,
        url,
        exposeHeadRoute: false,
        handler: (request, reply) => {
          reply.hijack()
          // Headers of the host's hooks.
          for (const [name, value] of Object.entries(reply.getHeaders())) {
            if (value !== undefined) reply.raw.setHeader(name, value)
          }
          handle(request.raw, reply.raw)
        },
      })
    }
  }
