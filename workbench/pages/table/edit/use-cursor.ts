/** The focused cell of a table, its range, and how the focus and the scroll position follow. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Column } from '../columns/columns.js'
import type { CellEntry } from '../grid/cells.js'
import type { RowSet } from '../rows/rows.js'
import { type Cursor, type Extent, type Place, placeWithin } from './range.js'

export interface CursorState {
  readonly cursor: Cursor | undefined
  /** Receives the focused cell. It differs each time that the cell gets the focus again. */
  readonly focus: (element: HTMLElement | null) => void
  readonly extent: () => Extent
  /** Moves the focus to a cell; with `extends`, the range grows or shrinks. */
  readonly move: (place: Place, options?: { extends?: boolean }) => void
  /** Leaves the cells. The row of the focused cell gets the focus. */
  readonly leave: () => void
}

/** Rows that PageUp and PageDown leave visible. */
const overlap = 2

export const useCursor = (
  rows: RowSet,
  columns: readonly Column[],
  entry: CellEntry | undefined,
): CursorState => {
  const [cursor, setCursor] = useState<Cursor | undefined>(entry && { ...entry, anchor: entry })
  const [focus, setFocus] = useState<CursorState['focus']>(() => focusOnce())
  const latest = useRef<Cursor | undefined>(undefined)
  if (cursor) latest.current = cursor
  const extent = (): Extent => {
    const cell = focusedCell()
    const height = cell?.closest('.records-scroll')?.clientHeight ?? 0
    return {
      rows: rows.count ?? 0,
      columns: columns.length,
      page: Math.max(1, Math.floor(height / (cell?.offsetHeight ?? 36)) - overlap),
    }
  }
  const move: CursorState['move'] = (to, options) => {
    const place = placeWithin(to, extent())
    const anchor = (options?.extends && latest.current?.anchor) || place
    scrollAcross(columns, place.column)
    // The next move may come before this one is drawn.
    latest.current = { ...place, anchor }
    setCursor(latest.current)
    setFocus(() => focusOnce())
  }
  useLayoutEffect(
    () => () => {
      // Another set or page begins with its rows, before the next key changes one of their cells.
      latest.current = undefined
      setCursor(undefined)
    },
    [rows.key],
  )
  useLayoutEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches('[data-line]')) setCursor(undefined)
    }
    addEventListener('focusin', onFocus)
    return () => removeEventListener('focusin', onFocus)
  }, [])
  return {
    cursor,
    focus,
    extent,
    move,
    leave: () => focusedCell()?.closest('tr')?.focus(),
  }
}

/** Returns the cell that has the focus itself, and not a control in it. */
export const focusedCell = (): HTMLElement | undefined => {
  const { activeElement } = document
  return activeElement instanceof HTMLElement && activeElement.matches('.records td.cell-active')
    ? activeElement
    : undefined
}

const focusOnce = (): CursorState['focus'] => {
  let isWanted = true
  return (element) => {
    if (!element || !isWanted) return
    isWanted = false
    // A selected text would be copied instead of the cell.
    getSelection()?.removeAllRanges()
    element.focus({ preventScroll: true })
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
}

/** Scrolls to a column of a wide table, whose cells are drawn only in view. */
const scrollAcross = (columns: readonly Column[], column: number): void => {
  const scroller = focusedCell()?.closest('.records-scroll')
  if (!scroller || column === 0) return
  const widthOf = (some: readonly Column[]) => some.reduce((sum, { width }) => sum + width, 0)
  const left = widthOf(columns.slice(1, column))
  const room = scroller.clientWidth - widthOf(columns.slice(0, 1)) - columns[column]!.width
  if (left < scroller.scrollLeft) scroller.scrollLeft = left
  else if (left > scroller.scrollLeft + room) scroller.scrollLeft = left - room
}
