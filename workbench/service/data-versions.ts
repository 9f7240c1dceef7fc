/**
 * The newest version of a resource's data that a response has named. What was read before it is
 * stale: tables and charts of one screen compare theirs with it.
 */
import { effect, signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { catalog } from './catalog.js'
import type { ResourceEntry } from './discovery.js'
import { type Exchange, exchanges } from './exchanges.js'
import { caller } from './identity.js'
import type { Load } from './load.js'

type Seen = Pick<Exchange, 'url' | 'status' | 'responseHeaders' | 'startedAt'>

/** Maximum number of results of `POST /queries` whose versions are kept. */
const keptResults = 60

/** Results of `POST /queries`, whose versions are not headers of an exchange. */
const queryResults = signal<readonly Seen[]>([])

effect(() => {
  caller.value
  queryResults.value = []
})

/** Notes the versions of results that have one. */
export const noteVersions = (
  results: readonly {
    readonly url: string
    readonly startedAt: Date
    readonly dataVersion: string | undefined
  }[],
): void => {
  const noted = results.flatMap(({ url, startedAt, dataVersion }) =>
    dataVersion === undefined
      ? []
      : [{ url, startedAt, status: 200, responseHeaders: { 'x-data-version': dataVersion } }],
  )
  queryResults.value = [...noted, ...queryResults.value].slice(0, keptResults)
}

const isBelow = (path: string, base: string): boolean =>
  path === base || path.startsWith(`${base}/`)

/**
 * The version in the response about a resource whose request was sent last. The path of one
 * resource may be the beginning of another's.
 */
export const latestVersion = (
  seen: readonly Seen[],
  resourcePath: string,
  allPaths: readonly string[],
): string | undefined => {
  const nested = allPaths.filter((path) => path !== resourcePath && isBelow(path, resourcePath))
  const about = seen.filter(({ url, status, responseHeaders }) => {
    const path = url.split('?')[0]!
    return (
      status >= 200 &&
      status < 300 &&
      responseHeaders['x-data-version'] !== undefined &&
      // A response with an age is older data that the service had stored.
      responseHeaders['age'] === undefined &&
      isBelow(path, resourcePath) &&
      !nested.some((other) => isBelow(path, other))
    )
  })
  const [first, ...others] = about
  if (!first) return undefined
  const newest = others.reduce(
    (best, each) => (each.startedAt > best.startedAt ? each : best),
    first,
  )
  return newest.responseHeaders['x-data-version']
}

/** Returns true if other data on the screen is newer than this version. */
export const isOutdated = (
  { resourcePath }: ResourceEntry,
  dataVersion: string | undefined,
): boolean => {
  const paths = catalog.value?.resources.map((resource) => resource.resourcePath) ?? []
  const seen = [...queryResults.value, ...exchanges.value]
  const latest = latestVersion(seen, resourcePath, paths)
  return latest !== undefined && dataVersion !== undefined && latest !== dataVersion
}

/** Minimum time in milliseconds between two readings of data that changes all the time. */
const minReloadMs = 3000

/**
 * Reads again what is older than other data on the screen.
 *
 * @returns whether it is older
 */
export const useFreshData = (resource: ResourceEntry, load: Load<unknown>): boolean => {
  const { dataVersion, isLoading, reload } = load
  const isStale = isOutdated(resource, dataVersion)
  const reloadedAt = useRef(0)
  useEffect(() => {
    if (!isStale || isLoading) return
    const wait = Math.max(0, reloadedAt.current + minReloadMs - performance.now())
    const timer = setTimeout(() => {
      reloadedAt.current = performance.now()
      reload()
    }, wait)
    return () => clearTimeout(timer)
  }, [isStale, isLoading])
  return isStale
}
