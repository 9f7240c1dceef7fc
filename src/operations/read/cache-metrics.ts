/** The metrics of caches. */
import { counter, gauge, type Metric, type Sample } from '../../foundation/metrics/metrics.js'

/** Lookups since the start, and the size now. */
export interface CacheUsage {
  readonly hits: number
  readonly misses: number
  /** Estimated. */
  readonly bytes: number
}

interface Cache {
  readonly usage: () => CacheUsage
}

export const cacheMetrics = (caches: Readonly<Record<string, Cache>>): readonly Metric[] => [
  counter(
    'cache_lookups_total',
    'Lookups in a cache. A hit may need a statement to prove it.',
    () =>
      Object.entries(caches).flatMap(([cache, { usage }]): Sample<number>[] => {
        const { hits, misses } = usage()
        return [
          [{ cache, result: 'hit' }, hits],
          [{ cache, result: 'miss' }, misses],
        ]
      }),
  ),
  gauge('cache_bytes', 'Estimated size of a cache.', () =>
    Object.entries(caches).map(([cache, { usage }]): Sample<number> => [{ cache }, usage().bytes]),
  ),
]
