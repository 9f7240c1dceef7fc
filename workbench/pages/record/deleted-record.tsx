/** A record in the trash, which can be restored or deleted permanently. */
import { useState } from 'preact/hooks'
import type { Capability } from '../../../src/wire/catalogs/capabilities.js'
import { trashField } from '../../filter/trash.js'
import type { Result } from '../../service/connection.js'
import {
  type Id,
  type ResourceEntry,
  readCapabilities,
  readSchema,
} from '../../service/discovery.js'
import { useLoad } from '../../service/load.js'
import { hasTrash, locateRecord, type Row, readPage, restoreRecord } from '../../service/records.js'
import type { Shape } from '../../service/shape.js'
import { t } from '../../texts/translate.js'
import { Button } from '../../ui/button.js'
import { Empty } from '../../ui/notices.js'
import { describeForRecords } from '../../ui/reasons.js'
import { describeRefusal } from '../../ui/refusals.js'
import { toast } from '../../ui/toasts.js'
import { DeleteDialog } from './delete-dialog.js'
import { RecordFacts } from './record-facts.js'
import type { RecordViewProps } from './record-props.js'

/** Draws the content for records that are not in the trash, or that the caller may not see. */
export const DeletedRecord = ({
  children,
  shape,
  ...props
}: RecordViewProps & {
  /** Shape of the record. */
  readonly shape: Shape | undefined
  readonly children: preact.ComponentChildren
}) => {
  const { resource, id } = props
  const deleted = useLoad(
    hasTrash(resource) && resource.schemas.filter
      ? `deleted ${resource.resourceKey} ${id}`
      : undefined,
    (signal) => readDeleted(resource, id, signal),
  )
  const capabilities = useLoad(resource.capabilitiesUrl, () => readCapabilities(resource))
  if (deleted.isLoading) return null
  if (!deleted.data) return children
  const { restore, permanentDelete } = capabilities.data?.operations ?? {}
  return (
    <>
      <Empty title={t('This record is in the trash.')}>
        <div class="row">
          {restore?.supported && <RestoreButton {...props} capability={restore} />}
          {permanentDelete?.supported && (
            <PermanentDeleteButton {...props} capability={permanentDelete} />
          )}
        </div>
      </Empty>
      {shape && (
        <RecordFacts
          resource={props.resource}
          {...{ shape }}
          row={deleted.data}
          Title={props.onClose ? 'h3' : 'h2'}
        />
      )}
    </>
  )
}

/** Finds the record by its place among the deleted ones, because its own address is not found. */
const readDeleted = async (
  resource: ResourceEntry,
  id: Id,
  signal: AbortSignal,
): Promise<Result<Row | undefined>> => {
  const shape = await readSchema(resource.schemas.filter!)
  if (!shape.ok) return shape
  const field = trashField(shape.data)
  if (!field) return { ...shape, data: undefined }
  const filter = { [field.name]: 'only' }
  const place = await locateRecord(resource, id, filter, { size: 1 }, signal)
  if (!place.ok) return place
  const page = await readPage(resource, filter, { page: place.data.page, size: 1 }, signal)
  return page.ok ? { ...page, data: page.data.content[0] } : page
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
  const obstacle = describeForRecords(capability.availability)
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
  const obstacle = describeForRecords(capability.availability)
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
