/** The body of a delivery: the change as the caller of the webhook may read it. */
import { wireIdOf } from '../../model/stored-value.js'
import type { ResourceView } from '../../query/rows/row-access.js'
import { canonicalIdReader } from '../../query/statements/lock-statements.js'
import { entryJson } from '../history/read-history.js'
import type { ClaimedDelivery } from './delivery-statements.js'

/** `{"type":"sales.orders.update","timestamp":"…","data":{"id":1,…}}`, `data` as in the history. */
export const bodyOf = (
  resource: ResourceView,
  { record, change }: Pick<ClaimedDelivery, 'record' | 'change'>,
): string => {
  const { entity, key } = resource
  const id = record === null ? null : wireIdOf(entity, canonicalIdReader(entity.primaryKey)(record))
  const head = JSON.stringify({ type: `${key}.${change.operation}`, timestamp: change.at })
  const entry = entryJson(resource, change)
  return `${head.slice(0, -1)},"data":{"id":${JSON.stringify(id)},${entry.slice(1)}}`
}
