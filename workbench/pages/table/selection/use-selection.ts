/** The selected records of a table, over all of its pages. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { service } from '../../../service/catalog.js'
import type { Id, ResourceEntry } from '../../../service/discovery.js'
import { identity } from '../../../service/identity.js'
import { type Filter, type Row, readPage } from '../../../service/records.js'
import { describeError } from '../../../ui/notices.js'
import { toast } from '../../../ui/toasts.js'
import { loadedRows, type SelectionControl } from '../grid/select-cell.js'
import type { RowSet } from '../rows/rows.js'
import {
  countOf,
  idOf,
  isSelected,
  nothing,
  type Selection,
  select,
  shareOf,
  without,
} from './selection.js'

export interface TableSelection {
  readonly selection: Selection
  readonly control: SelectionControl
  readonly clear: () => void
  /** Removes these records from the selection, after an action on them. */
  readonly deselect: (ids: readonly Id[]) => void
  readonly selectMatching: () => Promise<void>
}

export const useSelection = (
  resource: ResourceEntry,
  rows: RowSet,
  { filter, total = 0 }: { readonly filter: Filter; readonly total: number | undefined },
): TableSelection => {
  const { idField, resourceKey } = resource
  const [selection, setSelection] = useState<Selection>(nothing)
  /** Index of the row that was selected last, which is the other end of a range. */
  const anchor = useRef<number>(0)
  const filterKey = JSON.stringify(filter)
  const setKey = JSON.stringify([identity.value, resourceKey, filterKey])
  const latest = useRef(setKey)
  latest.current = setKey
  useLayoutEffect(() => {
    // Another filter is another set, before the next click acts on it. Records that were selected
    // one by one stay selected.
    setSelection((current) => (current.kind === 'matching' ? nothing : current))
  }, [resourceKey, filterKey])
  const change = (changed: readonly Row[], isChosen: boolean) =>
    setSelection((current) => select(current, changed, { idField, isChosen }))
  const control: SelectionControl = {
    isSelected: (id) => isSelected(selection, id),
    shareOf: () =>
      countOf(selection) === 0 ? 'none' : shareOf(selection, loadedRows(rows), idField),
    toggle: (index, options) => {
      const row = rows.at(index)
      if (!row) return
      const [from, to] = options.extends
        ? [Math.min(anchor.current, index), Math.max(anchor.current, index)]
        : [index, index]
      const range = Array.from({ length: to - from + 1 }, (_, place) => rows.at(from + place))
      anchor.current = index
      change(
        range.filter((each) => each !== undefined),
        !isSelected(selection, idOf(row, idField)),
      )
    },
    toggleAll: () => {
      const loaded = loadedRows(rows)
      change(loaded, shareOf(selection, loaded, idField) !== 'all')
    },
  }
  const selectMatching = async () => {
    const { ids = 0, pageSize = 0 } = service.value?.limits ?? {}
    const maxRows = Math.min(ids, pageSize)
    if (total > maxRows) return setSelection({ kind: 'matching', count: total })
    const result = await readPage(resource, filter, { size: maxRows })
    // The set has changed while its records were read, so they are not selected.
    if (latest.current !== setKey) return
    if (result.ok) change(result.data.content, true)
    else toast(describeError(result.error), 'error')
  }
  return {
    selection,
    control,
    clear: () => setSelection(nothing),
    deselect: (ids) => setSelection((current) => without(current, ids)),
    selectMatching,
  }
}
