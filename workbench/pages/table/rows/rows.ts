/** The rows of a table: a page of the filtered set, or all rows to which the user has scrolled. */
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import type { CorollaryError } from '../../../service/connection.js'
import type { ResourceEntry } from '../../../service/discovery.js'
import { identity } from '../../../service/identity.js'
import { useLoad, useRetry } from '../../../service/load.js'
import {
  countRecords,
  type Filter,
  type Row,
  readCursorPage,
  readPage,
} from '../../../service/records.js'
import { t } from '../../../texts/translate.js'
import {
  type Chunks,
  countRows,
  cursorOf,
  noChunks,
  refresh,
  rowAt,
  wantedChunk,
  withChunk,
  withoutCursors,
} from './chunks.js'
import type { LiveRow } from './live-rows.js'
import { joinRuns, type Run, runsOf } from './runs.js'
import type { Range } from './windowing.js'

export interface RowSet {
  /** Key that differs between sets, orders and pages. */
  readonly key: string
  /** Number of rows with a place in the table; undefined before the first response. */
  readonly count: number | undefined
  /** Returns a row by its index; undefined while it is not loaded. */
  readonly at: (index: number) => Row | undefined
  /** Returns the change of a live row since the table was read. */
  readonly changeAt?: (index: number) => LiveRow | undefined
  /** Index of the first row in the filtered set. */
  readonly offset: number
  /** Number of rows of the filtered set; undefined until it is known. */
  readonly total: number | undefined
  /** More rows follow if the user scrolls further. */
  readonly hasMore: boolean
  readonly dataVersion: string | undefined
  readonly error: CorollaryError | undefined
  readonly isLoading: boolean
  readonly reload: () => void
  /** Where groups begin among the rows as they were read; empty until rows are in groups. */
  readonly runs: readonly Run[]
  /** Notes which rows are visible. */
  readonly see: (visible: Range) => void
}

/** Returns a note for rows that are still shown because they could not be read again. */
export const noteOnRows = ({ error, count = 0 }: RowSet): string | undefined =>
  error && count > 0 ? t('The rows are those that were read before.') : undefined

/** The rows that a table shows. */
interface RowsQuery {
  readonly filter: Filter
  /** Sort terms; empty for the declared order. */
  readonly sort: readonly string[]
  /** Name of the field of the groups. */
  readonly group?: string | undefined
  /** Key that a query has in common with those for other folded groups. */
  readonly groupsKey?: string | undefined
}

const ignore = (): void => {}

/** Reads a page of rows; nothing unless `isActive`. */
export const usePageRows = (
  resource: ResourceEntry,
  { filter, sort, group, page, size }: RowsQuery & { page: number; size: number },
  isActive = true,
): RowSet => {
  const key = JSON.stringify([resource.resourceKey, filter, sort, page, size])
  const load = useLoad(
    isActive ? key : undefined,
    async (signal) => {
      const result = await readPage(resource, filter, { sort, page, size }, signal)
      return result.ok ? { ...result, data: { ...result.data, group } } : result
    },
    resource.resourceKey,
  )
  const { data } = load
  const isGrouped = data !== undefined && data.group === group
  const runs = useMemo(() => (isGrouped ? runsOf(data.content, group) : []), [data, isGrouped])
  return {
    ...load,
    key,
    runs,
    count: data?.content.length,
    at: (index) => data?.content[index],
    offset: data ? data.number * data.size : 0,
    total: data?.totalElements,
    hasMore: false,
    see: ignore,
  }
}

/** Number of rows in a request. */
const chunkSize = 100

interface Scrolled {
  readonly key: string | undefined
  readonly group: string | undefined
  readonly groupsKey: string | undefined
  readonly chunks: Chunks
  readonly dataVersion: string | undefined
}

const untouched: Scrolled = {
  key: undefined,
  group: undefined,
  groupsKey: undefined,
  chunks: noChunks,
  dataVersion: undefined,
}

interface Failure {
  readonly key: string | undefined
  readonly error: CorollaryError
}

export const useEndlessRows = (
  resource: ResourceEntry,
  { filter, sort, group, groupsKey }: RowsQuery,
  isActive = true,
): RowSet => {
  const [round, setRound] = useState(0)
  const [state, setState] = useState(untouched)
  const [failure, setFailure] = useState<Failure>()
  const [visible, see] = useState(atTop)
  const setKey = JSON.stringify([resource.resourceKey, filter])
  const total = useLoad(
    isActive ? `${setKey} ${round}` : undefined,
    (signal) => countRecords(resource, filter, signal),
    resource.resourceKey,
  )
  const key = isActive ? JSON.stringify([identity.value, setKey, sort]) : undefined
  const isCurrent = state.key === key
  const isFolded = groupsKey !== undefined && groupsKey === state.groupsKey
  const chunks = useMemo(() => {
    if (isCurrent) return state.chunks
    return isFolded ? withoutCursors(state.chunks, visible) : noChunks
  }, [state, key])
  const error = failure?.key === key ? failure?.error : undefined
  const isBlocked = key === undefined || error !== undefined
  const wanted = isBlocked
    ? undefined
    : wantedChunk(chunks, isCurrent || isFolded ? visible : atTop)
  useEffect(() => {
    if (wanted === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    const query = { ...afterCursor(cursorOf(chunks, wanted)), size: chunkSize, sort }
    readCursorPage(resource, filter, query, signal).then((result) => {
      if (signal.aborted) return
      setFailure(result.ok ? undefined : { key, error: result.error })
      if (!result.ok) return
      setState((previous) => ({
        key,
        group,
        groupsKey,
        chunks: withChunk(chunks, wanted, result.data, group),
        // Rows that are read later may be newer than the rows around them.
        dataVersion:
          (previous.key === key ? previous.dataVersion : undefined) ?? result.dataVersion,
      }))
    })
    return () => controller.abort()
  }, [key, wanted, chunks])
  const reload = useCallback(() => {
    setState((previous) => ({
      ...previous,
      chunks: refresh(previous.chunks, visible),
      dataVersion: undefined,
    }))
    setFailure(undefined)
    setRound((count) => count + 1)
  }, [visible])
  useRetry(error, reload)
  // The rows of the last set stay until the first rows of the next set are loaded.
  const shown = state.chunks
  const isGrouped = state.group === group
  const runs = useMemo(() => (isGrouped ? joinRuns(shown.list, group) : []), [shown, isGrouped])
  return {
    runs,
    key: state.key ?? '',
    count: state.key === undefined ? undefined : countRows(shown),
    at: (index) => rowAt(shown, index),
    offset: 0,
    total: total.data,
    hasMore: shown.next !== null,
    dataVersion: state.dataVersion,
    error,
    isLoading: !isBlocked && (!isCurrent || (wanted ?? Infinity) < chunks.list.length),
    reload,
    see,
  }
}

const atTop: Range = { start: 0, end: 0 }

const afterCursor = (after: string | undefined) => (after === undefined ? {} : { after })
