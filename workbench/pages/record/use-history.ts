/** Reads the history of a record, page after page. */
import { useState } from 'preact/hooks'
import type { CorollaryError } from '../../service/connection.js'
import type { Id, ResourceEntry } from '../../service/discovery.js'
import { useLoad } from '../../service/load.js'
import { type HistoryEntry, readHistory } from '../../service/records.js'

const size = 50

interface Older {
  /** The first page, which further pages continue. */
  readonly of: unknown
  readonly entries: readonly HistoryEntry[]
  readonly next: string | null
  readonly error?: CorollaryError | undefined
}

/** @param version of the record: it is read again when it differs */
export const useHistory = (resource: ResourceEntry, id: Id, version: string | undefined) => {
  const subject = JSON.stringify([resource.resourceKey, id, 'history'])
  const newest = useLoad(
    `${subject} ${version}`,
    (signal) => readHistory(resource, id, { size }, signal),
    subject,
  )
  const [read, setRead] = useState<Older>()
  const { data } = newest
  const older: Older | undefined = data && (read?.of === data ? read : startOf(data))
  const readOlder = async () => {
    if (!older?.next) return
    const result = await readHistory(resource, id, { size, after: older.next })
    setRead(
      result.ok
        ? {
            of: data,
            entries: [...older.entries, ...result.data.content],
            next: result.data.next,
          }
        : { ...older, error: result.error },
    )
  }
  return {
    entries: data && [...data.content, ...(older?.entries ?? [])],
    hasOlder: older?.next != null,
    error: newest.error ?? older?.error,
    retry: newest.error ? newest.reload : readOlder,
    readOlder,
  }
}

const startOf = (page: { readonly next: string | null }): Older => ({
  ...{ of: page, entries: [], next: page.next },
})
