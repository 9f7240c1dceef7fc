/** The editor that is open in a cell, and the record that is read for it. */
import { useRef, useState } from 'preact/hooks'
import type { Id } from '../../../service/discovery.js'
import { rememberLabels } from '../../../service/option-labels.js'
import type { Row } from '../../../service/records.js'
import type { Shape } from '../../../service/shape.js'
import { cellKey } from './cell-changes.js'
import type { EditableCell } from './editable-cell.js'
import type { EditedTable } from './edited-table.js'
import { type Reading, readCurrent } from './save.js'

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

/** The record that is read when an editor opens: its rules are known while the user types. */
interface ReadRecord {
  readonly promise: Reading
  row: Row | undefined
}

export const useOpenEditor = ({ resource, shape }: EditedTable) => {
  const [editor, setEditor] = useState<OpenEditor>()
  const latest = useRef(editor)
  latest.current = editor
  const count = useRef(0)
  const record = useRef<ReadRecord | undefined>(undefined)
  return {
    editor,
    latest,
    record,
    open: (cell: EditableCell, value: unknown, message?: string, typed = '') => {
      count.current += 1
      record.current = startReading(readCurrent(resource, cell.id))
      if (shape) rememberLabel(shape, cell)
      const key = cellKey(cell.id, cell.field.name)
      setEditor({ key, number: count.current, cell, value, message, typed })
    },
    /** Reads the record again if its editor is open, because the record was saved. */
    readAgain: (id: Id) => {
      if (latest.current?.cell.id === id) record.current = startReading(readCurrent(resource, id))
    },
    close: () => setEditor(undefined),
    /** Closes this editor, and no other one that was opened meanwhile. */
    closeOnly: ({ number }: OpenEditor) =>
      setEditor((current) => (current?.number === number ? undefined : current)),
  }
}

/** The label is in the row, and selected when the control appears: what is typed replaces it. */
const rememberLabel = ({ byName }: Shape, { field, row }: EditableCell): void => {
  const { labelField } = byName.get(field.name)?.reference ?? {}
  const [id, label] = [row[field.name], labelField && row[labelField]]
  if (typeof label === 'string') rememberLabels(field, [{ id: id as Id, label }])
}

const startReading = (promise: Reading): ReadRecord => {
  const record: ReadRecord = { promise, row: undefined }
  promise.then((result) => {
    if (result.ok) record.row = result.data.row
  })
  return record
}
