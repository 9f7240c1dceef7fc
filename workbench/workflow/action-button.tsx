/** A button for an entry of an action catalog. */
import { useId, useState } from 'preact/hooks'
import { newIdempotencyKey } from '../forms/idempotency-key.js'
import type { Shape } from '../service/shape.js'
import { t } from '../texts/translate.js'
import { Button } from '../ui/button.js'
import { describeReason } from '../ui/reasons.js'
import { describeRefusal } from '../ui/refusals.js'
import { toast } from '../ui/toasts.js'
import type { ActionDialogProps } from './action-dialog.js'
import { confirmationOf, isDangerous, maxRecords, requestOf } from './interaction.js'
import { ActionDialog } from './later-action-dialog.js'
import { runAction } from './run-action.js'

interface ActionButtonProps extends Omit<ActionDialogProps, 'onClose'> {
  /** Shape with the labels of states, for the reason of a denial. */
  readonly shape?: Shape | undefined
}

/** Returns the reason why the button cannot be used; empty if it can. */
const obstacleOf = ({ action, ids, shape }: ActionButtonProps): string => {
  const limit = maxRecords(action)
  if (!action.availability.allowed) return describeReason(action.availability, shape)
  if (ids?.length === 0) return t('Select records first.')
  if (ids && limit !== undefined && ids.length > limit) {
    return t('At most {most} records at once.', { most: limit })
  }
  return ''
}

/**
 * A button that cannot be used stays visible and reachable by keyboard, and says why: in its
 * tooltip, and to screen readers.
 */
export const ActionButton = (props: ActionButtonProps) => {
  const { action, id, ids, etag, onDone } = props
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const reasonId = useId()
  const obstacle = obstacleOf(props)
  const isDirect =
    action.execution.interaction.mode !== 'FORM' &&
    confirmationOf(action) === 'none' &&
    ids === undefined
  const runNow = async () => {
    setBusy(true)
    const headers = { etag, idempotencyKey: newIdempotencyKey() }
    const { error } = await runAction(action, requestOf(action, { id, ids }, {}, headers))
    setBusy(false)
    if (error) toast(describeRefusal(error), 'error')
    onDone([])
  }
  const press = () => {
    if (obstacle || isBusy) return
    if (isDirect) runNow()
    else setOpen(true)
  }
  return (
    <>
      <Button
        kind={isDangerous(action) ? 'danger' : undefined}
        aria-disabled={obstacle !== '' || isBusy}
        aria-describedby={obstacle ? reasonId : undefined}
        title={obstacle || action.description || undefined}
        onClick={press}
      >
        {action.title}
      </Button>
      {obstacle && (
        <span id={reasonId} class="visually-hidden">
          {obstacle}
        </span>
      )}
      {isOpen && <ActionDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
