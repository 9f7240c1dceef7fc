/** Selects a range of cells with the mouse, from the cell where the button was pressed. */
import type { Place } from './range.js'
import type { CursorState } from './use-cursor.js'

type PlaceOf = (target: EventTarget | null) => Place | undefined

const isSame = (a: Place, b: Place): boolean => a.row === b.row && a.column === b.column

/** A press that stays in its cell is a click, or selects text. Touches scroll the table. */
export const startDrag = (
  { button, pointerType, shiftKey, target }: PointerEvent,
  placeOf: PlaceOf,
  move: CursorState['move'],
): void => {
  const isInControl = (target as Element).closest('.cell-editor, input, button')
  const start = placeOf(target)
  if (button !== 0 || pointerType !== 'mouse' || shiftKey || isInControl || !start) return
  let end = start
  const onMove = (event: PointerEvent) => {
    const place = placeOf(event.target)
    if (!place || isSame(place, end)) return
    if (isSame(end, start)) move(start)
    end = place
    getSelection()?.removeAllRanges()
    move(place, { extends: true })
  }
  const finish = () => {
    listeners.abort()
    if (isSame(end, start)) return
    // The click that ends a drag within a row would open its record.
    const stop = (event: MouseEvent) => event.stopPropagation()
    addEventListener('click', stop, { capture: true })
    setTimeout(() => removeEventListener('click', stop, { capture: true }))
  }
  const listeners = new AbortController()
  const { signal } = listeners
  addEventListener('pointermove', onMove, { signal })
  addEventListener('pointerup', finish, { signal })
  addEventListener('pointercancel', finish, { signal })
  // Neither a link nor a text is dragged along, and no text is selected beyond the cell.
  addEventListener('dragstart', (event) => event.preventDefault(), { signal })
}
