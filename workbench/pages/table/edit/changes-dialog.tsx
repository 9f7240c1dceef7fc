/** Shows what changes in which cell, and what is wrong, before several cells are saved. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { nameOf } from '../../../fields/label.js'
import { FieldText } from '../../../forms/field-text.js'
import { t, tn } from '../../../texts/translate.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { Icon } from '../../../ui/icons.js'
import { undoAfter } from '../../../ui/undo.js'
import { type CellChange, keyOf, messagesOf, recordChanges, savedOf } from './cell-changes.js'
import { type SaveContext, saveAll } from './save.js'
import { seenWith } from './turns.js'
import type { useSaving } from './use-saving.js'

interface ChangesDialogProps {
  readonly title: string
  readonly context: SaveContext
  /** The other saves of the table, and what follows a save. */
  readonly saving: Pick<ReturnType<typeof useSaving>, 'turns' | 'finish'>
  readonly cells: readonly CellChange[]
  /** Says which parts of a pasted block have no cell. */
  readonly note?: string | undefined
  readonly onClose: () => void
}

/** Maximum number of cells that are listed. */
const listed = 200

const isRight = ({ message }: CellChange): boolean => message === undefined

export const ChangesDialog = (props: ChangesDialogProps) => {
  const { title, note, onClose } = props
  const { cells, state, done, apply } = useChanges(props)
  const right = cells.filter(isRight).length
  const wrong = cells.length - right
  // What is wrong comes first.
  const shown = cells.toSorted((a, b) => Number(isRight(a)) - Number(isRight(b))).slice(0, listed)
  return (
    <Dialog
      title={title}
      kind="wide"
      onClose={() => state !== 'saving' && onClose()}
      footer={
        <>
          <Button disabled={state === 'saving'} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button kind="primary" disabled={right === 0 || state !== 'ready'} onClick={apply}>
            {tn(right, 'Change {count} cell', 'Change {count} cells')}
          </Button>
        </>
      }
    >
      <p role="status">
        {state === 'checking'
          ? t('Checking…')
          : state === 'saving'
            ? t('{done} of {total} records are done.', {
                done,
                total: recordChanges(cells.filter(isRight)).length,
              })
            : wrong > 0
              ? tn(
                  wrong,
                  '{count} cell cannot be changed. The others can.',
                  '{count} cells cannot be changed. The others can.',
                )
              : cells.length === 0
                ? t('Nothing changes.')
                : t('Everything can be changed.')}
      </p>
      {note && <p class="faint">{note}</p>}
      {shown.length > 0 && <ChangeTable {...props} cells={shown} />}
      {cells.length > shown.length && (
        <p class="faint">
          {tn(cells.length - shown.length, 'and {count} more', 'and {count} more')}
        </p>
      )}
    </Dialog>
  )
}

/** Tries the changes, and saves those that are right once. */
const useChanges = ({ context, saving, cells: initial, onClose }: ChangesDialogProps) => {
  const { turns, finish } = saving
  const [cells, setCells] = useState(initial)
  const [state, setState] = useState<'checking' | 'ready' | 'saving'>('checking')
  const [done, setDone] = useState(0)
  const isBusy = useRef(true)
  const settle = (next: readonly CellChange[]) => {
    setCells(next)
    setState('ready')
    isBusy.current = false
  }
  const check = async () => {
    const written = await turns.settled(initial.map(({ id }) => id))
    const current = initial.map((cell) => ({
      ...cell,
      row: { ...cell.row, ...written.get(cell.id) },
    }))
    const right = current.filter(isRight)
    const trial = { ...context, isDryRun: true, ask: async () => undefined }
    const messages = messagesOf(await saveAll(trial, recordChanges(right)), right)
    settle(current.map((cell) => ({ ...cell, message: cell.message ?? messages.get(keyOf(cell)) })))
  }
  useEffect(() => {
    void check()
  }, [])
  const apply = async () => {
    if (isBusy.current) return
    isBusy.current = true
    setState('saving')
    const right = cells.filter(isRight)
    const changes = recordChanges(right)
    const running = turns.run(changes, (written) =>
      saveAll(context, seenWith(changes, written), setDone),
    )
    undoAfter(running)
    const outcomes = await running
    const messages = messagesOf(outcomes, right)
    const saved = savedOf(outcomes)
    finish(saved)
    if (messages.size === 0) return onClose()
    const savedIds = new Set(saved.map(({ id }) => id))
    settle(
      cells
        .filter((cell) => !isRight(cell) || !savedIds.has(cell.id))
        .map((cell) => ({ ...cell, message: cell.message ?? messages.get(keyOf(cell)) })),
    )
  }
  return { cells, state, done, apply }
}

const ChangeTable = ({ context, cells }: Pick<ChangesDialogProps, 'context' | 'cells'>) => (
  <div class="table-scroll">
    <table class="table changes">
      <thead>
        <tr>
          <th scope="col">{t('Record')}</th>
          <th scope="col">{t('Field')}</th>
          <th scope="col">{t('Before')}</th>
          <th scope="col">{t('After')}</th>
        </tr>
      </thead>
      <tbody>
        {cells.map((cell) => (
          <tr key={keyOf(cell)}>
            <th scope="row" dir="auto">
              {nameOf(context.resource, cell.row, cell.id)}
            </th>
            <td>{cell.field.label}</td>
            <td class="dropped">
              <FieldText field={cell.field} value={cell.row[cell.field.name]} />
            </td>
            <td>
              <FieldText field={cell.field} value={cell.value} />
              {cell.message !== undefined && (
                <span class="cell-fault">
                  <Icon name="warning" /> {cell.message}
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
