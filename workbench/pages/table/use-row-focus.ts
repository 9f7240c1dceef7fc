/** The row that keys act on: it can have the focus, moves by arrows, and is scrolled into view. */
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useShortcuts } from '../../app/shortcuts.js'
import type { Row } from '../../service/records.js'
import { t } from '../../texts/translate.js'
import type { RowSet } from './rows.js'
import type { SelectionControl } from './select-cell.js'

interface RowFocusOptions {
  readonly rows: RowSet
  readonly scroller: RefObject<HTMLElement | null>
  readonly rowHeight: number
  readonly onOpen: (row: Row) => void
  readonly selection?: SelectionControl | undefined
  readonly hasShortcuts?: boolean
}

export const useRowFocus = (options: RowFocusOptions) => {
  const { rows, scroller, rowHeight, onOpen, selection, hasShortcuts = false } = options
  const body = useRef<HTMLTableSectionElement>(null)
  const [active, setActive] = useState(0)
  const [isFocused, setFocused] = useState(false)
  const isWanted = useRef(false)
  const count = rows.count ?? 0
  const current = Math.min(active, Math.max(0, count - 1))
  const move = (to: number) => {
    if (count === 0) return
    const next = Math.min(Math.max(0, to), count - 1)
    isWanted.current = true
    setActive(next)
    setFocused(true)
    if (scroller.current) reveal(scroller.current, next, rowHeight)
    focusRow(body.current, next)
  }
  useEffect(() => setActive(0), [rows.key])
  useLayoutEffect(() => {
    if (!isWanted.current) return
    isWanted.current = false
    focusRow(body.current, current)
  })
  const act = (run: (row: Row) => void) => {
    const row = rows.at(current)
    if (row) run(row)
  }
  const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / rowHeight) - 2)
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(current + 1),
    ArrowUp: () => move(current - 1),
    PageDown: () => move(current + page),
    PageUp: () => move(current - page),
    Home: () => move(0),
    End: () => move(count - 1),
    Enter: () => act(onOpen),
    ' ': () => selection?.toggle(current, { extends: false }),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isModified = event.ctrlKey || event.metaKey || event.altKey
    const isControl = (event.target as Element).closest('a, button, input')
    const run = keys[event.key]
    if (!run || isModified || (isControl && /^( |Enter)$/.test(event.key))) return
    event.preventDefault()
    run()
  }
  useShortcuts(
    hasShortcuts
      ? [
          { key: 'j', label: t('Next row'), run: () => move(isFocused ? current + 1 : current) },
          { key: 'k', label: t('Previous row'), run: () => move(current - 1) },
          ...(selection ? [{ key: 'x', label: t('Select the row'), run: keys[' ']! }] : []),
        ]
      : [],
  )
  return {
    body,
    active: current,
    isFocused,
    onKeyDown,
    onFocusIn: (event: FocusEvent) => {
      const row = (event.target as Element).closest('tr')?.dataset['row']
      if (row !== undefined) setActive(Number(row))
      setFocused(true)
    },
    onFocusOut: () => setFocused(false),
    move,
  }
}

const focusRow = (body: HTMLElement | null, index: number): void => {
  body?.querySelector<HTMLElement>(`tr[data-row="${index}"]`)?.focus({ preventScroll: true })
}

/** Scrolls no further than the row needs; the header covers the first pixels. */
const reveal = (scroller: HTMLElement, index: number, rowHeight: number): void => {
  const header = scroller.querySelector('thead')?.clientHeight ?? rowHeight
  const top = index * rowHeight
  const bottom = header + top + rowHeight
  if (top < scroller.scrollTop) scroller.scrollTop = top
  else if (bottom > scroller.scrollTop + scroller.clientHeight) {
    scroller.scrollTop = bottom - scroller.clientHeight
  }
}
