/**
 * A table of records. Only what is visible is in the document, whatever the number of rows and
 * columns; arrows move between rows, Enter opens one, the space bar selects it.
 */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { preferences } from '../../../browser/preferences.js'
import type { Id, ResourceEntry } from '../../../service/discovery.js'
import { extension } from '../../../service/extension.js'
import type { Row } from '../../../service/records.js'
import type { Shape } from '../../../service/shape.js'
import { type Column, fitColumns } from '../columns/columns.js'
import { type DrawnColumn, drawnColumns } from '../columns/drawn-columns.js'
import { type ColumnControl, HeaderCell } from '../columns/header-cell.js'
import { useWholeNumbers } from '../columns/whole-numbers.js'
import type { Groups } from '../groups/group.js'
import { type Lines, linesOf } from '../groups/lines.js'
import type { RowSet } from '../rows/rows.js'
import { segmentsOf, visibleColumns, visibleRows } from '../rows/windowing.js'
import type { CellControl, Cells } from './cells.js'
import { leadingWidth, SelectAllCell, type SelectionControl } from './select-cell.js'
import { GapRow, SkeletonRow, TableRow } from './table-row.js'
import { useRowFocus } from './use-row-focus.js'
import { useViewport } from './use-viewport.js'

/** Heights in pixels, which must agree with the style sheet. */
const rowHeights = { comfortable: 36, compact: 28 } as const

export interface RecordsTableProps {
  readonly resource: ResourceEntry
  readonly shape: Shape
  /** The columns that are shown, in their order. */
  readonly columns: readonly Column[]
  readonly rows: RowSet
  /** Name of the table for screen readers. */
  readonly label: string
  /** Sort terms in order of precedence. */
  readonly sort: readonly string[]
  readonly onSort: (terms: readonly string[]) => void
  readonly onOpen: (row: Row) => void
  /** Returns the address of a record. */
  readonly hrefOf: (id: Id) => string
  /** The record that is open beside the table. */
  readonly openId?: string | undefined
  /** Number of the row of that record, if it is among the rows. */
  readonly openRow?: number | undefined
  readonly columnControl?: ColumnControl
  readonly selection?: SelectionControl
  /** Lets the user move between cells and change them. */
  readonly cells?: Cells | undefined
  readonly groups?: Groups | undefined
  /** `j`, `k` and `x` move and select wherever the focus is: for the main table of a page. */
  readonly hasShortcuts?: boolean
}

export const RecordsTable = (props: RecordsTableProps) => {
  const { resource, shape, rows, label, selection, groups } = props
  const scroller = useRef<HTMLDivElement>(null)
  const viewport = useViewport(scroller)
  const rowHeight = rowHeights[preferences.value.density]
  const lines = useMemo(
    () => linesOf(rows.count ?? 0, groups?.headers),
    [rows.count, groups?.headers],
  )
  const { count, rowsBefore } = lines
  const range = visibleRows({ offset: viewport.top, length: viewport.height }, { count, rowHeight })
  const seen = { start: rowsBefore(range.start), end: rowsBefore(range.end) }
  const lead = leadingWidth(selection !== undefined)
  const whole = useWholeNumbers(props.columns, rows, seen)
  const room = viewport.room - lead
  const columns = useMemo(() => fitColumns(whole, room), [whole, room])
  const widths = columns.map(({ width }) => width)
  // The first column stays in view.
  const across = visibleColumns({ offset: viewport.left, length: viewport.width }, widths.slice(1))
  const place = groups?.place ?? rows.key
  const focus = useRowFocus({ ...props, openRow: props.openRow, lines, place, scroller, rowHeight })
  useEffect(() => rows.see(seen), [seen.start, seen.end, rows.see])
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0
  }, [place])
  const drawn = useMemo(
    () => drawnColumns(columns, props, { start: across.start + 1, end: across.end + 1 }),
    [columns, shape, resource, across.start, across.end, extension.value],
  )
  const control = props.cells?.control.value
  return (
    <div
      ref={scroller}
      class={`table-scroll records-scroll ${groups ? 'grouped' : ''}`}
      aria-busy={rows.isLoading}
      onPointerEnter={props.cells?.approach}
      onFocusIn={props.cells?.approach}
      style={{ '--lead': `${lead}px`, '--first': `${widths[0] ?? 0}px` }}
    >
      <table
        class="table records"
        // Screen readers read a table in their own way, and leave the keys to a grid.
        role={control?.activeRow === undefined ? undefined : 'grid'}
        aria-label={label}
        // How many headers the other pages have is unknown.
        aria-rowcount={groups || rows.total === undefined ? -1 : rows.total + 1}
        aria-colcount={columns.length + 1}
        style={{ width: `${widths.reduce((sum, width) => sum + width, lead)}px` }}
      >
        <Head {...props} {...{ drawn, lead }} />
        <Body {...props} {...{ drawn, lines, focus, range, rowHeight, control }} />
      </table>
    </div>
  )
}

interface DrawnProps extends RecordsTableProps {
  readonly drawn: readonly DrawnColumn[]
}

