/**
 * The paths of the service and the methods of each. A request is refused by its path before a route
 * runs: `GET /tasks/filter` is `405`, although the route of `GET /tasks/:id` matches it. So only
 * real operations are routes, not every method that a path refuses.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import { AppError, problem } from '../foundation/errors/app-error.js'
import { pathOf } from './request/request-target.js'

interface Path {
  readonly url: string
  /** In the order of the routes. */
  readonly methods: Set<string>
  /** Undefined: every method that the path does not have. */
  readonly refused?: readonly string[]
}

export interface PathOptions {
  readonly maxParamLength: number
}

/** Paths that were requested with a method that they refuse. */
const refusedPaths = new WeakMap<FastifyRequest, string>()

/** The route of a request, also of a refused one; undefined: the path does not exist. */
export const routeOf = (request: FastifyRequest): string | undefined =>
  refusedPaths.get(request) ?? request.routeOptions.url

export class Paths {
  readonly #router
  readonly #paths = new Map<string, Path>()

  constructor(app: FastifyInstance, options: PathOptions) {
    this.#router = findMyWay(options)
    app.addHook('onRoute', ({ url, method }) => {
      for (const each of [method].flat()) this.add(url).methods.add(each)
    })
  }

  /** A path that exists, with or without a route. */
  add(url: string, refused?: readonly string[]): Path {
    const known = this.#paths.get(url)
    if (known) return known
    const path: Path = { url, methods: new Set(), ...(refused ? { refused } : {}) }
    this.#paths.set(url, path)
    this.#router.on('GET', url, () => undefined, path)
    return path
  }

  /**
   * The paths as patterns for the router of a host, where those below an area, such as a resource,
   * are one pattern: a path of an area that does not exist is the service's, too.
   */
  patterns(areas: readonly string[]): readonly string[] {
    const isInArea = (url: string): boolean =>
      areas.some((area) => url === area || url.startsWith(`${area}/`))
    const others = [...this.#paths.keys()].filter((url) => !isInArea(url))
    return [...others, ...areas.flatMap((area) => [area, `${area}/*`])]
  }

  /**
   * Answers OPTIONS.
   *
   * @throws AppError METHOD_NOT_ALLOWED, ROUTE_NOT_FOUND
   */
  check(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
    const { method } = request
    const path: Path | undefined = this.#router.find('GET', pathOf(request))?.store
    if (path?.methods.has(method)) return undefined
    if (!path || !(path.refused?.includes(method) ?? true)) {
      throw new AppError(problem('routeNotFound'))
    }
    refusedPaths.set(request, path.url)
    const Allow = allowed(path)
    if (method === 'OPTIONS') return sendOptions(reply, Allow)
    throw new AppError(problem('methodNotAllowed', { method, allowed: Allow }), {
      headers: { Allow },
    })
  }
}

/** `GET, POST, HEAD, OPTIONS` */
const allowed = ({ methods }: Path): string => {
  const others = [...methods].filter((method) => method !== 'HEAD')
  return [...others, ...(methods.has('HEAD') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
}

const sendOptions = (reply: FastifyReply, Allow: string): FastifyReply => {
  if (reply.hasHeader('Access-Control-Allow-Origin')) {
    reply.header('Access-Control-Allow-Methods', Allow)
  }
  return reply.code(204).header('Allow', Allow).send()
}
