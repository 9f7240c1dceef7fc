/** What is needed to save cells: the operations, the dialog of conflicts, and the way back. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Capabilities } from '../../../../src/wire/catalogs/capabilities.js'
import { ConflictDialog } from '../../../forms/conflict-dialog.js'
import type { Choices, Difference } from '../../../forms/merge.js'
import { noteChange } from '../../../service/changes.js'
import type { ResourceEntry } from '../../../service/discovery.js'
import { createQueue } from '../../../service/queue.js'
import { t, tn } from '../../../texts/translate.js'
import { toast } from '../../../ui/toasts.js'
import { offerUndo } from '../../../ui/undo.js'
import { useShown } from '../../../ui/use-shown.js'
import type { ReplaceRows } from '../rows/replaced-rows.js'
import { type SaveContext, type Saved, saveAll } from './save.js'
import { readTargets, type WriteTargets } from './targets.js'
import { createTurns, type Turns } from './turns.js'

interface SavingOptions {
  readonly resource: ResourceEntry
  readonly capabilities: Capabilities | undefined
  readonly replace: ReplaceRows
}

interface Conflict {
  readonly found: readonly Difference[]
  readonly decide: (choices: Choices | undefined) => void
}

export const useSaving = ({ resource, capabilities, replace }: SavingOptions) => {
  const [targets, setTargets] = useState<WriteTargets>()
  const [conflict, setConflict] = useState<Conflict>()
  const latestConflict = useRef<Conflict | undefined>(undefined)
  // Records that are saved at the same time may all have conflicts.
  const [oneAtATime] = useState(() => createQueue(1))
  const [turns] = useState(createTurns)
  const isShown = useShown()
  const latestReplace = useRef(replace)
  latestReplace.current = replace
  useEffect(() => {
    if (capabilities) readTargets(capabilities).then(setTargets)
  }, [capabilities])
  useEffect(() => () => latestConflict.current?.decide(undefined), [])
  const show = (next: Conflict | undefined) => {
    latestConflict.current = next
    setConflict(next)
  }
  const ask: SaveContext['ask'] = (found) =>
    oneAtATime(async () => {
      if (!isShown.current) return undefined
      const choices = await new Promise<Choices | undefined>((decide) => show({ found, decide }))
      show(undefined)
      return choices
    })
  const context: SaveContext | undefined = targets && { resource, targets, ask }
  const replaceRows = (saved: readonly Saved[]) =>
    isShown.current ? latestReplace.current(saved) : noteChange()
  /** Shows what was saved, and offers to undo it. */
  const finish = (saved: readonly Saved[]) => {
    if (saved.length === 0) return
    replaceRows(saved)
    const count = saved.reduce((sum, { before }) => sum + Object.keys(before).length, 0)
    offerUndo(
      tn(count, '{count} cell was changed.', '{count} cells were changed.'),
      resource.resourceKey,
      () => putBack(context!, turns, saved, replaceRows),
    )
  }
  return {
    context,
    turns,
    finish,
    dialog: conflict && (
      <ConflictDialog key={conflict} differences={conflict.found} onDecide={conflict.decide} />
    ),
  }
}

/**
 * Saves the values before. Records that were changed meanwhile are compared first, also if the user
 * has changed them.
 */
const putBack = async (
  context: SaveContext,
  turns: Turns,
  saved: readonly Saved[],
  show: (saved: readonly Saved[]) => void,
): Promise<boolean> => {
  const changes = saved.map(({ id, row, before }) => ({ id, seen: row, values: before }))
  const outcomes = await turns.run(changes, () => saveAll(context, changes))
  show(outcomes.filter((outcome) => outcome.isSaved))
  const refusal = outcomes.find((outcome) => !outcome.isSaved)
  if (refusal) toast(refusal.message, 'error')
  else toast(t('Undone.'))
  return refusal === undefined
}
