/**
 * The paths of the service and the methods of each. A request is refused by its path before a route
 * runs: `GET /tasks/filter` is `405`, although the route of `GET /tasks/:id` matches it. So only
 * real operations are routes, not every method that a path refuses. The paths of all areas, such as
 * resources, share one route of Fastify. The first request of an area makes its paths and a router
 * of its own: a start with hundreds of resources registers few routes.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import { AppError, problem } from '../foundation/errors/app-error.js'
import { once } from '../foundation/memoize.js'
import type { Operation } from '../model/operation-table.js'
import type { ResourceModel } from '../model/types/resource-model.js'
import type { Caller } from '../operations/context.js'
import { pathOf } from './request/request-target.js'
import type { ResourceLinks } from './response/links.js'

/** How the requests of a path are handled. */
export interface Handling {
  readonly resource: ResourceModel
  /** By method. */
  readonly operations: Map<string, Operation>
  /** Operations that other resources have, by method. */
  readonly unsupported: Map<string, Operation>
  readonly linksOf: (caller: Caller) => ResourceLinks
}

interface Path {
  readonly url: string
  /** In areas. */
  readonly handling?: Handling
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
  readonly handling: Handling | undefined
  readonly params: Readonly<Record<string, string | undefined>>
}

/** A member of the request: a WeakMap takes a hundred times as long, and more at its collection. */
const match = Symbol('match')

type Request = FastifyRequest & { [match]?: Match }

/** The path that a request names; undefined before it is checked. */
export const matchOf = (request: Request): Match | undefined => request[match]

const areaEnd = '/*'

interface Found {
  readonly path: Path
  readonly params: Match['params']
}

/** Paths by their patterns. The router is made by the first request. */
export class PathTable {
  readonly byUrl = new Map<string, Path>()
  readonly #router

  /** @param fill adds the paths that are needed to find one */
  constructor(options: PathOptions, fill?: (table: PathTable) => void) {
    this.#router = once(() => {
      fill?.(this)
      // Without it, a path that is too long would be one that does not exist.
      const router = findMyWay({ ...options, onMaxParamLength: () => undefined })
      for (const [url, path] of this.byUrl) router.on('GET', url, () => undefined, path)
      return router
    })
  }

  add(url: string, facts?: Pick<Path, 'handling' | 'refused'>): Path {
    const known = this.byUrl.get(url)
    if (known) return known
    const path: Path = { url, methods: new Set(), ...facts }
    this.byUrl.set(url, path)
    return path
  }

  /** A path and its operations. */
  addHandling(url: string, handling: Handling): void {
    const { methods } = this.add(url, { handling })
    for (const method of handling.operations.keys()) {
      methods.add(method)
      if (method === 'GET') methods.add('HEAD')
    }
  }

  /** @throws AppError for a value of the path that is too long */
  find(text: string): Found | undefined {
    const found = this.#router().find('GET', text)
    if (!found) return undefined
    if (!found.store) throw new AppError(problem('pathTooLong'))
    return { path: found.store, params: found.params }
  }
}

