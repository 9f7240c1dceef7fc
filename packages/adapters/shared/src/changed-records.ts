/** Collects the changes of records, so that a burst of them causes one refresh. */
import type { ChangeNotice } from 'corollary/client'

export type ChangeType = 'created' | 'updated' | 'deleted'

/** The records that changed, by what happened to them; undefined if any record may have changed. */
export type ChangedRecords<Id> = ReadonlyMap<ChangeType, ReadonlySet<Id>> | undefined

const typeOf = {
  ...{ create: 'created', update: 'updated', action: 'updated', delete: 'deleted' },
} as const satisfies Readonly<Record<string, ChangeType>>

export interface RecordListener<Id> {
  /** The stream is open for the first time: what was read before may have changed before. */
  readonly onOpened: () => void
  /** Called at most once in the interval. */
  readonly onChanged: (changed: ChangedRecords<Id>) => void
}

/** @throws CorollaryError that ends the stream */
export const followRecords = async <Id>(
  changes: AsyncIterable<ChangeNotice<Id>>,
  intervalMs: number,
  { onOpened, onChanged }: RecordListener<Id>,
): Promise<void> => {
  let changed = new Map<ChangeType, Set<Id>>()
  let isAnyChanged = false
  let isOpen = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = (): void => {
    timer = undefined
    if (isAnyChanged) onChanged(undefined)
    else if (changed.size > 0) onChanged(changed)
    changed = new Map()
    isAnyChanged = false
  }
  try {
    for await (const notice of changes) {
      if (notice.type === 'interrupted') continue
      if (notice.type === 'ready') {
        // A stream that is opened again continues where it broke.
        if (!isOpen) onOpened()
        isOpen = true
        continue
      }
      if (notice.type === 'change') {
        const type = typeOf[notice.operation]
        changed.set(type, (changed.get(type) ?? new Set()).add(notice.id))
      } else isAnyChanged = true
      timer ??= setTimeout(flush, intervalMs)
    }
  } finally {
    clearTimeout(timer)
    flush()
  }
}
