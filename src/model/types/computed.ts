/** What computed fields read. */
import type { ComputedModel, ComputedPart, Target } from './entity-model.js'

/** Everything that the field reads itself, from the record that has it. */
export const readsOf = (computed: ComputedModel | ComputedPart): readonly Target[] => {
  switch (computed.is) {
    case 'column':
      return [computed.target]
    case 'among':
      return [computed.criterion.target]
    case 'sql':
      return computed.parts.flatMap(readsOf)
    case 'aggregate': {
      const { relation, value, criteria } = computed
      const behind = [...(value ? [value] : []), ...criteria.map(({ target }) => target)]
      return [
        { type: 'collection', hops: [], relation },
        ...behind.map((target) => ({ ...target, hops: [relation, ...target.hops] })),
      ]
    }
    default:
      return []
  }
}

/** The targets, and those that computed fields among them read, with their hops. */
export const withReads = (targets: readonly Target[]): readonly Target[] =>
  targets.flatMap((target) => {
    const computed = target.type === 'column' ? target.column.computed : undefined
    if (!computed) return [target]
    const reads = readsOf(computed).map((each) => ({
      ...each,
      hops: [...target.hops, ...each.hops],
    }))
    return [target, ...withReads(reads)]
  })

/** Whether the value is computed from the rows of a collection, anew for each record. */
export const isAggregated = (target: Target): boolean =>
  target.type === 'collection' ||
  (target.column.computed !== undefined &&
    withReads([{ ...target, hops: [] }]).some(({ type }) => type === 'collection'))

/** Whether a value changes while no row does. */
export const dependsOnTime = (target: Target): boolean =>
  withReads([target]).some(
    (each) => each.type === 'column' && each.column.computed && hasClock(each.column.computed),
  )

const hasClock = (part: ComputedModel | ComputedPart): boolean =>
  part.is === 'clock' || (part.is === 'sql' && part.parts.some(hasClock))
