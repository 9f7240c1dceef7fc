/** Results that are put together from several responses: they have the facts of none. */
import type { Result } from './connection.js'

export const resultOf = <T>(data: T): Result<T> => ({
  ok: true,
  notModified: false,
  isReplay: false,
  status: 200,
  etag: undefined,
  dataVersion: undefined,
  location: undefined,
  links: undefined,
  traceId: undefined,
  data,
})

/** Reads something for each part. Returns the first error, if there is one. */
export const readAll = async <P, T>(
  parts: readonly P[],
  read: (part: P) => Promise<Result<T>>,
): Promise<Result<readonly T[]>> => {
  const results = await Promise.all(parts.map(read))
  const failed = results.find((result) => !result.ok)
  if (failed && !failed.ok) return failed
  return resultOf(results.flatMap((result) => (result.ok ? [result.data] : [])))
}
