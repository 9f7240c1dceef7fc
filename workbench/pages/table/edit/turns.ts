/** Lets the saves of a record come one after another, whichever part of the table saves it. */
import type { Values } from '../../../controls/input-props.js'
import type { Id } from '../../../service/discovery.js'
import type { Outcome, RecordChange } from './save.js'

/** What running saves have written, by record. */
export type Written = ReadonlyMap<Id, Values>

/** Saves changes. `written` is empty if no save of their records was running. */
type Save = (written: Written) => Promise<readonly Outcome[]>

export const createTurns = () => {
  const chains = new Map<Id, Promise<Values>>()

  /** Waits for the running saves of records, and returns what they have written. */
  const settled = async (ids: readonly Id[]): Promise<Written> => {
    const running = [...new Set(ids)].flatMap((id) => {
      const chain = chains.get(id)
      return chain ? [chain.then((values) => [id, values] as const)] : []
    })
    return new Map(await Promise.all(running))
  }

  /** Saves changes after the running saves of their records. */
  const run = (changes: readonly RecordChange[], save: Save): Promise<readonly Outcome[]> => {
    const earlier = settled(changes.map(({ id }) => id))
    const saving = earlier.then(save)
    const outcomes = saving.catch((): readonly Outcome[] => [])
    for (const [index, { id }] of changes.entries()) {
      const chain = Promise.all([earlier, outcomes]).then(([written, settledOutcomes]) => {
        if (chains.get(id) === chain) chains.delete(id)
        return { ...written.get(id), ...writtenBy(settledOutcomes[index]) }
      })
      chains.set(id, chain)
    }
    return saving
  }
  return { settled, run }
}

export type Turns = ReturnType<typeof createTurns>

/** Returns the changes as the user sees them, who has entered what was written too. */
export const seenWith = (
  changes: readonly RecordChange[],
  written: Written,
): readonly RecordChange[] =>
  changes.map((change) => ({ ...change, seen: { ...change.seen, ...written.get(change.id) } }))

const writtenBy = (outcome: Outcome | undefined): Values =>
  outcome?.isSaved
    ? Object.fromEntries(
        Object.entries(outcome.row).filter(([name]) => Object.hasOwn(outcome.before, name)),
      )
    : {}
