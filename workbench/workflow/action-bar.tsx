/** The actions of a record as buttons, with the reasons why some are not available. */
import type { ComponentChildren } from 'preact'
import type { Action } from '../../src/wire/catalogs/actions.js'
import type { Shape } from '../service/shape.js'
import { describeReason } from '../ui/reasons.js'
import { ActionButton } from './action-button.js'
import type { ActionDialogProps } from './action-dialog.js'

interface ActionBarProps extends Omit<ActionDialogProps, 'action' | 'onClose'> {
  readonly actions: readonly Action[]
  readonly shape: Shape | undefined
  /** Further buttons beside the actions. */
  readonly children?: ComponentChildren
}

/** Returns the titles of actions by the reason that denies them. */
const reasonsOf = (actions: readonly Action[], shape: Shape | undefined) => {
  const titles = new Map<string, string[]>()
  for (const { availability, title } of actions) {
    const reason = describeReason(availability, shape)
    if (reason) titles.set(reason, [...(titles.get(reason) ?? []), title])
  }
  return [...titles]
}

export const ActionBar = ({ actions, children, ...target }: ActionBarProps) => (
  <div class="action-bar">
    <div class="row">
      {actions.map((action) => (
        <ActionButton key={action.id} action={action} {...target} />
      ))}
      {children}
    </div>
    {/* Screen readers read the reasons with the buttons. */}
    <ul class="reasons" aria-hidden="true">
      {reasonsOf(actions, target.shape).map(([reason, titles]) => (
        <li key={reason}>
          <strong>{titles.join(', ')}:</strong> {reason}
        </li>
      ))}
    </ul>
  </div>
)
