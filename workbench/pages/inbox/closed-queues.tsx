/** Queues in which the caller may not act, whatever the record is, with the reasons. */
import { addresses } from '../../browser/router.js'
import { tn } from '../../texts/translate.js'
import { describeReason } from '../../ui/reasons.js'
import type { CountedQueue } from './read-inbox.js'

export const ClosedQueues = ({ queues }: { readonly queues: readonly CountedQueue[] }) => (
  <ul class="closed-queues">
    {queues.map(({ queue, total }) => (
      <li key={queue.key}>
        <a href={addresses.table(queue.resource.resourceKey, queue.filter)}>
          {queue.resource.title}: {queue.state.label}
        </a>{' '}
        <span class="faint">{tn(total, '{count} record', '{count} records')}</span>
        <ul class="reasons">
          {queue.actions.map(({ id, title, availability }) => (
            <li key={id}>
              <strong>{title}:</strong> {describeReason(availability, queue.shape)}
            </li>
          ))}
        </ul>
      </li>
    ))}
  </ul>
)
