/**
 * Caches exact totals. A total is used only while the dataset version is the one that it was
 * counted at; the statement itself compares them, on its own snapshot, so nodes need not agree.
 */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { formatDay } from '../../foundation/time/zoned-time.js'
import { type Criterion, describeCriteria } from '../../query/filter/criteria.js'
import type { Clock } from '../../query/filter/operations/meaning.js'
import type { ResourceView } from '../../query/rows/row-access.js'
import type { KnownTotal } from '../../query/statements/page-statement.js'
import type { CacheUsage } from './cache-metrics.js'
import { isMomentary, isRelative } from './momentary.js'

export interface TotalCache {
  readonly usage: () => CacheUsage
  /**
   * Identifies everything that a total depends on except the data. Undefined: the total is not
   * cached.
   */
  keyOf(resource: ResourceView, criteria: readonly Criterion[], clock: Clock): string | undefined
  get(key: string | undefined): KnownTotal | undefined
  set(key: string | undefined, counted: { datasetVersion: string | null; total: number }): void
}

/** A key, a version of up to 30 digits, and the overhead of the map. */
const entryBytes = 400

/** A longer key is digested, which takes longer than to compare a short one. */
const maxKeyLength = 150

/** The order of the criteria does not matter. */
const keyOfSet = (
  { key, accessDigest }: ResourceView,
  criteria: readonly Criterion[],
  today: string | null,
): string => {
  const text = `${JSON.stringify([key, accessDigest, today])}${describeCriteria(criteria)}`
  return text.length <= maxKeyLength ? text : hash('sha256', text)
}

export const createTotalCache = (maxBytes: number): TotalCache => {
  const maxEntries = Math.floor(maxBytes / entryBytes)
  const cache = maxEntries > 0 ? new LRUCache<string, KnownTotal>({ max: maxEntries }) : undefined
  let hits = 0
  let misses = 0
  return {
    usage: () => ({ hits, misses, bytes: (cache?.size ?? 0) * entryBytes }),
    keyOf: (resource, criteria, { now }) => {
      if (!cache || !resource.dataset?.isComplete) return undefined
      if (isMomentary(criteria)) return undefined
      const today = isRelative(criteria) ? formatDay(now.getTime()) : null
      return keyOfSet(resource, criteria, today)
    },
    get: (key) => (key === undefined ? undefined : cache?.get(key)),
    set: (key, { datasetVersion, total }) => {
      if (!cache || key === undefined || datasetVersion === null) return
      // The statement used a known total of this version.
      if (cache.peek(key)?.datasetVersion === datasetVersion) hits++
      else misses++
      cache.set(key, { datasetVersion, total })
    },
  }
}
