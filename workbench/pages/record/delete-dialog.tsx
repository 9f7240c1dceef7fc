/** Asks before a record is deleted. */
import type { Id, ResourceEntry } from '../../service/discovery.js'
import { deleteRecord } from '../../service/records.js'
import { t } from '../../texts/translate.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { isOutdated } from '../../ui/refusals.js'
import { toast } from '../../ui/toasts.js'

interface DeleteDialogProps {
  readonly resource: ResourceEntry
  readonly id: Id
  readonly name: string
  /** The version that the user saw. Another version is not deleted. */
  readonly etag: string | undefined
  readonly onDeleted: () => void
  /** Called if the record has changed since it was read. */
  readonly onOutdated: () => void
  readonly onClose: () => void
}

export const DeleteDialog = (props: DeleteDialogProps) => {
  const { resource, id, name, etag, onDeleted, onOutdated, onClose } = props
  const remove = async () => {
    const result = await deleteRecord(resource, id, resource.versioned ? etag : undefined)
    if (result.ok) {
      toast(t('{name} was deleted.', { name }))
      onDeleted()
      return undefined
    }
    if (isOutdated(result.error)) onOutdated()
    return result.error
  }
  return (
    <ConfirmDialog
      title={t('Delete the record')}
      action={t('Delete')}
      isDangerous
      onAgree={remove}
      onClose={onClose}
    >
      <p>
        <strong dir="auto">{name}</strong>
        <span class="faint">
          {' · '}
          {resource.title} {id}
        </span>
      </p>
      <p class="faint">{t('This cannot be undone.')}</p>
    </ConfirmDialog>
  )
}
