/**
 * Finds the route of a request, by its path first and then by its method: `GET /tasks/filter` is
 * `405`, although `GET /tasks/:id` matches it. The paths of a resource are made by its first
 * request, so that a start with hundreds of resources makes few.
 */
import findMyWay from 'find-my-way'
import { AppError, problem } from '../foundation/errors/app-error.js'
import { once } from '../foundation/functions/memoize.js'
import type { GuardedRoute, PublicRoute, Route } from './route.js'

interface Path {
  /** The pattern, such as `/api/tasks/:id`. */
  readonly url: string
  /** By method, in the order in which the routes were added. */
  readonly routes: Map<string, Route>
  /** Names of the operations that the resource does not offer, by method. */
  readonly notOffered: Map<string, string>
  /** The path exists for this method only, which it refuses. Default: it exists for all methods. */
  readonly onlyRefuses?: string
}

/** The path of a request, with the values of its variables. */
export interface Match {
  readonly path: Path
  readonly params: Readonly<Record<string, string | undefined>>
}

const routerOptions = {
  maxParamLength: 4_096,
  // Otherwise a path with a longer value would be one that does not exist.
  onMaxParamLength: () => undefined,
}

/** Paths by their patterns. */
export class PathTable {
  readonly #paths = new Map<string, Path>()
  readonly #router = once(() => {
    const router = findMyWay(routerOptions)
    for (const [url, path] of this.#paths) router.on('GET', url, () => undefined, path)
    return router
  })

  get urls(): readonly string[] {
    return [...this.#paths.keys()]
  }

  add(method: string, url: string, route: Route): void {
    this.#pathOf(url).routes.set(method, route)
  }

  /** The path exists, but the resource does not offer the operation of this method. */
  refuse(method: string, url: string, operation: string): void {
    this.#pathOf(url).notOffered.set(method, operation)
  }

  /** The path exists for one method only, which it refuses. */
  addRefusal(method: string, url: string): void {
    this.#paths.set(url, { url, routes: new Map(), notOffered: new Map(), onlyRefuses: method })
  }

  /** @throws AppError URI_TOO_LONG if a value of the path is too long */
  find(text: string): Match | undefined {
    const found = this.#router().find('GET', text)
    if (!found) return undefined
    if (!found.store) throw new AppError(problem('pathTooLong'))
    const path: Path = found.store
    return isSpelledAs(path.url, text) ? { path, params: found.params } : undefined
  }

  has(text: string): boolean {
    const found = this.#router().find('GET', text)
    return found !== null && (!found.store || isSpelledAs(found.store.url, text))
  }

  #pathOf(url: string): Path {
    const path = this.#paths.get(url) ?? { url, routes: new Map(), notOffered: new Map() }
    this.#paths.set(url, path)
    return path
  }
}

/** Letters, digits and marks that nobody needs to encode (RFC 3986, 2.3). */
const encodedLetter = /%(2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/i

/**
 * Whether the request spells its path as the pattern does, variables aside. Routers decode letters:
 * `/%61pi` would be another way to `/api`, past a guard of a host or proxy that compares paths.
 */
const isSpelledAs = (pattern: string, path: string): boolean => {
  if (!path.includes('%')) return true
  const segments = path.split('/')
  return pattern
    .split('/')
    .every((literal, at) => /[:*]/.test(literal) || !encodedLetter.test(segments[at] ?? ''))
}

export class Router {
  /** The paths that belong to no resource. */
  readonly #others = new PathTable()
  /** The paths of each resource, by its own path. */
  readonly #resources = new Map<string, () => PathTable>()
  /** Paths whose variables are never empty: `/reports/` is not one of `/reports/:year`. */
  readonly #filled = new Set<string>()
  /** The largest number of segments in the path of a resource. */
  #depth = 0

  add(method: string, url: string, route: GuardedRoute): void {
    this.#others.add(method, url, route)
  }

  /** Adds a page that everybody may read. */
  get(url: string, handle: PublicRoute['handle']): void {
    this.#others.add('GET', url, { handle })
  }

  /** The variables of a path are never empty; the id of a record may be. */
  requireValues(url: string): void {
    this.#filled.add(url)
  }

  /**
   * Adds the path of a resource and the paths below it.
   *
   * @param fill adds these paths at the first request
   */
  addResource(base: string, fill: (table: PathTable) => void): void {
    this.#depth = Math.max(this.#depth, base.split('/').length)
    this.#resources.set(
      base,
      once(() => {
        const table = new PathTable()
        fill(table)
        return table
      }),
    )
  }

  /**
   * The paths as patterns for the router of a host. Those of a resource are one pattern: a path
   * below a resource belongs to the service even if it does not exist.
   */
  get patterns(): readonly string[] {
    const bases = [...this.#resources.keys()]
    return [...this.#others.urls, ...bases.flatMap((base) => [base, `${base}/*`])]
  }

  /** Whether a path belongs to the service, as all paths below a resource do. */
  has(text: string): boolean {
    return this.#others.has(text) || this.#basesOf(text).some((base) => this.#resources.has(base))
  }

  /** @throws AppError ROUTE_NOT_FOUND, URI_TOO_LONG */
  match(text: string): Match {
    const found = this.#find(text)
    if (!found || this.#lacksValue(found)) throw routeNotFound()
    return found
  }

  #find(text: string): Match | undefined {
    const other = this.#others.find(text)
    if (other) return other
    for (const base of this.#basesOf(text)) {
      const found = this.#resources.get(base)?.().find(text)
      if (found) return found
    }
    return undefined
  }

  /**
   * The longest first: a resource may lie inside another, whose paths have variables in its place.
   */
  #basesOf(text: string): readonly string[] {
    const segments = text.split('/', this.#depth)
    return segments.map((_, at) => segments.slice(0, at + 1).join('/')).reverse()
  }

  #lacksValue({ path, params }: Match): boolean {
    return this.#filled.has(path.url) && Object.values(params).includes('')
  }
}

const routeNotFound = (): AppError => new AppError(problem('routeNotFound'))

/** @throws AppError METHOD_NOT_ALLOWED, ROUTE_NOT_FOUND */
export const routeOf = (path: Path, method: string): Route => {
  const route = path.routes.get(method === 'HEAD' ? 'GET' : method)
  if (route) return route
  if (path.onlyRefuses !== undefined && path.onlyRefuses !== method) throw routeNotFound()
  const allowed = allowedMethods(path)
  const operation = path.notOffered.get(method)
  const refusal =
    operation === undefined
      ? problem('methodNotAllowed', { method, allowed })
      : problem('operationNotOffered', { method, operation, allowed })
  throw new AppError(refusal, { headers: { Allow: allowed } })
}

/** `GET, POST, HEAD, OPTIONS` */
export const allowedMethods = ({ routes }: Path): string => {
  const methods = [...routes.keys()]
  return [...methods, ...(routes.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
}
