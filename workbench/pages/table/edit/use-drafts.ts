/** Values of cells that were entered and are not saved. */
import { useRef, useState } from 'preact/hooks'
import type { Id } from '../../../service/discovery.js'

export interface Draft {
  readonly id: Id
  readonly value: unknown
  /** What is wrong with it; undefined while it is being saved. */
  readonly message: string | undefined
}

export const useDrafts = () => {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map())
  const latest = useRef(drafts)
  latest.current = drafts
  const change = (edit: (drafts: Map<string, Draft>) => void) =>
    setDrafts((current) => {
      const next = new Map(current)
      edit(next)
      return next
    })
  return {
    drafts,
    change,
    /** Returns the draft of a cell as it was drawn last. */
    of: (key: string): Draft | undefined => latest.current.get(key),
    put: (key: string, draft: Draft) => change((next) => next.set(key, draft)),
    remove: (key: string) => change((next) => next.delete(key)),
    /** Removes this draft, and no later one of the cell. */
    removeOnly: (key: string, draft: Draft) =>
      change((next) => next.get(key) === draft && next.delete(key)),
  }
}

export type Drafts = ReturnType<typeof useDrafts>

/** What is being saved cannot be changed yet. */
export const isBeingSaved = (draft: Draft | undefined): boolean =>
  draft !== undefined && draft.message === undefined
