/**
 * The active row of a table, on which keys act. Arrow keys move it, and it is scrolled into view.
 */
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Row } from '../../../service/records.js'
import { t } from '../../../texts/translate.js'
import { useShortcuts } from '../../../ui/shortcuts.js'
import type { RowSet } from '../rows/rows.js'
import type { SelectionControl } from './select-cell.js'

interface RowFocusOptions {
  readonly rows: RowSet
  readonly scroller: RefObject<HTMLElement | null>
  readonly rowHeight: number
  readonly onOpen: (row: Row) => void
  readonly selection?: SelectionControl | undefined
  readonly hasShortcuts?: boolean
  /** Number of the row whose record is open. */
  readonly openRow: number | undefined
}

export const useRowFocus = (options: RowFocusOptions) => {
  const body = useRef<HTMLTableSectionElement>(null)
  const [active, setActive] = useState(0)
  const [isFocused, setFocused] = useState(false)
  /** Index of a row that gets the focus as soon as it is drawn. */
  const wanted = useRef<number | undefined>(undefined)
  const count = options.rows.count ?? 0
  // Keys may be pressed faster than the table is drawn, so handlers read the latest values.
  const now = useRef({ ...options, active, isFocused, count })
  now.current = { ...options, active: Math.min(active, Math.max(0, count - 1)), isFocused, count }
  const focusWanted = () => {
    const { current: index } = wanted
    const { activeElement } = document
    const isFree = activeElement === document.body || body.current?.contains(activeElement) === true
    if (index !== undefined && (isFree || now.current.isFocused) && focusRow(body.current, index)) {
      wanted.current = undefined
    }
  }
  const move = (to: number) => {
    const { count, scroller, rowHeight } = now.current
    if (count === 0) return
    const next = Math.min(Math.max(0, to), count - 1)
    now.current = { ...now.current, active: next, isFocused: true }
    wanted.current = next
    setActive(next)
    setFocused(true)
    if (scroller.current) reveal(scroller.current, next, rowHeight)
    focusWanted()
  }
  // Before the next key, which would act on a row of the new set.
  useLayoutEffect(() => setActive(0), [options.rows.key])
  useLayoutEffect(focusWanted)
  const revealed = useRef('')
  useEffect(() => {
    const { openRow, rows, scroller, rowHeight } = options
    const place = `${rows.key} ${openRow}`
    if (openRow === undefined || rows.isLoading || revealed.current === place) return
    revealed.current = place
    setActive(openRow)
    if (scroller.current) reveal(scroller.current, openRow, rowHeight)
  })
  const [keys] = useState(() => keysOf(now, move))
  useShortcuts(options.hasShortcuts ? shortcutsOf(keys, options.selection !== undefined) : [])
  return {
    body,
    active: now.current.active,
    isFocused,
    onKeyDown: (event: KeyboardEvent) => {
      const isModified = event.ctrlKey || event.metaKey || event.altKey
      const isControl = (event.target as Element).closest('a, button, input')
      const run = keys[event.key]
      if (!run || isModified || (isControl && /^( |Enter)$/.test(event.key))) return
      event.preventDefault()
      run()
    },
    onFocusIn: (event: FocusEvent) => {
      const row = (event.target as Element).closest('tr')?.dataset['row']
      if (row !== undefined) setActive(Number(row))
      setFocused(true)
    },
    onFocusOut: () => setFocused(false),
  }
}

type Now = RowFocusOptions & { active: number; isFocused: boolean; count: number }
type Keys = Readonly<Record<string, () => void>>

const keysOf = (now: { readonly current: Now }, move: (to: number) => void): Keys => {
  const page = () => {
    const { scroller, rowHeight } = now.current
    return Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2)
  }
  const act = (run: (row: Row) => void) => {
    const row = now.current.rows.at(now.current.active)
    if (row) run(row)
  }
  return {
    ArrowDown: () => move(now.current.active + 1),
    ArrowUp: () => move(now.current.active - 1),
    PageDown: () => move(now.current.active + page()),
    PageUp: () => move(now.current.active - page()),
    Home: () => move(0),
    End: () => move(now.current.count - 1),
    Enter: () => act(now.current.onOpen),
    ' ': () => now.current.selection?.toggle(now.current.active, { extends: false }),
    j: () => move(now.current.active + (now.current.isFocused ? 1 : 0)),
    k: () => move(now.current.active - (now.current.isFocused ? 1 : 0)),
  }
}

const shortcutsOf = (keys: Keys, isSelectable: boolean) => [
  { key: 'j', label: t('Next row'), run: keys['j']! },
  { key: 'k', label: t('Previous row'), run: keys['k']! },
  ...(isSelectable ? [{ key: 'x', label: t('Select the row'), run: keys[' ']! }] : []),
]

/** Returns false if the row is not drawn yet. */
const focusRow = (body: HTMLElement | null, index: number): boolean => {
  const row = body?.querySelector<HTMLElement>(`tr[data-row="${index}"]`)
  row?.focus({ preventScroll: true })
  return row !== null && row !== undefined
}

/** Scrolls a row into view, and no further. The header covers the first pixels. */
const reveal = (scroller: HTMLElement, index: number, rowHeight: number): void => {
  const header = scroller.querySelector('thead')?.clientHeight ?? rowHeight
  const top = index * rowHeight
  const bottom = header + top + rowHeight
  if (top < scroller.scrollTop) scroller.scrollTop = top
  else if (bottom > scroller.scrollTop + scroller.clientHeight) {
    scroller.scrollTop = bottom - scroller.clientHeight
  }
}
