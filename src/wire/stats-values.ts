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

export const maxMetrics = 20

/** Characters. */
export const maxAliasLength = 100
