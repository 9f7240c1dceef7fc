/** The keys of cells. */
import { language } from '../../../browser/locale.js'
import { isSame } from '../../../controls/unreadable.js'
import type { Field } from '../../../service/shape.js'
import { t } from '../../../texts/translate.js'
import { useShortcuts } from '../../../ui/shortcuts.js'
import { isPrintable } from '../grid/cells.js'
import { type CellChange, cellKey, sayTooMany } from './cell-changes.js'
import { readCell } from './cell-text.js'
import { faultOfCell } from './editable-cell.js'
import type { EditedTable } from './edited-table.js'
import { isSingle, isTooLarge, moveBy, type Place, placesOf, rangeOf } from './range.js'
import { type CursorState, focusedCell } from './use-cursor.js'
import type { Editing } from './use-editing.js'

export const useCellKeys = (
  { selected, rows }: EditedTable,
  editing: Editing,
  { cursor, extent, move, leave }: CursorState,
) => {
  const { start, say, cellAt, saveCells } = editing

  const cellsOf = (places: readonly Place[], newValue: (field: Field, place: Place) => unknown) =>
    places.flatMap((place): readonly CellChange[] => {
      const cell = cellAt(place)
      if (!cell) return []
      const { obstacle, field, row, id } = cell
      const value = newValue(field, place)
      if (obstacle || isSame(row[field.name], value)) return []
      return [{ id, row, field, value, message: faultOfCell(cell, value) }]
    })
  const fillDown = () => {
    const range = rangeOf(cursor!)
    if (isTooLarge(range)) return sayTooMany()
    const below = placesOf({ ...range, top: range.top + 1 })
    void saveCells(
      cellsOf(below, (_, { column }) => {
        const cell = cellAt({ row: range.top, column })
        return cell?.row[cell.field.name]
      }),
    )
  }
  const clear = () => {
    const range = rangeOf(cursor!)
    if (isTooLarge(range)) return sayTooMany()
    const single = cellAt(cursor!)
    if (single?.obstacle) return say({ ...cursor!, text: single.obstacle })
    void saveCells(cellsOf(placesOf(range), emptyValue))
  }
  const stepBack = () => {
    const cell = cellAt(cursor!)
    const key = cell && cellKey(cell.id, cell.field.name)
    if (key !== undefined && editing.drafts.get(key)?.message !== undefined) editing.discard(key)
    else if (!isSingle(rangeOf(cursor!))) move(cursor!)
    else leave()
  }
  const keys: Readonly<Record<string, () => void>> = {
    Enter: () => start(cursor!),
    F2: () => start(cursor!),
    Escape: stepBack,
    Delete: clear,
    Backspace: clear,
    'Mod+d': fillDown,
    ' ': () => selected.control.toggle(cursor!.row, { extends: false }),
  }
  useShortcuts([
    { key: 'Enter', label: t('Change the cell') },
    { key: 'Shift+↓', label: t('Select several cells') },
    { key: 'Mod+d', label: t('Fill down') },
    { key: 'Mod+c', label: t('Copy the cells') },
    { key: 'Mod+v', label: t('Paste cells') },
  ])
  return (event: KeyboardEvent): boolean => {
    if (!cursor || event.target !== focusedCell()) return false
    if (event.altKey) return true
    const isModified = event.ctrlKey || event.metaKey
    const pressed = event.key.length === 1 ? event.key.toLocaleLowerCase(language.value) : event.key
    const name = isModified ? `Mod+${pressed}` : event.key
    say(undefined)
    const next = moveBy(name, cursor, extent())
    const run = Object.hasOwn(keys, name) ? keys[name] : undefined
    const isLeft = name === 'ArrowLeft' && cursor.column === 0 && !event.shiftKey
    if (next) {
      event.preventDefault()
      if (isLeft) leave()
      else move(next, { extends: event.shiftKey })
    } else if (run) {
      event.preventDefault()
      event.stopPropagation()
      run()
    } else if (!isModified && isPrintable(event) && rows.at(cursor.row)) {
      // The key is typed into the control, which gets the focus before the browser handles it.
      event.stopPropagation()
      const cell = cellAt(cursor)
      // A form of the record has no place for what is typed.
      if (cell?.form) say({ ...cursor, text: cell.obstacle })
      else start(cursor, event.key)
    }
    return true
  }
}

/** Returns the value of a cell without a text. */
const emptyValue = (field: Field): unknown => {
  const read = readCell(field, '', language.value)
  return 'value' in read ? read.value : null
}
