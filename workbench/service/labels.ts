/** Labels of records of which only the ids are known. */
import type { Id, ResourceEntry } from './discovery.js'
import { useLoad } from './load.js'
import { readOptionsByIds } from './records.js'

/** Maximum number of ids in a request. The default limit of the service is at least that. */
const maxIds = 200

/**
 * Returns labels by id as text; undefined until they are read, and for resources without options.
 */
export const useLabels = (
  resource: ResourceEntry | undefined,
  ids: readonly Id[],
): ReadonlyMap<string, string> | undefined => {
  const wanted = [...new Set(ids)].slice(0, maxIds)
  const endpoint = `${resource?.resourcePath}/options/filter`
  const isPossible = resource?.canonicalOperations['options'] && wanted.length > 0
  const options = useLoad(
    isPossible ? `${endpoint} ${JSON.stringify(wanted)}` : undefined,
    (signal) => readOptionsByIds(endpoint, wanted, signal),
  )
  return (
    options.data &&
    new Map(options.data.flatMap(({ id, label }) => (label === null ? [] : [[String(id), label]])))
  )
}
