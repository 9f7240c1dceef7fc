/** Saves changed cells. Their drafts say what is being saved and what was refused. */
import { useRef } from 'preact/hooks'
import type { Id } from '../../../service/discovery.js'
import { tn } from '../../../texts/translate.js'
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
import type { EditableCell } from './editable-cell.js'
import { type Reading, saveAll, saveRecord } from './save.js'
import { type Drafts, isBeingSaved } from './use-drafts.js'
import type { useSaving } from './use-saving.js'

export const useCellSaves = (
  { context, finish }: Pick<ReturnType<typeof useSaving>, 'context' | 'finish'>,
  drafts: Drafts,
) => {
  const latest = useRef(context)
  latest.current = context
  /** The last save of each record. The next one waits for it. */
  const chains = useRef(new Map<Id, Promise<unknown>>())

  /**
   * Saves a cell, and returns the message if it was refused.
   *
   * @param reading the record that was read when the editor was opened
   */
  const saveCell = async (
    { id, row, field }: EditableCell,
    value: unknown,
    reading: Reading | undefined,
  ): Promise<string | undefined> => {
    const key = cellKey(id, field.name)
    const earlier = chains.current.get(id)
    drafts.put(key, { value, message: undefined })
    const change = { id, seen: row, values: { [field.name]: value } }
    // After an earlier save, the record that was read is not the current one.
    const saving = (earlier ?? Promise.resolve()).then(() =>
      saveRecord(latest.current!, change, earlier ? undefined : reading),
    )
    chains.current.set(id, saving)
    undoAfter(saving)
    const outcome = await saving
    if (chains.current.get(id) === saving) chains.current.delete(id)
    if (!outcome.isSaved) return outcome.fields[field.name] ?? outcome.message
    drafts.remove(key)
    finish([outcome])
    return undefined
  }

  /** Saves several cells at once, and marks those that were refused. */
  const saveCells = async (cells: readonly CellChange[]) => {
    const right = cells.filter(({ message }) => message === undefined)
    const isBusy = right.some((cell) => isBeingSaved(drafts.of(keyOf(cell))))
    if (!latest.current || isBusy) return
    drafts.change((next) => {
      for (const cell of cells) next.set(keyOf(cell), { value: cell.value, message: cell.message })
    })
    const saving = saveAll(latest.current, recordChanges(right))
    undoAfter(saving)
    const outcomes = await saving
    const messages = messagesOf(outcomes, right)
    drafts.change((next) => {
      for (const cell of right) {
        const message = messages.get(keyOf(cell))
        if (message === undefined) next.delete(keyOf(cell))
        else next.set(keyOf(cell), { value: cell.value, message })
      }
    })
    finish(savedOf(outcomes))
    const failed = messages.size + cells.length - right.length
    const first = [...messages.values()][0] ?? cells.find(({ message }) => message)?.message
    if (failed > 0) {
      const said = tn(failed, '{count} cell was not changed.', '{count} cells were not changed.')
      toast(`${said} ${first}`, 'error')
    }
  }
  return { saveCell, saveCells }
}