/** Letters, digits and marks that nobody needs to encode (RFC 3986, 2.3). */
const encodedLetter = /%(2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/i

/**
 * Whether the request spells its path as the pattern does, variables aside. Routers decode letters:
 * `/%61pi` would be another way to `/api`, past a guard of a host or proxy that compares paths.
 */
export const isSpelledAs = (pattern: string, path: string): boolean => {
  if (!path.includes('%')) return true
  const segments = path.split('/')
  return pattern
    .split('/')
    .every((literal, at) => /[:*]/.test(literal) || !encodedLetter.test(segments[at] ?? ''))
}

/** The paths of a resource. */
interface Area {
  readonly url: string
  readonly table: PathTable
}

/** The route of a request, also of a refused one; undefined: the path does not exist. */
export const routeOf = (request: FastifyRequest): string | undefined => {
  const named = matchOf(request)
  if (named) return named.url
  const { url } = request.routeOptions
  return url?.endsWith(areaEnd) ? undefined : url
}

export class Paths {
  readonly #options
  /** Paths outside of areas. */
  readonly #others
  readonly #areas = new Map<string, Area>()
  /** Finds the innermost area of a request. */
  readonly #areaRouter
  /** Of Fastify; it names no path. */
  #areaRoute: string | undefined
  /** Paths whose variables are never empty: `/reports/` is not one of `/reports/:year`. */
  readonly #filled = new Set<string>()

  constructor(app: FastifyInstance, options: PathOptions) {
    this.#options = options
    this.#others = new PathTable(options)
    this.#areaRouter = findMyWay(options)
    app.addHook('onRoute', ({ url, method }) => {
      if (url === this.#areaRoute) return
      const { methods } = this.#others.add(url)
      for (const each of [method].flat()) methods.add(each)
    })
  }

  /** The one route of all areas. `check` has found the path of a request before it runs. */
  areaRoute(contextPath: string): string {
    this.#areaRoute = `${contextPath}${areaEnd}`
    return this.#areaRoute
  }

  /**
   * Adds an area: its own path, and all paths below it.
   *
   * @param fill adds its paths at its first request
   */
  addArea(url: string, fill: (table: PathTable) => void): void {
    const area = { url, table: new PathTable(this.#options, fill) }
    this.#areas.set(url, area)
    for (const each of [url, `${url}${areaEnd}`]) {
      this.#areaRouter.on('GET', each, () => undefined, area)
    }
  }

  /** The variables of a path are never empty; the id of a record may be. */
  requireValues(url: string): void {
    this.#filled.add(url)
  }

  /**
   * The paths as patterns for the router of a host, where those of an area are one pattern: a path
   * of an area that does not exist is the service's, too.
   */
  get patterns(): readonly string[] {
    const areas = [...this.#areas.keys()]
    return [...this.#others.byUrl.keys(), ...areas.flatMap((url) => [url, `${url}${areaEnd}`])]
  }

  /**
   * Answers OPTIONS.
   *
   * @throws AppError METHOD_NOT_ALLOWED, ROUTE_NOT_FOUND
   */
  check(request: Request, reply: FastifyReply): FastifyReply | undefined {
    const { method } = request
    const text = pathOf(request)
    const found = this.#find(text)
    const named = found && isSpelledAs(found.path.url, text) ? found.path : undefined
    const lacksValue =
      named && this.#filled.has(named.url) && Object.values(found?.params ?? {}).includes('')
    const path = lacksValue ? undefined : named
    if (found && path) {
      const { url, handling } = path
      request[match] = { url, handling, params: found.params }
    }
    if (path?.methods.has(method)) return undefined
    if (!path || !(path.refused?.includes(method) ?? true)) {
      throw new AppError(problem('routeNotFound'))
    }
    const Allow = allowed(path)
    if (method === 'OPTIONS') return sendOptions(reply, Allow)
    const unsupported = path.handling?.unsupported.get(method)
    const refusal = unsupported
      ? problem('operationNotOffered', { method, operation: unsupported.name, allowed: Allow })
      : problem('methodNotAllowed', { method, allowed: Allow })
    throw new AppError(refusal, { headers: { Allow } })
  }

  #find(text: string): Found | undefined {
    const other = this.#others.find(text)
    if (other) return other
    const area: Area | undefined = this.#areaRouter.find('GET', text)?.store
    return area && (area.table.find(text) ?? this.#findAround(area, text))
  }

  /** An area may lie in others, whose paths have variables in its place. */
  #findAround({ url }: Area, text: string): Found | undefined {
    for (const start of startsOf(url).slice(0, -1).toReversed()) {
      const found = this.#areas.get(start)?.table.find(text)
      if (found) return found
    }
    return undefined
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
