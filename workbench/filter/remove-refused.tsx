/** A button that removes the criteria because of which the service refused a filter. */
import type { CorollaryError } from '../service/connection.js'
import type { Filter } from '../service/records.js'
import { tn } from '../texts/translate.js'
import { Button } from '../ui/button.js'
import { refusedCriteria, withoutCriteria } from './refused-criteria.js'

export interface RemoveRefusedProps {
  readonly error: CorollaryError
  /** The criteria that the user can change. */
  readonly filter: Filter
  readonly onChange: (filter: Filter) => void
  /** The element that has the focus when the notice and its button are gone. */
  readonly area: { readonly current: HTMLElement | null }
}

export const RemoveRefused = ({ error, filter, onChange, area }: RemoveRefusedProps) => {
  const refused = refusedCriteria(error, filter)
  if (refused.length === 0) return null
  const remove = () => {
    area.current?.focus()
    onChange(withoutCriteria(filter, refused))
  }
  return (
    <Button onClick={remove}>
      {tn(refused.length, 'Remove this criterion', 'Remove these {count} criteria')}
    </Button>
  )
}
