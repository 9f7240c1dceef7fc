/** Offers to undo a deletion where deleted records are in the trash. */
import { noteChange } from '../service/changes.js'
import type { Id, ResourceEntry } from '../service/discovery.js'
import { hasTrash, restoreRecord } from '../service/records.js'
import { t } from '../texts/translate.js'
import { describeRefusal } from '../ui/refusals.js'
import { toast } from '../ui/toasts.js'
import { offerUndo } from '../ui/undo.js'

interface Deletion {
  readonly ids: readonly Id[]
  readonly isPermanent: boolean
}

/** Says that records were deleted. */
export const sayDeleted = (
  resource: ResourceEntry,
  { ids, isPermanent }: Deletion,
  text: string,
): void => {
  if (!hasTrash(resource) || isPermanent) toast(text)
  else offerUndo(text, resource.resourceKey, () => restoreRecords(resource, ids))
}

const restoreRecords = async (resource: ResourceEntry, ids: readonly Id[]): Promise<boolean> => {
  for (const id of ids) {
    const result = await restoreRecord(resource, id)
    // A record that is not in the trash was restored already.
    if (!result.ok && result.error.code !== 'RESOURCE_STATE_BLOCKED') {
      toast(describeRefusal(result.error), 'error')
      noteChange()
      return false
    }
  }
  toast(t('Restored.'))
  noteChange()
  return true
}
