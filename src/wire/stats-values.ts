/** Values that members of requests for statistics take. */

export const bucketOrders = [
  'KEY_ASC',
  'KEY_DESC',
  'VALUE_ASC',
  'VALUE_DESC',
  'LABEL_ASC',
  'LABEL_DESC',
] as const

export const granularities = ['DAY', 'WEEK', 'MONTH'] as const

/** The largest value of the setting `platform.stats.max-buckets`, which limits requests. */
export const mostBuckets = 10_000

export const maxMetrics = 20

/** Characters. */
export const maxAliasLength = 100
