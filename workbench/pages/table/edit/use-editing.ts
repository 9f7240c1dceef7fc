/** The editor of a cell, and what was entered and is not saved. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { isBroken, isEnforced, isRequired } from '../../../controls/conditions.js'
import type { Values } from '../../../controls/input-props.js'
import { isSame } from '../../../controls/unreadable.js'
import { validate } from '../../../controls/validate.js'
import type { Id } from '../../../service/discovery.js'
import { rememberLabels } from '../../../service/option-labels.js'
import type { Row } from '../../../service/records.js'
import type { Field, Shape } from '../../../service/shape.js'
import { t, tn } from '../../../texts/translate.js'
import { toast } from '../../../ui/toasts.js'
import { undoAfter } from '../../../ui/undo.js'
import {
  type CellChange,
  cellKey,
  keyOf,
  messagesOf,
  recordChanges,
  savedOf,
} from './cell-changes.js'
import type { Direction } from './cell-editor.js'
import type { EditedTable } from './edited-table.js'
import { nextCell, type Place } from './range.js'
import { type Reading, readCurrent, saveAll, saveRecord } from './save.js'
import { obstacleOf, type WriteTargets, writtenField, writtenName } from './targets.js'
import { type CursorState, focusedCell } from './use-cursor.js'
import type { useSaving } from './use-saving.js'

/** A cell as it can be changed, or why it cannot. */
export interface EditableCell {
  readonly id: Id
  readonly row: Row
  /** The field as a request has it. */
  readonly field: Field
  readonly obstacle: string
}

export interface OpenEditor {
  readonly key: string
  /** Differs for each time that an editor is opened. */
  readonly number: number
  readonly cell: EditableCell
  readonly value: unknown
  readonly message: string | undefined
  /** What was typed before the editor could be opened. */
  readonly typed: string
}

/** A value that was entered and is not saved. */
export interface Draft {
  readonly value: unknown
  /** What is wrong with it; undefined while it is being saved. */
  readonly message: string | undefined
}

/** What is said about a cell until the focus moves. */
export interface CellNote extends Place {
  readonly text: string
}

export const useEditing = (
  table: EditedTable,
  { context, finish }: ReturnType<typeof useSaving>,
  { cursor, move }: CursorState,
) => {
  const { rows, columns, shape, resource } = table
  const targets = context?.targets
  const [editor, setEditor] = useState<OpenEditor>()
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map())
  const [note, setNote] = useState<CellNote>()
  const latest = useRef({ editor, drafts, cursor, rows, context })
  latest.current = { editor, drafts, cursor, rows, context }
  const waiting = useRef<{ readonly place: Place; readonly typed: string } | undefined>(undefined)
  const count = useRef(0)
  const reading = useRef<Opened | undefined>(undefined)
  const chains = useRef(new Map<Id, Promise<unknown>>())

  const cellAt = (place: Place): EditableCell | undefined => {
    const row = latest.current.rows.at(place.row)
    const column = columns.shown[place.column]
    if (!row || !column || !shape || !targets) return undefined
    const id = row[resource.idField] as Id
    return { id, row, ...editableField(column.field, { shape, targets, row }) }
  }
  const changeDrafts = (change: (drafts: Map<string, Draft>) => void) =>
    setDrafts((current) => {
      const next = new Map(current)
      change(next)
      return next
    })
  const open = (cell: EditableCell, value: unknown, message?: string, typed = '') => {
    const key = cellKey(cell.id, cell.field.name)
    count.current += 1
    reading.current = openReading(readCurrent(resource, cell.id))
    if (shape) rememberLabel(shape, cell)
    setNote(undefined)
    setEditor({ key, number: count.current, cell, value, message, typed })
  }
  /** @param typed is kept until it is known which cells can be changed */
  const start = (place: Place, typed = '') => {
    if (!targets) {
      waiting.current = { place, typed: (waiting.current?.typed ?? '') + typed }
    } else startNow(place, '')
  }
  const startNow = (place: Place, typed: string) => {
    const cell = cellAt(place)
    if (!cell) return
    if (cell.obstacle) return setNote({ ...place, text: cell.obstacle })
    const draft = latest.current.drafts.get(cellKey(cell.id, cell.field.name))
    // What is being saved cannot be changed yet.
    if (draft && draft.message === undefined) return
    open(cell, draft ? draft.value : cell.row[cell.field.name], draft?.message, typed)
  }
  useEffect(() => {
    const { current } = waiting
    if (!targets || !current) return
    waiting.current = undefined
    startNow(current.place, current.typed)
  }, [targets])
  const close = () => setEditor(undefined)
  const fail = (cell: EditableCell, value: unknown, message: string) => {
    changeDrafts((next) => next.set(cellKey(cell.id, cell.field.name), { value, message }))
    const index = indexOf(cell.id)
    const column = columns.shown.findIndex(
      (_, place) => cellAt({ row: index ?? 0, column: place })?.field.name === cell.field.name,
    )
    // The focus is not taken from another cell or another part of the page.
    const isElsewhere = latest.current.editor !== undefined || !focusedCell()
    if (isElsewhere || index === undefined || column < 0) {
      return toast(`${cell.field.label}: ${message}`, 'error')
    }
    move({ row: index, column })
    open({ ...cell, row: latest.current.rows.at(index)! }, value, message)
  }
  const indexOf = (id: Id): number | undefined => {
    const { count = 0, at } = latest.current.rows
    for (let index = 0; index < count; index++) {
      if (String(at(index)?.[resource.idField]) === String(id)) return index
    }
    return undefined
  }
  const saveCell = async (cell: EditableCell, value: unknown) => {
    const { id, row, field } = cell
    const key = cellKey(id, field.name)
    const earlier = chains.current.get(id)
    const { promise = undefined } = earlier ? {} : (reading.current ?? {})
    changeDrafts((next) => next.set(key, { value, message: undefined }))
    const change = { id, seen: row, values: { [field.name]: value } }
    const saving = (earlier ?? Promise.resolve()).then(() =>
      saveRecord(latest.current.context!, change, promise),
    )
    chains.current.set(id, saving)
    undoAfter(saving)
    const outcome = await saving
    if (chains.current.get(id) === saving) chains.current.delete(id)
    if (!outcome.isSaved) return fail(cell, value, outcome.fields[field.name] ?? outcome.message)
    changeDrafts((next) => next.delete(key))
    finish([outcome])
  }
  /** Saves several cells at once, and marks those that were refused. */
  const saveCells = async (cells: readonly CellChange[]) => {
    const { context } = latest.current
    const right = cells.filter(({ message }) => message === undefined)
    const isBusy = right.some((cell) => {
      const draft = latest.current.drafts.get(keyOf(cell))
      return draft !== undefined && draft.message === undefined
    })
    if (!context || isBusy) return
    changeDrafts((next) => {
      for (const cell of cells) next.set(keyOf(cell), { value: cell.value, message: cell.message })
    })
    const saving = saveAll(context, recordChanges(right))
    undoAfter(saving)
    const outcomes = await saving
    const messages = messagesOf(outcomes, right)
    changeDrafts((next) => {
      for (const cell of right) {
        const message = messages.get(keyOf(cell))
        if (message === undefined) next.delete(keyOf(cell))
        else next.set(keyOf(cell), { value: cell.value, message })
      }
    })
    const failed = messages.size + cells.length - right.length
    const first = [...messages.values()][0] ?? cells.find(({ message }) => message)?.message
    finish(savedOf(outcomes))
    if (failed > 0) {
      const said = tn(failed, '{count} cell was not changed.', '{count} cells were not changed.')
      toast(`${said} ${first}`, 'error')
    }
  }
  const faultOf = (value: unknown): string | undefined =>
    latest.current.editor &&
    faultOfCell(latest.current.editor.cell, value, targets, reading.current)
  return {
    editor,
    drafts,
    note,
    isReady: targets !== undefined,
    context,
    cellAt,
    start,
    close,
    faultOf,
    saveCells,
    say: setNote,
    /** Removes a value that could not be saved. */
    discard: (key: string) => changeDrafts((next) => next.delete(key)),
    save: (value: unknown, direction: Direction) => {
      const { editor, cursor } = latest.current
      if (!editor) return
      const { cell, key } = editor
      // The next errors open another editor.
      latest.current = { ...latest.current, editor: undefined }
      close()
      if (direction !== 'none' && cursor) moveOn(cursor, direction, move, columns.shown.length)
      if (isSame(value, cell.row[cell.field.name])) changeDrafts((next) => next.delete(key))
      else void saveCell(cell, value)
    },
    keepWrong: ({ key, number }: OpenEditor, value: unknown, message: string) => {
      setEditor((current) => (current?.number === number ? undefined : current))
      changeDrafts((next) => next.set(key, { value, message }))
    },
    cancel: () => {
      const { editor, cursor } = latest.current
      close()
      if (editor) changeDrafts((next) => next.delete(editor.key))
      if (cursor) move(cursor)
    },
  }
}

