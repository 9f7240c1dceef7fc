/** A record in the trash, which can be restored or deleted permanently. */
import { useState } from 'preact/hooks'
import type { Capability } from '../../../src/wire/catalogs/capabilities.js'
import { readItemCapabilities } from '../../service/discovery.js'
import { useLoad } from '../../service/load.js'
import { restoreRecord } from '../../service/records.js'
import { t } from '../../texts/translate.js'
import { Button } from '../../ui/button.js'
import { Empty } from '../../ui/notices.js'
import { describeReason } from '../../ui/reasons.js'
import { describeRefusal } from '../../ui/refusals.js'
import { toast } from '../../ui/toasts.js'
import { DeleteDialog } from './delete-dialog.js'
import type { RecordViewProps } from './record-props.js'

/** Draws the content for records that are not in the trash, or that the caller may not see. */
export const DeletedRecord = ({
  children,
  ...props
}: RecordViewProps & { children: preact.ComponentChildren }) => {
  const { resource, id } = props
  const capabilities = useLoad(
    resource.canonicalOperations['restore'] ? `deleted ${resource.resourceKey} ${id}` : undefined,
    (signal) => readItemCapabilities(resource, id, signal),
  )
  if (capabilities.isLoading) return null
  if (!capabilities.data) return children
  const { restore, permanentDelete } = capabilities.data.operations
  return (
    <Empty title={t('This record is in the trash.')}>
      <div class="row">
        {restore?.supported && <RestoreButton {...props} capability={restore} />}
        {permanentDelete?.supported && (
          <PermanentDeleteButton {...props} capability={permanentDelete} />
        )}
      </div>
    </Empty>
  )
}

type ButtonProps = RecordViewProps & { readonly capability: Capability }

const RestoreButton = ({ resource, id, onChanged, capability }: ButtonProps) => {
  const [isBusy, setBusy] = useState(false)
  const restore = async () => {
    setBusy(true)
    const result = await restoreRecord(resource, id)
    setBusy(false)
    if (!result.ok) return toast(describeRefusal(result.error), 'error')
    toast(t('Restored.'))
    onChanged()
  }
  const obstacle = describeReason(capability.availability)
  return (
    <Button
      kind="primary"
      aria-disabled={isBusy || obstacle !== ''}
      title={obstacle || undefined}
      onClick={() => obstacle === '' && !isBusy && restore()}
    >
      {t('Restore')}
      {obstacle && <span class="visually-hidden">{obstacle}</span>}
    </Button>
  )
}

const PermanentDeleteButton = ({ resource, id, onDeleted, onChanged, capability }: ButtonProps) => {
  const [isAsking, setAsking] = useState(false)
  const obstacle = describeReason(capability.availability)
  return (
    <>
      <Button
        kind="danger"
        icon="trash"
        aria-disabled={obstacle !== ''}
        title={obstacle || undefined}
        onClick={() => obstacle === '' && setAsking(true)}
      >
        {t('Delete permanently')}
        {obstacle && <span class="visually-hidden">{obstacle}</span>}
      </Button>
      {isAsking && (
        <DeleteDialog
          {...{ resource, id, onDeleted }}
          name={String(id)}
          isPermanent
          etag={undefined}
          onOutdated={onChanged}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
