/** Fields that the database computes, with resolved paths. */
import type { AggregateFunction } from '../../contract/expressions.js'
import type { ToManyModel } from './entity-model.js'
import type { ColumnTarget, Target } from './path.js'

/** What stands in a hole of an expression. */
export type ComputedPart =
  | { readonly is: 'column'; readonly target: ColumnTarget }
  | { readonly is: 'clock'; readonly reads: 'now' | 'today' }
  | { readonly is: 'constant'; readonly value: string | number | boolean }
  | { readonly is: 'among'; readonly criterion: ComputedCriterion }
  | ComputedSql

/** A column has one of these values: parameter texts. */
export interface ComputedCriterion {
  readonly target: ColumnTarget
  /** Undefined: it is null. */
  readonly values: readonly string[] | undefined
}

export interface ComputedSql {
  readonly is: 'sql'
  /** One more than parts. */
  readonly texts: readonly string[]
  readonly parts: readonly ComputedPart[]
}

export interface ComputedAggregate {
  readonly is: 'aggregate'
  readonly function: AggregateFunction
  readonly relation: ToManyModel
  readonly value?: ColumnTarget
  readonly criteria: readonly ComputedCriterion[]
}

export type ComputedModel = ComputedSql | ComputedAggregate

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

/** Whether a value changes while no row does. */
export const dependsOnTime = (target: Target): boolean =>
  withReads([target]).some(
    (each) => each.type === 'column' && each.column.computed && hasClock(each.column.computed),
  )

const hasClock = (part: ComputedModel | ComputedPart): boolean =>
  part.is === 'clock' || (part.is === 'sql' && part.parts.some(hasClock))
