/** How a user edits cells: opens an editor, and saves, keeps or discards what was entered. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { isSame } from '../../../controls/unreadable.js'
import type { Id } from '../../../service/discovery.js'
import { toast } from '../../../ui/toasts.js'
import { openForm } from '../../record/open-form.js'
import type { RowSet } from '../rows/rows.js'
import { cellKey } from './cell-changes.js'
import type { Direction } from './cell-editor.js'
import { type EditableCell, editableField, faultOfCell } from './editable-cell.js'
import type { EditedTable } from './edited-table.js'
import { nextCell, type Place } from './range.js'
import { useCellSaves } from './use-cell-saves.js'
import { type CursorState, focusedCell } from './use-cursor.js'
import { isBeingSaved, useDrafts } from './use-drafts.js'
import { type OpenEditor, useOpenEditor } from './use-open-editor.js'
import type { useSaving } from './use-saving.js'

/** What is said about a cell until the focus moves. */
export interface CellNote extends Place {
  readonly text: string
}

export const useEditing = (
  table: EditedTable,
  saving: ReturnType<typeof useSaving>,
  { cursor, move }: CursorState,
) => {
  const { rows, columns, shape, resource } = table
  const targets = saving.context?.targets
  const drafts = useDrafts()
  const { editor, open: openEditor, close, readAgain, ...opened } = useOpenEditor(table)
  const { saveCell, saveCells } = useCellSaves(saving, drafts, readAgain)
  const [note, setNote] = useState<CellNote>()
  const latest = useRef({ cursor, rows, columns })
  latest.current = { cursor, rows, columns }

  const cellAt = (place: Place): EditableCell | undefined => {
    const row = latest.current.rows.at(place.row)
    const column = latest.current.columns.shown[place.column]
    if (!row || !column || !shape || !targets) return undefined
    const id = row[resource.idField] as Id
    return { id, row, ...editableField(column.field, { shape, targets, row }) }
  }
  const open: typeof openEditor = (...editing) => {
    setNote(undefined)
    openEditor(...editing)
  }
  const start = useStart(targets !== undefined, (place, typed) => {
    const cell = cellAt(place)
    if (!cell) return
    if (cell.form) return openForm(cell.id, cell.form)
    if (cell.obstacle) return setNote({ ...place, text: cell.obstacle })
    const draft = drafts.of(cellKey(cell.id, cell.field.name))
    if (isBeingSaved(draft)) return
    open(cell, draft ? draft.value : cell.row[cell.field.name], draft?.message, typed)
  })
  /** Keeps a value that was refused, and opens its editor again unless the user is elsewhere. */
  const fail = (cell: EditableCell, value: unknown, message: string) => {
    drafts.put(cellKey(cell.id, cell.field.name), { id: cell.id, value, message })
    const row = indexOf(latest.current.rows, resource.idField, cell.id)
    const column = latest.current.columns.shown.findIndex(
      (_, place) => cellAt({ row: row ?? 0, column: place })?.field.name === cell.field.name,
    )
    // The focus is not taken from another cell or another part of the page.
    const isElsewhere = opened.latest.current !== undefined || !focusedCell()
    if (isElsewhere || row === undefined || column < 0) {
      return toast(`${cell.field.label}: ${message}`, 'error')
    }
    move({ row, column })
    open({ ...cell, row: latest.current.rows.at(row)! }, value, message)
  }
  const saveOrFail = async (cell: EditableCell, value: unknown) => {
    const message = await saveCell(cell, value, opened.record.current?.promise)
    if (message !== undefined) fail(cell, value, message)
  }
  return {
    editor,
    drafts: drafts.drafts,
    note,
    isReady: targets !== undefined,
    cellAt,
    start,
    saveCells,
    say: setNote,
    /** Removes a value that could not be saved. */
    discard: drafts.remove,
    faultOf: (value: unknown): string | undefined => {
      const { latest, record } = opened
      return latest.current && faultOfCell(latest.current.cell, value, targets, record.current?.row)
    },
    save: (value: unknown, direction: Direction) => {
      const editor = opened.latest.current
      if (!editor) return
      const { cell, key } = editor
      // The next errors open another editor.
      opened.latest.current = undefined
      close()
      const { cursor } = latest.current
      if (direction !== 'none' && cursor) move(placeAfter(cursor, direction, columns.shown.length))
      if (isSame(value, cell.row[cell.field.name])) drafts.remove(key)
      else void saveOrFail(cell, value)
    },
    keepWrong: (editor: OpenEditor, value: unknown, message: string) => {
      opened.closeOnly(editor)
      drafts.put(editor.key, { id: editor.cell.id, value, message })
    },
    cancel: () => {
      const editor = opened.latest.current
      const { cursor } = latest.current
      close()
      if (editor) drafts.remove(editor.key)
      if (cursor) move(cursor)
    },
  }
}

export type Editing = ReturnType<typeof useEditing>

/**
 * Returns a function that starts to edit a cell. Until it is known which cells can be changed, the
 * last cell waits, with what was typed.
 */
const useStart = (isReady: boolean, startNow: (place: Place, typed: string) => void) => {
  const waiting = useRef<{ readonly place: Place; readonly typed: string } | undefined>(undefined)
  useEffect(() => {
    const { current } = waiting
    if (!isReady || !current) return
    waiting.current = undefined
    startNow(current.place, current.typed)
  }, [isReady])
  return (place: Place, typed = '') => {
    if (isReady) startNow(place, '')
    else waiting.current = { place, typed: (waiting.current?.typed ?? '') + typed }
  }
}

const indexOf = ({ count = 0, at }: RowSet, idField: string, id: Id): number | undefined => {
  for (let index = 0; index < count; index++) {
    if (String(at(index)?.[idField]) === String(id)) return index
  }
  return undefined
}

/** Returns the cell to which the focus moves after a value was entered. */
const placeAfter = (
  { row, column }: Place,
  direction: Exclude<Direction, 'none'>,
  columns: number,
): Place => {
  if (direction === 'down') return { row: row + 1, column }
  if (direction === 'up') return { row: row - 1, column }
  const step = direction === 'right' ? 1 : -1
  return nextCell({ row, column }, step, columns)
}
