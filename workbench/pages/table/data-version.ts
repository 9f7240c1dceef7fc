import type { Exchange } from '../../service/exchanges.js'

type Seen = Pick<Exchange, 'url' | 'status' | 'responseHeaders'>

const isBelow = (path: string, base: string): boolean =>
  path === base || path.startsWith(`${base}/`)

/**
 * The version of a resource's data in the newest response about it. The path of one resource may
 * be the beginning of another's.
 *
 * @param seen newest first
 */
export const latestVersion = (
  seen: readonly Seen[],
  resourcePath: string,
  allPaths: readonly string[],
): string | undefined => {
  const nested = allPaths.filter((path) => path !== resourcePath && isBelow(path, resourcePath))
  const newest = seen.find(({ url, status, responseHeaders }) => {
    const path = url.split('?')[0]!
    return (
      status >= 200 &&
      status < 300 &&
      responseHeaders['x-data-version'] !== undefined &&
      isBelow(path, resourcePath) &&
      !nested.some((other) => isBelow(path, other))
    )
  })
  return newest?.responseHeaders['x-data-version']
}
