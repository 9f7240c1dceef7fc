/**
 * The way into the cells of a table. The code that changes cells is loaded when the
 * pointer or the focus enters the table.
 */
import { signal } from '@preact/signals'
import { useMemo, useRef, useState } from 'preact/hooks'
import { isNarrow } from '../../browser/window-width.js'
import { showsTrash } from '../../filter/trash.js'
import { laterDialog } from '../../ui/later.js'
import { describeForRecords } from '../../ui/reasons.js'
import { isForm, tabsOf } from '../record/surfaces.js'
import { type CellControl, type CellEntry, type Cells, isPrintable } from './grid/cells.js'
import { nobody } from './selection/selection.js'
import type { Table } from './use-table.js'

/** The browser could not load the code, and does not try again before the page is reloaded. */
let hasFailed = false

const CellEditing = laterDialog(async () => {
  try {
    return (await import('./edit/cell-editing.js')).CellEditing
  } catch (error) {
    hasFailed = true
    throw error
  }
})

/** Returns true if the caller may change records of the table, on a screen with room for it. */
const isEditable = ({ capabilities, filterShape, state }: Table): boolean =>
  !isNarrow.value &&
  !showsTrash(filterShape, state.filter) &&
  tabsOf(capabilities?.surfaces ?? []).some(
    (surface) => isForm(surface) && describeForRecords(surface.availability) === '',
  )

export const useCells = (table: Table) => {
  const [control] = useState(() => signal<CellControl | undefined>(undefined))
  const [isNear, setNear] = useState(false)
  const [setsField, setSetsField] = useState(false)
  const entry = useRef<CellEntry | undefined>(undefined)
  const cells: Cells = useMemo(
    () => ({
      control,
      approach: () => setNear(true),
      enter: (place) => {
        if (control.value) return control.value.enter(place)
        entry.current = place
        setNear(true)
      },
      keep: (event) => {
        const { current } = entry
        const isTyped = isPrintable(event)
        const isKept = isTyped || event.key === 'Enter'
        if (hasFailed || !current || event.ctrlKey || event.metaKey || !isKept) return false
        event.stopPropagation()
        const typed = (current.typed ?? '') + (isTyped ? event.key : '')
        entry.current = { ...current, isEdited: true, typed }
        return true
      },
    }),
    [],
  )
  const { selection } = table.selected
  const isOn = isEditable(table)
  const records = isOn && setsField && selection.kind === 'records' ? selection.chosen : nobody
  const fieldDialog = records.size > 0 ? { records, onClose: () => setSetsField(false) } : undefined
  return {
    // What was entered and not saved stays while cells cannot be edited, as on a narrow window.
    editing: (isNear || fieldDialog) && (
      <CellEditing {...table} {...{ control, entry, fieldDialog }} />
    ),
    ...(isOn ? { cells, onSetField: () => setSetsField(true) } : {}),
  }
}
