/**
 * Finds routes of an application that could not be reached, or that hide a path of a resource or of
 * the platform.
 */
import { pathOfResource, type Resource } from '../../contract/resource.js'
import type { Route } from '../../contract/routes.js'
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import { platformPaths } from '../../model/compile/check-routes.js'

/** Plain segments, and parameters. */
const pathPattern = /^(\/([A-Za-z0-9][A-Za-z0-9._~-]*|\{[A-Za-z]\w*\}))+$/

const isParameter = (segment: string): boolean => segment.startsWith('{')

/** Whether a request can match both; the second path may be longer. */
const startsAlike = (path: string, longer: string): boolean => {
  const others = longer.split('/')
  return path
    .split('/')
    .every((segment, index) => others[index] === segment || isParameter(others[index] ?? ''))
}

/** None for a resource that the compiler of the model will refuse. */
const basesOf = (resource: Partial<Resource> | undefined) => {
  const data = resource?.data
  return typeof data?.key === 'string' ? [{ key: data.key, path: pathOfResource(data) }] : []
}

/** A name that two parameters have; the request would lose the value of one. */
const repeatedParameter = (path: string): string | undefined => {
  const names = path.split('/').filter(isParameter)
  return names.find((name, index) => names.indexOf(name) < index)
}

const shapeOf = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}')

/** Paths of routes that routes of the platform have too; a request could reach only one. */
export const takenPaths = (
  routes: readonly Pick<Route, 'path'>[],
  ofPlatform: readonly Pick<Route, 'path'>[],
): readonly string[] => {
  const taken = new Set(ofPlatform.map(({ path }) => shapeOf(path)))
  return routes.map(({ path }) => path).filter((path) => taken.has(shapeOf(path)))
}

export const checkOwnRoutes = (
  routes: readonly Route[],
  resources: readonly Resource[],
  diagnostics: Diagnostics,
): void => {
  const bases = resources.flatMap((resource) => basesOf(resource))
  const taken = new Set<string>()
  /** The first path of each shape: the routers know parameters by the names of one path. */
  const firstOfShape = new Map<string, string>()
  for (const [index, { method, path }] of routes.entries()) {
    const at = `application.routes[${index}].path`
    if (!pathPattern.test(path)) {
      const message = `The path '${path}' must consist of plain segments and parameters, such as '/reports/{year}'.`
      diagnostics.error('KEY_INVALID', at, message)
      continue
    }
    const platform = platformPaths.find((first) => startsAlike(`/${first}`, path))
    if (platform) {
      const message = `Paths below '/${platform}' belong to the platform; choose another path.`
      diagnostics.error('DUPLICATE', at, message)
    }
    const resource = bases.find((base) => startsAlike(base.path, path))
    if (resource) {
      const message = `Paths below '${resource.path}' belong to '${resource.key}'; choose another path.`
      diagnostics.error('DUPLICATE', at, message)
    }
    const repeated = repeatedParameter(path)
    if (repeated) {
      const message = `The path '${path}' has the parameter ${repeated} twice; choose another name for one.`
      diagnostics.error('DUPLICATE', at, message)
    }
    const shape = shapeOf(path)
    const first = firstOfShape.get(shape) ?? path
    firstOfShape.set(shape, first)
    const route = `${method} ${shape}`
    if (taken.has(route)) {
      const message = `Another route already has ${method} ${path}.`
      diagnostics.error('DUPLICATE', at, message)
    } else if (first !== path) {
      const message = `Another route has the same path with other parameters; name the parameters as in '${first}'.`
      diagnostics.error('KEY_INVALID', at, message)
    }
    taken.add(route)
  }
}
