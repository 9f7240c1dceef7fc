/** Draws the focus, the range, the editor and the messages of cells. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Unreadable } from '../../../controls/unreadable.js'
import { FieldText } from '../../../forms/field-text.js'
import type { Id } from '../../../service/discovery.js'
import type { Row } from '../../../service/records.js'
import { Cell } from '../columns/cell.js'
import type { CellMark, RowMarks } from '../grid/cells.js'
import { cellKey } from './cell-changes.js'
import { CellEditor } from './cell-editor.js'
import type { EditedTable } from './edited-table.js'
import { contains, isSingle, rangeOf } from './range.js'
import type { CursorState } from './use-cursor.js'
import type { Draft } from './use-drafts.js'
import type { Editing } from './use-editing.js'

interface Drawn {
  /** Differs if the marks differ. */
  readonly signature: string
  readonly marks: RowMarks
}

/** Returns the marks of a row. Rows without a change keep theirs and are not drawn again. */
export const useCellMarks = (
  { rows, columns: { shown }, shape, resource }: EditedTable,
  editing: Editing,
  { cursor, focus }: CursorState,
) => {
  const drawn = useRef(new Map<number, Drawn>())
  const focusNumber = numberOf(focus)
  const latest = useRef(editing)
  latest.current = editing
  const { editor, drafts, note } = editing
  const range = cursor && rangeOf(cursor)
  const isRange = range !== undefined && !isSingle(range)
  const draftIds = new Set([...drafts.values()].map(({ id }) => id))
  const previous = drawn.current
  const next = new Map<number, Drawn>()
  useLayoutEffect(() => {
    drawn.current = next
  })

  const describe = (index: number, row: Row) => {
    const id = row[resource.idField] as Id
    return shown.flatMap((column, place) => {
      const at = { row: index, column: place }
      const isActive = cursor?.row === index && cursor.column === place
      const isInRange = isRange && contains(range, at)
      const cell = isActive || draftIds.has(id) ? editing.cellAt(at) : undefined
      const key = cell && cellKey(id, cell.field.name)
      const draft = key === undefined ? undefined : drafts.get(key)
      if (!isActive && !isInRange && !draft) return []
      const open = isActive && editor?.key === key ? editor : undefined
      const text = note?.row === index && note.column === place ? note.text : undefined
      const signature = [
        ...[column.field.name, isActive && focusNumber, isInRange, cell?.obstacle],
        ...[open?.number, draft && numberOf(draft), text],
      ].join()
      return [{ column, isActive, isInRange, cell, draft, open, text, signature }]
    })
  }
  type Described = ReturnType<typeof describe>[number]

  const contentOf = ({ column, cell, draft, open, text }: Described, row: Row) => {
    if (open) return <OpenCell key={open.number} {...{ open, latest }} />
    if (draft && cell) return <DraftText draft={draft} field={cell.field} />
    if (text === undefined) return undefined
    return (
      <>
        <Cell field={column.field} row={row} shape={shape!} />
        <span class="cell-note" role="status">
          {text}
        </span>
      </>
    )
  }
  const markOf = (described: Described, row: Row): CellMark => {
    const { isActive, isInRange, cell, draft, open, text } = described
    return {
      class: [
        isActive && 'cell-active',
        isInRange && 'in-range',
        (open || text !== undefined) && 'cell-open',
        draft && (draft.message === undefined ? 'saving' : 'wrong'),
      ]
        .filter(Boolean)
        .join(' '),
      attributes: {
        ...(isActive ? { tabIndex: 0, ref: focus } : {}),
        ...(isInRange ? { 'aria-selected': true } : {}),
        ...(cell?.obstacle ? { 'aria-readonly': true } : {}),
        ...(draft?.message ? { 'aria-invalid': true, title: draft.message } : {}),
        ...(open ? { title: undefined } : {}),
      },
      content: contentOf(described, row),
    }
  }
  const marksOf = (index: number): RowMarks | undefined => {
    const row = rows.at(index)
    const isTouched = range && index >= range.top && index <= range.bottom
    if (!row || (!isTouched && !draftIds.has(row[resource.idField] as Id))) return undefined
    const described = describe(index, row)
    if (described.length === 0) return undefined
    const signature = [numberOf(row), ...described.map((each) => each.signature)].join('|')
    const before = next.get(index) ?? previous.get(index)
    const current =
      before?.signature === signature
        ? before
        : {
            signature,
            marks: new Map(described.map((each) => [each.column.field.name, markOf(each, row)])),
          }
    next.set(index, current)
    return current.marks
  }
  return marksOf
}

const numbers = new WeakMap<object, number>()
let lastNumber = 0

/** Returns a number that is the same for the same object only. */
const numberOf = (object: object): number => {
  if (!numbers.has(object)) numbers.set(object, ++lastNumber)
  return numbers.get(object)!
}

const DraftText = ({
  draft: { value, message },
  field,
}: {
  readonly draft: Draft
  readonly field: Parameters<typeof FieldText>[0]['field']
}) => (
  <>
    {value instanceof Unreadable ? value.text : <FieldText field={field} value={value} />}
    {message !== undefined && <span class="visually-hidden">{message}</span>}
  </>
)

const OpenCell = ({
  open,
  latest,
}: {
  readonly open: NonNullable<Editing['editor']>
  readonly latest: { readonly current: Editing }
}) => {
  const { field, row } = open.cell
  return (
    <CellEditor
      field={field}
      value={open.value}
      values={row}
      message={open.message}
      typed={open.typed}
      faultOf={(value) => latest.current.faultOf(value)}
      onSave={(value, direction) => latest.current.save(value, direction)}
      onLeaveWrong={(value, message) => latest.current.keepWrong(open, value, message)}
      onCancel={() => latest.current.cancel()}
    />
  )
}