/** The widths and the heads of the columns. */
const Head = ({
  drawn,
  lead,
  rows,
  sort,
  onSort,
  selection,
  columnControl,
}: DrawnProps & { lead: number }) => (
  <>
    <colgroup>
      <col style={{ width: `${lead}px` }} />
      {drawn.map(({ key, width }) => (
        <col key={key} style={{ width: `${width}px` }} />
      ))}
      <col />
    </colgroup>
    <thead>
      <tr aria-rowindex={1}>
        <SelectAllCell selection={selection} rows={rows} />
        {drawn.map(({ key, column, index }) =>
          column ? (
            <HeaderCell key={key} {...{ column, index, sort, onSort }} control={columnControl} />
          ) : (
            <td key={key} />
          ),
        )}
        <td />
      </tr>
    </thead>
  </>
)

/** The rows that are visible, and the row that has the focus. Gaps stand for the others. */
const Body = (
  props: DrawnProps & {
    lines: Lines
    focus: ReturnType<typeof useRowFocus>
    range: ReturnType<typeof visibleRows>
    rowHeight: number
    control: CellControl | undefined
  },
) => {
  const { resource, shape, rows, drawn, openId, selection, focus, range, rowHeight } = props
  const { cells, control, lines, groups } = props
  const handlers = useStableHandlers(props)
  const activeRow = control?.activeRow
  const activeLine = activeRow === undefined ? undefined : lines.lineOf(activeRow)
  const kept = activeLine ?? (focus.isFocused ? focus.active : undefined)
  const stuck = lines.headerLineOf(lines.rowsBefore(range.start))
  const segments = segmentsOf(range, { count: lines.count, kept: [kept, stuck] })
  const onKeyDown = (event: KeyboardEvent) => {
    if (control ? control.onKeyDown(event) : cells?.keep(event)) return
    const target = event.target as Element
    const row = target.matches('tr') ? lines.rowAt(focus.active) : undefined
    if (row !== undefined && event.key === 'ArrowRight' && cells) {
      event.preventDefault()
      cells.enter({ row, column: 0 })
    } else focus.onKeyDown(event)
  }
  return (
    <tbody
      ref={focus.body}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => control?.press(event, handlers.placeOf)}
      onDblClick={handlers.edit}
      onFocusIn={focus.onFocusIn}
      onFocusOut={focus.onFocusOut}
    >
      {segments.map((segment) => {
        if ('gap' in segment) {
          const height = segment.gap * rowHeight
          return <GapRow key={`gap ${segment.from}`} {...{ height }} span={drawn.length + 2} />
        }
        const { row: line } = segment
        const isActive = activeRow === undefined && line === focus.active
        const header = lines.headerAt(line)
        if (header && groups) {
          return (
            <tr
              key={`group ${header.group.id}`}
              class="group"
              aria-rowindex={rows.offset + line + 2}
            >
              <td colSpan={drawn.length + 2}>
                <groups.Header {...{ header, line, isActive }} toggle={() => focus.toggle(line)} />
              </td>
            </tr>
          )
        }
        const index = lines.rowAt(line)!
        const row = rows.at(index)
        if (!row) return <SkeletonRow key={index} columns={drawn} />
        const id = row[resource.idField] as Id
        return (
          <TableRow
            key={index}
            {...{ resource, row, shape, index, line, isActive }}
            columns={drawn}
            number={rows.offset + line}
            isOpen={openId === String(id)}
            isSelected={selection?.isSelected(id) ?? false}
            marks={control?.marksOf(index)}
            change={rows.changeAt?.(index)}
            hrefOf={handlers.hrefOf}
            onOpen={handlers.open}
            onClick={handlers.click}
            onToggle={selection ? handlers.toggle : undefined}
          />
        )
      })}
      {rows.hasMore && lines.count > 0 && <SkeletonRow columns={drawn} />}
    </tbody>
  )
}

/** Returns the index of the column of a cell among the shown columns. */
const columnOf = (drawn: readonly DrawnColumn[], target: EventTarget | null) => {
  const cell = (target as Element).closest('td')
  return cell ? drawn[cell.cellIndex - 1]?.index : undefined
}

const placeOf = (drawn: readonly DrawnColumn[], target: EventTarget | null) => {
  const row = (target as Element).closest?.('tr')?.dataset['row']
  const column = row === undefined ? undefined : columnOf(drawn, target)
  return column === undefined ? undefined : { row: Number(row), column }
}

/** Opens the record by its name. Other cells get the focus where cells can be changed. */
const clickCell = (props: DrawnProps, index: number, event: MouseEvent): void => {
  const { cells, drawn, rows, openId, onOpen } = props
  const column = columnOf(drawn, event.target)
  const isCell = cells && column !== undefined && column > 0
  const row = rows.at(index)
  if (isCell) cells.enter({ row: index, column, extends: event.shiftKey })
  if (row && (!isCell || openId !== undefined)) onOpen(row)
}

/** Functions that never differ, because a row is drawn again when one of its functions differs. */
const useStableHandlers = (props: DrawnProps) => {
  const latest = useRef(props)
  latest.current = props
  const [handlers] = useState(() => ({
    open: (row: Row) => latest.current.onOpen(row),
    click: (index: number, event: MouseEvent) => clickCell(latest.current, index, event),
    edit: ({ target }: MouseEvent) => {
      const { cells, drawn } = latest.current
      const place = placeOf(drawn, target)
      if (cells && place) cells.enter({ ...place, isEdited: true })
    },
    placeOf: (target: EventTarget | null) => placeOf(latest.current.drawn, target),
    hrefOf: (id: Id) => latest.current.hrefOf(id),
    toggle: (index: number, options: { extends: boolean }) =>
      latest.current.selection?.toggle(index, options),
  }))
  return handlers
}
