/**
 * The active line of a table, on which keys act: a row, or the header of a group. Arrow keys move
 * it, and it is scrolled into view.
 */
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Row } from '../../../service/records.js'
import { t } from '../../../texts/translate.js'
import { useShortcuts } from '../../../ui/shortcuts.js'
import type { Groups } from '../groups/group.js'
import type { Lines } from '../groups/lines.js'
import type { RowSet } from '../rows/rows.js'
import type { SelectionControl } from './select-cell.js'

interface RowFocusOptions {
  readonly rows: RowSet
  readonly lines: Lines
  readonly groups?: Groups | undefined
  /** Differs where the table begins anew. */
  readonly place: string
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
  /** A line that gets the focus as soon as it is drawn. */
  const wanted = useRef<number | undefined>(undefined)
  const { count } = options.lines
  // Keys may be pressed faster than the table is drawn, so handlers read the latest values.
  const now = useRef({ ...options, active, isFocused, count })
  now.current = { ...options, active: Math.min(active, Math.max(0, count - 1)), isFocused, count }
  const focusWanted = () => {
    const { current: index } = wanted
    const { activeElement } = document
    const isFree = activeElement === document.body || body.current?.contains(activeElement) === true
    if (
      index !== undefined &&
      (isFree || now.current.isFocused) &&
      focusLine(body.current, index)
    ) {
      wanted.current = undefined
    }
  }
  const move = (to: number) => {
    const { count, scroller } = now.current
    if (count === 0) return
    const next = Math.min(Math.max(0, to), count - 1)
    now.current = { ...now.current, active: next, isFocused: true }
    wanted.current = next
    setActive(next)
    setFocused(true)
    if (scroller.current) reveal(scroller.current, next, now.current)
    focusWanted()
  }
  // Before the next key, which would act on a row of the new set.
  useLayoutEffect(() => setActive(0), [options.place])
  /** The line that has the focus, which loses it when it is moved in the document. */
  const focused = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    focusWanted()
    const { current: element } = focused
    if (!now.current.isFocused || !element?.isConnected) return
    if (document.activeElement === document.body) element.focus({ preventScroll: true })
    if (document.activeElement === element) setActive(lineOf(element))
  })
  const revealed = useRef('')
  useEffect(() => {
    const { openRow, rows, lines, scroller } = options
    const place = `${rows.key} ${openRow}`
    if (openRow === undefined || rows.isLoading || revealed.current === place) return
    revealed.current = place
    const line = lines.lineOf(openRow)
    setActive(line)
    if (scroller.current) reveal(scroller.current, line, options)
  })
  const toggle = (line: number) => {
    const { lines, groups, scroller } = now.current
    const header = lines.headerAt(line)
    if (!header || !groups) return
    // A header that has stayed in view is far above when its rows are gone.
    if (scroller.current) reveal(scroller.current, line, now.current)
    groups.toggle(header)
  }
  const [keys] = useState(() => keysOf(now, move))
  const [groupKeys] = useState(() => groupKeysOf(now, { move, toggle }))
  useShortcuts(options.hasShortcuts ? shortcutsOf(keys, options.selection !== undefined) : [])
  return {
    body,
    active: now.current.active,
    isFocused,
    /** Folds or unfolds the group whose header is on a line. */
    toggle,
    onKeyDown: (event: KeyboardEvent) => {
      const isModified = event.ctrlKey || event.metaKey || event.altKey
      const isControl = (event.target as Element).closest('a, button, input')
      // Elsewhere these keys scroll, or move within a text.
      const isOnLine =
        options.groups !== undefined && (event.target as Element).matches('[data-line]')
      const run = keys[event.key] ?? (isOnLine ? groupKeys[event.key] : undefined)
      if (!run || isModified || (isControl && /^( |Enter)$/.test(event.key))) return
      event.preventDefault()
      run()
    },
    onFocusIn: (event: FocusEvent) => {
      focused.current = (event.target as Element).closest<HTMLElement>('[data-line]')
      if (focused.current) setActive(lineOf(focused.current))
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
    const { rows, lines, active } = now.current
    const index = lines.rowAt(active)
    const row = index === undefined ? undefined : rows.at(index)
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
    ' ': () => {
      const row = now.current.lines.rowAt(now.current.active)
      if (row !== undefined) now.current.selection?.toggle(row, { extends: false })
    },
    j: () => move(now.current.active + (now.current.isFocused ? 1 : 0)),
    k: () => move(now.current.active - (now.current.isFocused ? 1 : 0)),
  }
}

interface GroupActions {
  readonly move: (to: number) => void
  readonly toggle: (line: number) => void
}

/** On a row, the key that folds moves to the header of its group. */
const groupKeysOf = (now: { readonly current: Now }, { move, toggle }: GroupActions): Keys => {
  const fold = (isFolded: boolean) => {
    const { lines, active } = now.current
    const header = lines.headerAt(active)
    const row = lines.rowAt(active)
    if (header && header.group.isFolded === !isFolded) toggle(active)
    else if (row !== undefined && isFolded) move(lines.headerLineOf(row) ?? active)
  }
  return { ArrowLeft: () => fold(true), ArrowRight: () => fold(false) }
}

const shortcutsOf = (keys: Keys, isSelectable: boolean) => [
  { key: 'j', label: t('Next row'), run: keys['j']! },
  { key: 'k', label: t('Previous row'), run: keys['k']! },
  ...(isSelectable ? [{ key: 'x', label: t('Select the row'), run: keys[' ']! }] : []),
]

const lineOf = (element: HTMLElement): number => Number(element.dataset['line'])

/** Returns false if the line is not drawn yet. */
const focusLine = (body: HTMLElement | null, index: number): boolean => {
  const line = body?.querySelector<HTMLElement>(`[data-line="${index}"]`)
  line?.focus({ preventScroll: true })
  return line !== null && line !== undefined
}

/** Scrolls a line into view, and no further. The header covers the first pixels. */
const reveal = (
  scroller: HTMLElement,
  line: number,
  { rowHeight, lines }: Pick<RowFocusOptions, 'rowHeight' | 'lines'>,
): void => {
  const header = scroller.querySelector('thead')?.clientHeight ?? rowHeight
  const top = line * rowHeight
  const bottom = header + top + rowHeight
  // The header of a group stays above its rows.
  const row = lines.rowAt(line)
  const stuck = row === undefined || lines.headerLineOf(row) === undefined ? 0 : rowHeight
  if (top - stuck < scroller.scrollTop) scroller.scrollTop = top - stuck
  else if (bottom > scroller.scrollTop + scroller.clientHeight) {
    scroller.scrollTop = bottom - scroller.clientHeight
  }
}
