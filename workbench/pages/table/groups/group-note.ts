/** Says what the numbers of a table of groups do not count. */
import type { GroupByResponse } from '../../../../src/wire/stats-responses.js'
import { formatDateTime } from '../../../fields/format.js'
import { t } from '../../../texts/translate.js'

type Counts = Pick<GroupByResponse, 'buckets' | 'truncated' | 'totals' | 'asOf'>

/** @param total number of records in the groups that are not folded */
export const noteOn = (counts: Counts | undefined, total: number | undefined): string => {
  const { buckets = [], truncated = false, totals, asOf } = counts ?? {}
  const folded = (totals?.count ?? 0) - (total ?? Number.POSITIVE_INFINITY)
  return [
    folded > 0 && t('{count} in folded groups', { count: folded }),
    truncated &&
      (buckets.length > 0
        ? t('Only the first {count} groups are counted', { count: buckets.length })
        : t('The groups could not be counted')),
    asOf && t('As of {time}', { time: formatDateTime(asOf) }),
  ]
    .filter(Boolean)
    .join(' · ')
}
