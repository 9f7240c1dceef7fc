/** Saves changed cells. Their drafts say what is being saved and what was refused. */
import { useRef } from 'preact/hooks'
import type { Values } from '../../../controls/input-props.js'
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
import { type Outcome, type Reading, type RecordChange, saveAll, saveRecord } from './save.js'
import type { Draft, Drafts } from './use-drafts.js'
import type { useSaving } from './use-saving.js'

/** Saves changes. `isFirst` is true if no earlier save of their records was running. */
type Save = (changes: readonly RecordChange[], isFirst: boolean) => Promise<readonly Outcome[]>

/** @param onSaved is called after records were saved */
export const useCellSaves = (
  { context, finish }: Pick<ReturnType<typeof useSaving>, 'context' | 'finish'>,
  drafts: Drafts,
  onSaved: (id: Id) => void,
) => {
  const latest = useRef(context)
  latest.current = context
  /** What the running saves of each record have written. The next one waits for it. */
  const chains = useRef(new Map<Id, Promise<Values>>())

  /** Saves changes after the earlier ones of their records, which the user has seen too. */
  const saveInTurn = (changes: readonly RecordChange[], save: Save) => {
    const earlier = changes.map(({ id }) => chains.current.get(id))
    const saving = Promise.all(earlier).then((written) =>
      save(
        changes.map((change, index) => ({
          ...change,
          seen: { ...change.seen, ...written[index] },
        })),
        earlier.every((chain) => chain === undefined),
      ),
    )
    for (const [index, { id }] of changes.entries()) {
      const chain = Promise.all([earlier[index], saving]).then(([before, outcomes]) => {
        if (chains.current.get(id) === chain) chains.current.delete(id)
        onSaved(id)
        return { ...before, ...writtenBy(outcomes[index]!) }
      })
      chains.current.set(id, chain)
    }
    undoAfter(saving)
    return saving
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
    const [outcome] = await saveInTurn(
      [{ id, seen: row, values: { [field.name]: value } }],
      // After an earlier save, the record that was read is not the current one.
      async ([change], isFirst) => [
        await saveRecord(latest.current!, change!, isFirst ? reading : undefined),
      ],
    )
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
    const outcomes = await saveInTurn(recordChanges(right), (changes) =>
      saveAll(latest.current!, changes),
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

const writtenBy = (outcome: Outcome): Values =>
  outcome.isSaved
    ? Object.fromEntries(
        Object.entries(outcome.row).filter(([name]) => Object.hasOwn(outcome.before, name)),
      )
    : {}
