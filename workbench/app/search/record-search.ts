/** Finds records by their labels, in the resources that the caller may read. */
import { useEffect, useState } from 'preact/hooks'
import type { Option } from '../../../src/wire/options.js'
import { type Id, type ResourceEntry, readCapabilities } from '../../service/discovery.js'
import { identity } from '../../service/identity.js'
import { createQueue } from '../../service/queue.js'
import { readOptions } from '../../service/records.js'

/** The matching records of one resource. */
export interface Found {
  readonly resource: ResourceEntry
  readonly options: readonly Option<Id>[]
}

export interface RecordSearch {
  readonly found: readonly Found[]
  /** They were found for an earlier text. */
  readonly isStale: boolean
  readonly isSearching: boolean
  /** Number of resources that were not searched, because there are many. */
  readonly rest: number
}

const pauseMs = 200
const leastCharacters = 2
const optionsEach = 5
const atOnce = 4

const search = async (
  resource: ResourceEntry,
  text: string,
  signal: AbortSignal,
): Promise<Found | undefined> => {
  const capabilities = await readCapabilities(resource)
  const isAllowed = capabilities.ok && capabilities.data.operations['options']?.availability.allowed
  if (!isAllowed || signal.aborted) return undefined
  const endpoint = `${resource.resourcePath}/options/filter`
  const page = await readOptions(endpoint, { search: text, size: optionsEach }, signal)
  return page.ok && page.data.content.length > 0
    ? { resource, options: page.data.content }
    : undefined
}

/** Orders resources: that of the page first, then those of its group, then the others. */
export const searchOrder = (
  resources: readonly ResourceEntry[],
  current: ResourceEntry | undefined,
): readonly ResourceEntry[] => {
  const distance = (resource: ResourceEntry): number =>
    resource === current ? 0 : resource.group === current?.group ? 1 : 2
  return resources
    .filter(({ canonicalOperations: can }) => can['options'] && can['byId'])
    .toSorted((a, b) => distance(a) - distance(b))
}

const untouched = { text: '', found: [] as readonly Found[], isSearching: false, rest: 0 }

/** Searches after a pause. A newer text aborts the requests that are running. */
export const useRecordSearch = (
  text: string,
  ordered: readonly ResourceEntry[],
  maxResources: number,
): RecordSearch => {
  const [{ text: searched, ...state }, setState] = useState(untouched)
  const wanted = text.trim()
  const resources = ordered.slice(0, maxResources)
  const keys = resources.map(({ resourceKey }) => resourceKey).join(' ')
  useEffect(() => {
    if (wanted.length < leastCharacters) {
      setState(untouched)
      return undefined
    }
    const controller = new AbortController()
    const { signal } = controller
    const rest = ordered.length - resources.length
    setState((before) => ({ ...before, isSearching: true }))
    const start = async () => {
      const results = new Map<ResourceEntry, Found>()
      const enqueue = createQueue(atOnce)
      const show = (isSearching: boolean) => {
        if (signal.aborted) return
        const found = resources.flatMap((resource) => results.get(resource) ?? [])
        setState({ text: wanted, found, isSearching, rest })
      }
      const searchOne = async (resource: ResourceEntry) => {
        const found = signal.aborted ? undefined : await search(resource, wanted, signal)
        if (!found) return
        results.set(resource, found)
        show(true)
      }
      await Promise.all(resources.map((resource) => enqueue(() => searchOne(resource))))
      show(false)
    }
    const timer = setTimeout(start, pauseMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [wanted, keys, identity.value])
  if (wanted.length < leastCharacters) {
    return { found: [], isStale: false, isSearching: false, rest: 0 }
  }
  return { ...state, isStale: searched !== wanted }
}