export type Editing = ReturnType<typeof useEditing>

/** The label is in the row, and selected when the control appears: what is typed replaces it. */
const rememberLabel = ({ byName }: Shape, { field, row }: EditableCell): void => {
  const { labelField } = byName.get(field.name)?.reference ?? {}
  const [id, label] = [row[field.name], labelField && row[labelField]]
  if (typeof label === 'string') rememberLabels(field, [{ id: id as Id, label }])
}

/** The record that is read when an editor opens: its rules are known while the user types. */
interface Opened {
  readonly promise: Reading
  row: Row | undefined
}

const openReading = (promise: Reading): Opened => {
  const opened: Opened = { promise, row: undefined }
  promise.then((result) => {
    if (result.ok) opened.row = result.data.row
  })
  return opened
}

const editableField = (
  shown: Field,
  {
    shape,
    targets,
    row,
  }: { shape: NonNullable<EditedTable['shape']>; targets: WriteTargets; row: Row },
) => {
  const name = writtenName(shape, targets, shown.name)
  const field = writtenField(targets, name) ?? shown
  const isShown = row[name] !== undefined
  const obstacle =
    obstacleOf(targets, shown, name) ||
    (isShown ? '' : t('Open the record to change {label}.', { label: shown.label }))
  return { field: { ...field, label: shown.label }, obstacle }
}

const faultOfCell = (
  { field, row }: EditableCell,
  value: unknown,
  targets: WriteTargets | undefined,
  opened: Opened | undefined,
): string | undefined => {
  const values: Values = { ...row, ...opened?.row, [field.name]: value }
  const fault = validate(field, value, isRequired(field, values))
  if (fault !== undefined || !opened?.row) return fault
  const shape = targets?.find((target) => target.shape.byName.has(field.name))?.shape
  const rules = shape?.document['x-ui'].rules ?? []
  return rules.find(
    (rule) =>
      rule.targets.includes(field.name) &&
      isEnforced(rule, values, opened.row!) &&
      isBroken(rule, values),
  )?.message
}

const moveOn = (
  { row, column }: Place,
  direction: Exclude<Direction, 'none'>,
  move: CursorState['move'],
  columns: number,
): void => {
  if (direction === 'down') move({ row: row + 1, column })
  else if (direction === 'up') move({ row: row - 1, column })
  else
    move(nextCell({ row, column }, direction === 'right' ? 1 : -1, { rows: 0, columns, page: 0 }))
}
