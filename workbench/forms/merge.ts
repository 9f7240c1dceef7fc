/** Compares the changes of two users to a record, and merges them. */
import type { Values } from '../controls/input-props.js'
import { isSame } from '../controls/unreadable.js'
import type { Field } from '../service/shape.js'

export type Side = 'mine' | 'theirs'
export type Choices = Readonly<Record<string, Side>>

/** A field whose values differ. */
export interface Difference {
  readonly field: Field
  readonly mine: unknown
  readonly theirs: unknown
  /** The side that changed the field. */
  readonly changedBy: Side | 'both'
}

/**
 * @param before the values that both started from
 * @param mine the values of the form
 * @param theirs the values that are saved now
 */
export const differences = (
  fields: readonly Field[],
  before: Values,
  mine: Values,
  theirs: Values,
): readonly Difference[] =>
  fields.flatMap((field) => {
    const { name } = field
    if (isSame(mine[name], theirs[name])) return []
    const isMine = !isSame(before[name], mine[name])
    const isTheirs = !isSame(before[name], theirs[name])
    const changedBy = isMine && isTheirs ? 'both' : isMine ? 'mine' : 'theirs'
    return [{ field, mine: mine[name], theirs: theirs[name], changedBy }]
  })

/** Each field gets the value of the user who changed it. If both did, the user's choice decides. */
export const merge = (mine: Values, found: readonly Difference[], choices: Choices): Values => ({
  ...mine,
  ...Object.fromEntries(
    found
      .filter(({ field, changedBy }) => {
        const side = changedBy === 'both' ? (choices[field.name] ?? 'mine') : changedBy
        return side === 'theirs'
      })
      .map(({ field, theirs }) => [field.name, theirs ?? null]),
  ),
})
