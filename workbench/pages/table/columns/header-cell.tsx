/** The header of a column. It sorts, and mouse and keyboard can move and resize it. */
import { useState } from 'preact/hooks'
import { isNumeric } from '../../../fields/format.js'
import { t } from '../../../texts/translate.js'
import { type Column, clampWidth } from './columns.js'
import { readTerm, sortBy } from './sorting.js'

export interface ColumnControl {
  readonly resize: (name: string, width: number | undefined) => void
  /** Moves a column by one place among the shown columns. */
  readonly step: (name: string, by: -1 | 1) => void
  /** Moves a column to the place of another one. */
  readonly drop: (name: string, onto: string) => void
}

interface HeaderCellProps {
  readonly column: Column
  readonly index: number
  readonly sort: readonly string[]
  readonly onSort: (terms: readonly string[]) => void
  readonly control: ColumnControl | undefined
}

/** Pixels by which a key changes the width. */
const widthStep = 16
const dragType = 'application/x-corollary-column'

export const HeaderCell = ({ column, index, sort, onSort, control }: HeaderCellProps) => {
  const { field, width } = column
  const { name, label, description, sortable } = field
  const [isTarget, setTarget] = useState(false)
  const place = sort.findIndex((term) => readTerm(term).field === name)
  const direction = place < 0 ? undefined : readTerm(sort[place]!).direction
  const kind = [index === 0 && 'first', isNumeric(field) && 'numeric', isTarget && 'target']
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : undefined
    if (!control || !by || !event.altKey) return
    event.preventDefault()
    if (event.shiftKey) control.resize(name, width + by * widthStep)
    else control.step(name, by)
  }
  return (
    <th
      scope="col"
      class={kind.filter(Boolean).join(' ') || undefined}
      aria-colindex={index + 2}
      aria-sort={place === 0 ? `${direction!}ending` : undefined}
      draggable={control !== undefined}
      onDragStart={(event) => event.dataTransfer?.setData(dragType, name)}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes(dragType)) return
        event.preventDefault()
        setTarget(true)
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={(event) => {
        setTarget(false)
        const moved = event.dataTransfer?.getData(dragType)
        if (!moved) return
        event.preventDefault()
        control?.drop(moved, name)
      }}
    >
      <button
        type="button"
        class="header-button"
        title={description ?? label}
        aria-disabled={!sortable}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          if (sortable) onSort(sortBy(sort, name, { adds: event.shiftKey }))
        }}
      >
        <span class="cut">{label}</span>
        {direction && <SortMark {...{ direction, place, count: sort.length }} />}
      </button>
      {control && <ResizeHandle {...{ name, width, control }} />}
    </th>
  )
}

interface SortMarkProps {
  readonly direction: 'asc' | 'desc'
  readonly place: number
  readonly count: number
}

/**
 * The direction of a sort key and its precedence. Screen readers read the first key from
 * `aria-sort`.
 */
const SortMark = ({ direction, place, count }: SortMarkProps) => (
  <span class="sort-mark">
    <span aria-hidden="true">
      {direction === 'asc' ? '↑' : '↓'}
      {count > 1 && place + 1}
    </span>
    {place > 0 && (
      <span class="visually-hidden">
        {direction === 'asc'
          ? t('sorted ascending, key {number}', { number: place + 1 })
          : t('sorted descending, key {number}', { number: place + 1 })}
      </span>
    )}
  </span>
)

interface ResizeHandleProps {
  readonly name: string
  readonly width: number
  readonly control: ColumnControl
}

/**
 * Resizes a column by mouse; the button of the header has keys for the same. A double click
 * restores the initial width.
 */
const ResizeHandle = ({ name, width, control }: ResizeHandleProps) => {
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    event.preventDefault()
    const handle = event.currentTarget as HTMLElement
    const from = event.clientX
    handle.setPointerCapture(event.pointerId)
    const move = (moved: PointerEvent) =>
      control.resize(name, clampWidth(width + moved.clientX - from))
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', () =>
      handle.removeEventListener('pointermove', move),
    )
  }
  return (
    <span
      class="resize-handle"
      aria-hidden="true"
      draggable={false}
      onPointerDown={onPointerDown}
      onDblClick={() => control.resize(name, undefined)}
    />
  )
}
