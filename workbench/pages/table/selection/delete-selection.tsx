/** Deletes the selected records, or moves them to the trash: all of them, or none. */
import { useState } from 'preact/hooks'
import type { BulkItem } from '../../../../src/wire/bulk.js'
import { labelOf } from '../../../fields/label.js'
import type { CorollaryError } from '../../../service/connection.js'
import type { Id, ResourceEntry } from '../../../service/discovery.js'
import { deleteRecords, hasTrash } from '../../../service/records.js'
import { t, tn } from '../../../texts/translate.js'
import { ConfirmDialog } from '../../../ui/confirm-dialog.js'
import { RecordName } from '../../../ui/record-name.js'
import { refusedItems } from '../../../ui/refusals.js'
import { OutcomeDialog } from '../../../workflow/outcome-dialog.js'
import { missingOf, type Outcome } from '../../../workflow/run-action.js'
import { sayDeleted } from '../../restore-records.js'
import { nobody } from './selection.js'
import type { TableSelection } from './use-selection.js'

interface DeleteSelectionProps {
  readonly resource: ResourceEntry
  readonly selected: TableSelection
  /** The records are destroyed, and not kept in the trash. */
  readonly isPermanent: boolean
  readonly onDone: (deleted: readonly Id[]) => void
  readonly onClose: () => void
}

/** Maximum number of records that a question names. */
const namedRecords = 5

/** Returns the records because of which nothing was deleted. */
const obstaclesOf = (error: CorollaryError): readonly BulkItem[] => {
  const missing = error.errors[0]?.properties?.['missingIds']
  if (!Array.isArray(missing)) return refusedItems(error)
  return missing.map((id: Id) => ({
    id,
    status: 'FAILED',
    code: error.code,
    message: t('There is no such record.'),
  }))
}

export const DeleteSelection = (props: DeleteSelectionProps) => {
  const { resource, selected, isPermanent, onDone, onClose } = props
  const { selection } = selected
  const chosen = selection.kind === 'records' ? selection.chosen : nobody
  // The question stays the same, whatever is selected afterwards.
  const [records] = useState(chosen)
  const [refused, setRefused] = useState<Outcome>()
  const remove = async (ids: readonly Id[]): Promise<CorollaryError | undefined> => {
    const result = await deleteRecords(resource, ids, { isPermanent })
    if (result.ok) {
      const text = tn(ids.length, '{count} record was deleted.', '{count} records were deleted.')
      sayDeleted(resource, { ids, isPermanent }, text)
      onDone([...ids, ...(refused ? missingOf(refused) : [])])
      onClose()
      return undefined
    }
    const items = obstaclesOf(result.error)
    if (items.length === 0) return result.error
    setRefused({ items, isRefusal: true })
    return undefined
  }
  const title = tn(records.size, 'Delete {count} record', 'Delete {count} records')
  if (refused) {
    return (
      <OutcomeDialog
        {...{ title, resource }}
        all={[...records.keys()]}
        outcome={refused}
        onRepeat={remove}
        onClose={() => {
          onDone(missingOf(refused))
          onClose()
        }}
      />
    )
  }
  const named = [...records].slice(0, namedRecords)
  const more = records.size - named.length
  return (
    <ConfirmDialog
      title={title}
      action={isPermanent ? t('Delete permanently') : t('Delete')}
      isDangerous
      onAgree={() => remove([...records.keys()])}
      onClose={onClose}
    >
      <ul class="named-records">
        {named.map(([id, row]) => (
          <li key={id} class="cut">
            <RecordName {...{ resource, id }} label={labelOf(resource, row)} />
          </li>
        ))}
        {more > 0 && <li class="faint">{tn(more, 'and {count} more', 'and {count} more')}</li>}
      </ul>
      <p class="faint">
        {hasTrash(resource) && !isPermanent
          ? t('All of them or none. They can be restored from the trash.')
          : t('All of them or none. This cannot be undone.')}
      </p>
    </ConfirmDialog>
  )
}
