/** Asks before a record is deleted, or moved to the trash. */
import type { Id, ResourceEntry } from '../../service/discovery.js'
import { deleteRecord, hasTrash } from '../../service/records.js'
import { t } from '../../texts/translate.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { isOutdated } from '../../ui/refusals.js'
import { sayDeleted } from '../restore-records.js'

interface DeleteDialogProps {
  readonly resource: ResourceEntry
  readonly id: Id
  readonly name: string
  /** The version that the user saw. Another version is not deleted. */
  readonly etag: string | undefined
  /** The record is destroyed, and not kept in the trash. */
  readonly isPermanent?: boolean
  readonly onDeleted: () => void
  /** Called if the record has changed since it was read. */
  readonly onOutdated: () => void
  readonly onClose: () => void
}

export const DeleteDialog = (props: DeleteDialogProps) => {
  const { resource, id, name, etag, isPermanent = false, onDeleted, onOutdated, onClose } = props
  const remove = async () => {
    const ifMatch = resource.versioned ? etag : undefined
    const result = await deleteRecord(resource, id, { ifMatch, isPermanent })
    if (result.ok) {
      sayDeleted(resource, { ids: [id], isPermanent }, t('{name} was deleted.', { name }))
      onDeleted()
      return undefined
    }
    if (isOutdated(result.error)) onOutdated()
    return result.error
  }
  return (
    <ConfirmDialog
      title={isPermanent ? t('Delete the record permanently') : t('Delete the record')}
      action={isPermanent ? t('Delete permanently') : t('Delete')}
      isDangerous
      onAgree={remove}
      onClose={onClose}
    >
      <p>
        <strong dir="auto">{name}</strong>
        <span class="faint">
          {' · '}
          {resource.recordTitle} {id}
        </span>
      </p>
      <p class="faint">
        {hasTrash(resource) && !isPermanent
          ? t('It can be restored from the trash.')
          : t('This cannot be undone.')}
      </p>
    </ConfirmDialog>
  )
}
