/** Follows the changes of a table while the user has switched this on. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { streamChanges } from '../../../service/change-stream.js'
import { CorollaryError } from '../../../service/connection.js'
import type { ResourceEntry } from '../../../service/discovery.js'
import { identity } from '../../../service/identity.js'
import { type Row, readRecordsByIds } from '../../../service/records.js'
import { describeError } from '../../../ui/notices.js'
import { toast } from '../../../ui/toasts.js'
import { type LiveRow, LiveRows } from './live-rows.js'
import type { RowSet } from './rows.js'
import type { Range } from './windowing.js'

export type LiveState = 'off' | 'connecting' | 'live' | 'reconnecting'

export interface Live {
  readonly state: LiveState
  readonly toggle: () => void
  /** Number of changed records that the table does not show. */
  readonly others: number
  /** Returns the row with this id, if it has changed since the table was read. */
  readonly changeOf: (id: string) => LiveRow | undefined
}

/** Returns the state of the stream, and the rows with their changes. */
export const useLive = (resource: ResourceEntry, rows: RowSet): readonly [Live, RowSet] => {
  const { idField, resourceKey } = resource
  const [followed, setFollowed] = useState<string>()
  const isOn = followed === resourceKey
  const latest = useRef(rows)
  latest.current = rows
  const live = useLiveRows(resource, isOn)
  const see = useShownRows(live, rows, latest)
  const reload = useCallback(() => {
    live?.forgetOthers()
    latest.current.reload()
  }, [live])
  const state = useStream(resource, live, { reload, stop: () => setFollowed(undefined) })
  const changed = (row: Row | undefined) => row && live?.liveOf(row)
  const at = (index: number): Row | undefined => {
    const row = rows.at(index)
    return changed(row)?.row ?? row
  }
  const changeAt = (index: number) => changed(rows.at(index))
  return [
    {
      state,
      toggle: () => {
        setFollowed(isOn ? undefined : resourceKey)
        // The current rows come from the stream only, so the table is read again.
        if (isOn) latest.current.reload()
      },
      others: live?.others ?? 0,
      changeOf: (id) => {
        for (let index = 0; index < (rows.count ?? 0); index++) {
          const row = rows.at(index)
          if (String(row?.[idField]) === id) return changed(row)
        }
        return undefined
      },
    },
    { ...rows, at, changeAt, reload, see },
  ]
}

/** The changes of a resource for the current caller; undefined while nothing is followed. */
const useLiveRows = (resource: ResourceEntry, isOn: boolean): LiveRows | undefined => {
  const { idField, resourceKey } = resource
  const [, drawAgain] = useState(0)
  return useMemo(
    () =>
      isOn
        ? new LiveRows({
            idField,
            read: (ids) => readRecordsByIds(resource, ids),
            onChange: () => drawAgain((count) => count + 1),
          })
        : undefined,
    [isOn, resourceKey, identity.value],
  )
}

/** Notes which rows the table shows, so that their changes are read. */
const useShownRows = (
  live: LiveRows | undefined,
  rows: RowSet,
  latest: { readonly current: RowSet },
): ((range: Range) => void) => {
  const visible = useRef<Range>({ start: 0, end: 0 })
  const show = () => live?.show(latest.current, visible.current)
  useEffect(show, [live, rows.key, rows.count, rows.isLoading, rows.dataVersion])
  useEffect(() => live?.forgetOthers(), [rows.key])
  return useCallback(
    (range: Range) => {
      visible.current = range
      rows.see(range)
      show()
    },
    [live, rows.see],
  )
}

/** Receives the changes of the resource, until the table is closed or the stream fails. */
const useStream = (
  resource: ResourceEntry,
  live: LiveRows | undefined,
  { reload, stop }: { reload: () => void; stop: () => void },
): LiveState => {
  const [state, setState] = useState<LiveState>('off')
  useEffect(() => {
    if (!live) return setState('off')
    const controller = new AbortController()
    follow(resource, live, { reload, setState, signal: controller.signal }).catch((error) => {
      stop()
      if (!(error instanceof CorollaryError)) throw error
      toast(describeError(error), 'error')
    })
    return () => {
      controller.abort()
      live.close()
    }
  }, [live])
  return state
}

interface Following {
  readonly reload: () => void
  readonly setState: (state: LiveState) => void
  readonly signal: AbortSignal
}

const follow = async (
  resource: ResourceEntry,
  live: LiveRows,
  { reload, setState, signal }: Following,
): Promise<void> => {
  setState('connecting')
  let isFirst = true
  for await (const notice of streamChanges(resource, signal)) {
    if (notice.type === 'change') live.change(notice.id)
    else if (notice.type === 'stale') live.suspect()
    else if (notice.type === 'interrupted') setState('reconnecting')
    else {
      setState('live')
      // Changes between the reading of the table and the first event are unknown.
      if (isFirst || notice.type === 'reset') reload()
      isFirst = false
    }
  }
}
