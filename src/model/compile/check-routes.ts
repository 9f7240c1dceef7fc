/**
 * Finds resources whose paths collide: with each other, with what the platform serves, or in the
 * names of their API documents. A request could reach only one of the two.
 */
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import type { Operation } from '../operation-table.js'
import type { ResourceModel } from '../types/resource-model.js'

/** First segments of paths that the platform serves. */
export const platformPaths = ['schemas', 'docs', 'v3', 'health', 'metrics', 'workbench']

/** The group of the platform's own API document. */
const platformGroup = 'platform-discovery'

/** The name of a resource's own API document. */
const documentOf = ({ path }: ResourceModel): string =>
  path.replace(/^\/+|\/+$/g, '').replaceAll('/', '-')

export const checkRoutes = (
  resources: readonly ResourceModel[],
  diagnostics: Diagnostics,
): void => {
  const byPath = new Map(resources.map((resource) => [resource.path, resource]))
  const byDocument = new Map(resources.map((resource) => [documentOf(resource), resource]))
  for (const resource of resources) {
    const { name, path, group } = resource
    const first = path.split('/')[1]!
    if (platformPaths.includes(first)) {
      const message = `Paths below '/${first}' belong to the platform; choose another path.`
      diagnostics.error('DUPLICATE', `${name}.path`, message)
    }
    for (const outer of outerPaths(path).map((each) => byPath.get(each))) {
      const taken = outer && collisionOf(outer, resource)
      if (!taken) continue
      const message = `'${taken}' is already a path of '${outer.key}'; choose another path.`
      diagnostics.error('DUPLICATE', `${name}.path`, message)
    }
    const other = byDocument.get(group)
    if (group === platformGroup || other) {
      const owner = other ? `the resource '${other.key}'` : 'the platform'
      const message = `The API document '${group}' already belongs to ${owner}; choose another group.`
      diagnostics.error('DUPLICATE', `${name}.group`, message)
    }
  }
}

/** `/api/a/b` lies in `/api/a` and in `/api`. */
const outerPaths = (path: string): readonly string[] => {
  const segments = path.split('/')
  return segments.slice(2).map((_, index) => segments.slice(0, index + 2).join('/'))
}

/** A path of the inner resource that the outer one serves too, if only with a 405. */
const collisionOf = (outer: ResourceModel, inner: ResourceModel): string | undefined =>
  inner.operations
    .map((operation) => fullPath(inner, operation))
    .find((path) =>
      outer.operations.some((operation) => overlaps(outer, fullPath(outer, operation), path)),
    )

const fullPath = ({ path }: ResourceModel, operation: Operation): string =>
  `${path}${operation.path}`

const isVariable = (segment: string): boolean => segment.startsWith('{')

/** Each segment is the same, or one that the variable of the outer path takes. */
const overlaps = (outer: ResourceModel, outerPath: string, path: string): boolean => {
  const segments = path.split('/')
  const outerSegments = outerPath.split('/')
  return (
    outerSegments.length === segments.length &&
    outerSegments.every((segment, index) => {
      const other = segments[index]!
      if (segment === other || isVariable(other)) return segment === other || isVariable(segment)
      return segment === '{id}' ? isId(outer, other) : isVariable(segment)
    })
  )
}

const isId = ({ idReader }: ResourceModel, segment: string): boolean =>
  'parameter' in idReader.read(/^\d+$/.test(segment) ? Number(segment) : segment, 'UTC') ||
  'parameter' in idReader.read(segment, 'UTC')
