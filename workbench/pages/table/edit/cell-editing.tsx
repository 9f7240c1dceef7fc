/**
 * Cells of a table that are changed in place, as in a spreadsheet. A component that draws only
 * dialogs: the table draws the marks of its cells.
 */
import type { Signal } from '@preact/signals'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { useLeaveGuard } from '../../../forms/use-leave-guard.js'
import type { CellControl, CellEntry } from '../grid/cells.js'
import { startDrag } from './cell-drag.js'
import { ChangesDialog } from './changes-dialog.js'
import type { EditedTable } from './edited-table.js'
import { SetFieldDialog, type SetFieldDialogProps } from './set-field-dialog.js'
import { useCellKeys } from './use-cell-keys.js'
import { useCellMarks } from './use-cell-marks.js'
import { useClipboard } from './use-clipboard.js'
import { useCursor } from './use-cursor.js'
import { useEditing } from './use-editing.js'
import { useSaving } from './use-saving.js'

interface CellEditingProps extends EditedTable {
  readonly control: Signal<CellControl | undefined>
  /** The cell that the user has entered before the code was loaded; it is entered once. */
  readonly entry: { current: CellEntry | undefined }
  /** The selected records of which the user sets a field. */
  readonly fieldDialog: Pick<SetFieldDialogProps, 'records' | 'onClose'> | undefined
}

export const CellEditing = ({ control, entry, fieldDialog, ...table }: CellEditingProps) => {
  const { resource, capabilities, rows, columns, shape } = table
  const saving = useSaving({ resource, capabilities, replace: rows.replace })
  const cursor = useCursor(rows, columns.shown, entry.current)
  const editing = useEditing(table, saving, cursor)
  const clipboard = useClipboard(table, editing, cursor)
  const marksOf = useCellMarks(table, editing, cursor)
  const hasRefused = [...editing.drafts.values()].some(({ message }) => message !== undefined)
  useLeaveGuard(hasRefused, true)
  const onKeyDown = useCellKeys(table, editing, cursor)
  const enter = (place: CellEntry) => {
    cursor.move(place, { extends: place.extends ?? false })
    if (place.isEdited) editing.start(place)
  }
  useLayoutEffect(() => {
    const { current } = entry
    if (current?.isEdited) editing.start(current, current.typed)
    entry.current = undefined
  }, [])
  useLayoutEffect(() => {
    const press: CellControl['press'] = (event, placeOf) => startDrag(event, placeOf, cursor.move)
    control.value = { activeRow: cursor.cursor?.row, marksOf, onKeyDown, enter, press }
  })
  useEffect(
    () => () => {
      control.value = undefined
    },
    [],
  )
  return (
    <>
      {clipboard.pasted && saving.context && (
        <ChangesDialog {...clipboard.pasted} {...{ saving }} context={saving.context} />
      )}
      {fieldDialog && shape && (
        <SetFieldDialog {...{ resource, shape, rows, saving }} {...fieldDialog} />
      )}
      {saving.dialog}
    </>
  )
}
