/**
 * Values of members in requests for statistics and in their responses, and the limits of requests.
 */

export const bucketOrders = [
  'KEY_ASC',
  'KEY_DESC',
  'VALUE_ASC',
  'VALUE_DESC',
  'LABEL_ASC',
  'LABEL_DESC',
] as const
export type BucketOrder = (typeof bucketOrders)[number]

export const granularities = ['DAY', 'WEEK', 'MONTH'] as const
export type Granularity = (typeof granularities)[number]

export const distributionModes = ['TERMS', 'HISTOGRAM'] as const

export const maxMetrics = 20

/** Characters. */
export const maxAliasLength = 100
