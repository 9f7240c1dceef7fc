/** Collects the changes of records, so that a burst of them causes one refresh. */
import type { ChangeNotice } from 'corollary/client'

export type ChangeType = 'created' | 'updated' | 'deleted'

const typeOf = {
  ...{ create: 'created', update: 'updated', action: 'updated', delete: 'deleted' },
} as const satisfies Readonly<Record<string, ChangeType>>

/**
 * Calls `onChanged` at most once in `intervalMs` for each type of change, with the records that
 * changed, or once with `*` and without ids if any record may have changed.
 * @throws CorollaryError that ends the stream
 */
export const followRecords = async <Id>(
  changes: AsyncIterable<ChangeNotice<Id>>,
  intervalMs: number,
  onChanged: (type: ChangeType | '*', ids: readonly Id[] | undefined) => void,
): Promise<void> => {
  const changed = new Map<ChangeType, Set<Id>>()
  let isAnyChanged = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = (): void => {
    timer = undefined
    if (isAnyChanged) onChanged('*', undefined)
    else for (const [type, ids] of changed) onChanged(type, [...ids])
    changed.clear()
    isAnyChanged = false
  }
  try {
    for await (const notice of changes) {
      if (notice.type === 'change') {
        const type = typeOf[notice.operation]
        changed.set(type, (changed.get(type) ?? new Set()).add(notice.id))
      } else if (notice.type === 'stale' || notice.type === 'reset') isAnyChanged = true
      else continue
      timer ??= setTimeout(flush, intervalMs)
    }
  } finally {
    clearTimeout(timer)
    flush()
  }
}
