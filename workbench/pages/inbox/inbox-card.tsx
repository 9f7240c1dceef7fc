/** A record of the inbox: what it is, how long it waits, and the actions on it. */
import { formatAge } from '../../fields/age.js'
import { formatValue } from '../../fields/format.js'
import { t } from '../../texts/translate.js'
import { describeReason } from '../../ui/reasons.js'
import { ActionButton } from '../../workflow/action-button.js'
import { CardBody } from '../cards/card-body.js'
import { authorOf } from '../cards/card-fields.js'
import type { Item } from './read-inbox.js'

interface InboxCardProps {
  readonly item: Item
  /** Called after the record may have changed. */
  readonly onDone: () => void
  /** The keys of the page act on this card. */
  readonly isActive?: boolean
}

export const InboxCard = ({ item, onDone, isActive = false }: InboxCardProps) => {
  const { queue, row, id, etag, actions, since } = item
  const { resource, shape, stateField } = queue
  const author = authorOf(shape)
  const name = author && formatValue(author, row[author.name])
  const age = since && formatAge(since, Date.now())
  const reasons = actions.filter(({ availability }) => !availability.allowed)
  return (
    <>
      <CardBody
        {...{ resource, shape, row }}
        mark={stateField}
        except={[queue.since?.name, author?.name]}
      />
      <p class="record-card-note">
        {[resource.title, age, name && t('by {owner}', { owner: name })]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div class={isActive ? 'inbox-actions active' : 'inbox-actions'}>
        {actions.map((action) => (
          <ActionButton
            key={action.id}
            {...{ action, resource, id, record: row, etag, shape, onDone }}
          />
        ))}
      </div>
      {reasons.length > 0 && (
        <ul class="reasons" aria-hidden="true">
          {reasons.map(({ id: actionId, title, availability }) => (
            <li key={actionId}>
              <strong>{title}:</strong> {describeReason(availability, shape)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
