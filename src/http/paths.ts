/**
 * The paths of the service and the methods of each. A request is refused by its path before a route
 * runs: `GET /tasks/filter` is `405`, although the route of `GET /tasks/:id` matches it. So only
 * real operations are routes, not every method that a path refuses. The paths of an area, such as a
 * resource, share one route: Fastify needs a time for its routes that grows with their square.
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

/** The path of a request, with the values of its variables. */
interface Match {
  readonly url: string
  readonly params: Readonly<Record<string, string | undefined>>
}

/** A member of the request: a WeakMap takes a hundred times as long, and more at its collection. */
const match = Symbol('match')

type Request = FastifyRequest & { [match]?: Match }

/** The path that a request names; undefined before it is checked. */
export const matchOf = (request: Request): Match | undefined => request[match]

const areaEnd = '/*'

/** The route of a request, also of a refused one; undefined: the path does not exist. */
export const routeOf = (request: FastifyRequest): string | undefined => {
  const named = matchOf(request)
  if (named) return named.url
  const { url } = request.routeOptions
  return url?.endsWith(areaEnd) ? undefined : url
}

export class Paths {
  readonly #router
  readonly #paths = new Map<string, Path>()
  /** Routes of whole areas; they do not name a path. */
  readonly #areas = new Set<string>()
  /** Paths whose variables are never empty: `/reports/` is not one of `/reports/:year`. */
  readonly #filled = new Set<string>()

  constructor(app: FastifyInstance, options: PathOptions) {
    // Without it, a path that is too long would be one that does not exist.
    this.#router = findMyWay({ ...options, onMaxParamLength: () => undefined })
    app.addHook('onRoute', ({ url, method }) => {
      if (this.#areas.has(url)) return
      for (const each of [method].flat()) this.add(url).methods.add(each)
    })
  }

  /** The two routes of an area: its own path, and all paths below it. */
  areaRoutes(url: string): readonly string[] {
    const routes = [url, `${url}${areaEnd}`]
    for (const route of routes) this.#areas.add(route)
    return routes
  }

  /** The variables of a path are never empty; the id of a record may be. */
  requireValues(url: string): void {
    this.#filled.add(url)
  }

  /** Methods of a path of an area. */
  addMethods(url: string, methods: readonly string[]): void {
    const path = this.add(url)
    for (const method of methods) {
      path.methods.add(method)
      if (method === 'GET') path.methods.add('HEAD')
    }
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
    const known = new Set(areas)
    const isInArea = (url: string): boolean => startsOf(url).some((start) => known.has(start))
    const others = [...this.#paths.keys()].filter((url) => !isInArea(url))
    return [...others, ...areas.flatMap((area) => [area, `${area}/*`])]
  }

  /**
   * Answers OPTIONS.
   *
   * @throws AppError METHOD_NOT_ALLOWED, ROUTE_NOT_FOUND
   */
  check(request: Request, reply: FastifyReply): FastifyReply | undefined {
    const { method } = request
    const found = this.#router.find('GET', pathOf(request))
    if (found && !found.store) throw new AppError(problem('pathTooLong'))
    const named: Path | undefined = found?.store
    const lacksValue =
      named && this.#filled.has(named.url) && Object.values(found?.params ?? {}).includes('')
    const path = lacksValue ? undefined : named
    if (found && path) request[match] = { url: path.url, params: found.params }
    if (path?.methods.has(method)) return undefined
    if (!path || !(path.refused?.includes(method) ?? true)) {
      throw new AppError(problem('routeNotFound'))
    }
    const Allow = allowed(path)
    if (method === 'OPTIONS') return sendOptions(reply, Allow)
    throw new AppError(problem('methodNotAllowed', { method, allowed: Allow }), {
      headers: { Allow },
    })
  }
}

/** `/a`, `/a/b` and `/a/b/c` of `/a/b/c` */
const startsOf = (url: string): readonly string[] => {
  const segments = url.split('/')
  return segments.slice(1).map((_, index) => segments.slice(0, index + 2).join('/'))
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
