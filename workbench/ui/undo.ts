/** What the user can undo, last change first. It ends when the caller changes. */
import { identity } from '../service/identity.js'
import { toast } from './toasts.js'

interface Undoable {
  readonly identity: string
  readonly resourceKey: string
  /** Puts back what was before. Resolves to false if that can be tried again. */
  readonly undo: () => Promise<boolean>
  /** Takes away the message that offers to undo the change. */
  readonly hide: () => void
}

/** Maximum number of changes that can be undone one after another. */
const maxKept = 50

let kept: readonly Undoable[] = []
let isUndoing = false
const saving = new Set<Promise<unknown>>()

/** Lets changes that are being saved come first, because they are the last ones to be undone. */
export const undoAfter = (work: Promise<unknown>): void => {
  saving.add(work)
  const forget = () => saving.delete(work)
  work.then(forget, forget)
}

const run = async (change: Undoable | undefined): Promise<void> => {
  // The key may repeat, and the button be pressed twice.
  if (!change || isUndoing || !kept.includes(change)) return
  isUndoing = true
  try {
    if (!(await change.undo())) return
    kept = kept.filter((other) => other !== change)
    change.hide()
  } finally {
    isUndoing = false
  }
}

/** Says what has happened, with a button that undoes it. */
export const offerUndo = (text: string, resourceKey: string, undo: Undoable['undo']): void => {
  const hide = toast(text, 'success', () => run(change))
  const change = { identity: identity.value, resourceKey, undo, hide }
  kept = [...kept, change].slice(-maxKept)
}

/** Undoes the last change of the resource. */
export const undoLast = async (resourceKey: string): Promise<void> => {
  await Promise.allSettled(saving)
  await run(
    kept.findLast(
      (change) => change.identity === identity.value && change.resourceKey === resourceKey,
    ),
  )
}
