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
import { seenWith, type Turns } from './turns.js'
import type { Draft, Drafts } from './use-drafts.js'
import type { useSaving } from './use-saving.js'

/** @param onSaved is called after records were saved */
export const useCellSaves = (
  { context, turns, finish }: Pick<ReturnType<typeof useSaving>, 'context' | 'turns' | 'finish'>,
  drafts: Drafts,
  onSaved: (id: Id) => void,
) => {
  const latest = useRef(context)
  latest.current = context

  const saveInTurn: Turns['run'] = async (changes, save) => {
    const saving = turns.run(changes, save)
    undoAfter(saving)
    const outcomes = await saving
    for (const { id } of changes) onSaved(id)
    return outcomes
  }

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
    const draft = { id, value, message: undefined }
    drafts.put(key, draft)
    const changes = [{ id, seen: row, values: { [field.name]: value } }]
    const [outcome] = await saveInTurn(changes, async (written) => [
      // After an earlier save, the record that was read is not the current one.
      await saveRecord(
        latest.current!,
        seenWith(changes, written)[0]!,
        written.size === 0 ? reading : undefined,
      ),
    ])
    if (!outcome!.isSaved) return outcome!.fields[field.name] ?? outcome!.message
    drafts.removeOnly(key, draft)
    finish([outcome!])
    return undefined
  }

  /** Saves several cells at once, and marks those that were refused. */
  const saveCells = async (cells: readonly CellChange[]) => {
    const right = cells.filter(({ message }) => message === undefined)
    if (cells.length === 0) return
    drafts.change((next) => {
      for (const cell of cells) next.set(keyOf(cell), draftOf(cell, cell.message))
    })
    const changes = recordChanges(right)
    const outcomes = await saveInTurn(changes, (written) =>
      saveAll(latest.current!, seenWith(changes, written)),
    )
    const messages = messagesOf(outcomes, right)
    drafts.change((next) => {
      for (const cell of right) {
        const message = messages.get(keyOf(cell))
        if (message === undefined) next.delete(keyOf(cell))
        else next.set(keyOf(cell), draftOf(cell, message))
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

const draftOf = ({ id, value }: CellChange, message: string | undefined): Draft => ({
  ...{ id, value, message },
})
