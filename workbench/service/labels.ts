/** Labels of records that are known by their ids only. */
import type { Id, ResourceEntry } from './discovery.js'
import { useLoad } from './load.js'
import { readOptionsByIds } from './records.js'

/** Most ids of one request; the limit of the service is at least that by default. */
const maxIds = 200

/** By id as text; undefined until they are read, and where the resource has no options. */
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
