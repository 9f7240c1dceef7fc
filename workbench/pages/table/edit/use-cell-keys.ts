/** The keys of cells. */
import { language } from '../../../browser/locale.js'
import { isRequired } from '../../../controls/conditions.js'
import { isSame } from '../../../controls/unreadable.js'
import { validate } from '../../../controls/validate.js'
import { t } from '../../../texts/translate.js'
import { useShortcuts } from '../../../ui/shortcuts.js'
import { isPrintable } from '../grid/cells.js'
import { type CellChange, cellKey, maxCells, sayTooMany } from './cell-changes.js'
import type { EditedTable } from './edited-table.js'
import { isSingle, moveBy, type Place, rangeOf } from './range.js'
import { type CursorState, focusedCell } from './use-cursor.js'
import type { Editing } from './use-editing.js'

export const useCellKeys = (
  { selected, rows }: EditedTable,
  editing: Editing,
  { cursor, extent, move, leave }: CursorState,
) => {
  const { start, say, cellAt, saveCells } = editing

  const cellsOf = (places: readonly Place[], newValue: (place: Place) => unknown) =>
    places.flatMap((place): readonly CellChange[] => {
      const cell = cellAt(place)
      if (!cell) return []
      const { obstacle, field, row, id } = cell
      const value = newValue(place)
      if (obstacle || isSame(row[field.name], value)) return []
      const values = { ...row, [field.name]: value }
      return [{ id, row, field, value, message: validate(field, value, isRequired(field, values)) }]
    })
  const placesOf = (from: number): readonly Place[] => {
    const { top, bottom, left, right } = rangeOf(cursor!)
    return Array.from({ length: (bottom - top + 1 - from) * (right - left + 1) }, (_, index) => ({
      row: top + from + Math.floor(index / (right - left + 1)),
      column: left + (index % (right - left + 1)),
    }))
  }
  const isTooLarge = () => {
    const { top, bottom, left, right } = rangeOf(cursor!)
    return (bottom - top + 1) * (right - left + 1) > maxCells
  }
  const fillDown = () => {
    if (isTooLarge()) return sayTooMany()
    const { top } = rangeOf(cursor!)
    void saveCells(
      cellsOf(placesOf(1), ({ column }) => {
        const cell = cellAt({ row: top, column })
        return cell?.row[cell.field.name]
      }),
    )
  }
  const clear = () => {
    if (isTooLarge()) return sayTooMany()
    const single = cellAt(cursor!)
    if (single?.obstacle) return say({ ...cursor!, text: single.obstacle })
    void saveCells(
      cellsOf(placesOf(0), (place) => {
        const field = cellAt(place)?.field
        return field?.multiple ? [] : field?.type === 'text' && !field.nullable ? '' : null
      }),
    )
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
      start(cursor, event.key)
    }
    return true
  }
}
