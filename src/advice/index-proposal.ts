/** Indexes that `corollary check` proposes, and how it reports them. */
import type { Diagnostics } from '../foundation/diagnostics.js'
import type { ResourceModel } from '../model/types/resource-model.js'
import type { StatsFieldModel } from '../model/types/stats-model.js'
import type { MissingIndex } from './missing-indexes.js'

export interface IndexProposal extends MissingIndex {
  /** What would be served, for example `employees.filter.salaryBetween`. */
  readonly path: string
  /** What reads do without the index. */
  readonly problem: string
  /** What it costs. */
  readonly note?: string
  /** Reads that it makes cheaper. Undefined: that depends on the values of requests. */
  readonly examples?: readonly ExampleRead[]
  /** Not reported if the planner expects no gain. */
  readonly isOptional?: true
}

/** A read without a filter, by which the gain of an index is estimated. */
export type ExampleRead =
  | { readonly type: 'page'; readonly resource: ResourceModel }
  | {
      readonly type: 'groupBy' | 'timeSeries'
      readonly resource: ResourceModel
      readonly field: StatsFieldModel
      readonly measure: StatsFieldModel
    }

export const unserved = (
  path: string,
  what: string,
  missing: MissingIndex | undefined,
): IndexProposal | undefined =>
  missing && { ...missing, path, problem: `No index serves this ${what}.` }

/** What the planner expects an example to cost, in its own units. */
export interface ExampleCost {
  readonly example: ExampleRead
  readonly without: number
  readonly withIndex: number
}

/** Costs of the examples of proposals; none if they were not estimated. */
export type ProposalCosts = ReadonlyMap<IndexProposal, readonly ExampleCost[]>

/** Estimates are rough: a smaller gain is none. */
const leastGain = 0.1

const pays = ({ without, withIndex }: ExampleCost): boolean =>
  withIndex <= without * (1 - leastGain)

export const adviseIndexes = (
  proposals: readonly IndexProposal[],
  diagnostics: Diagnostics,
  costs: ProposalCosts = new Map(),
): void => {
  for (const proposal of proposals) {
    const estimated = costs.get(proposal)
    if (proposal.isOptional && estimated && !estimated.some(pays)) continue
    const { path, problem, statement, setup, note, table } = proposal
    const gain = estimated && describeCosts(estimated)
    const remarks = [note, gain].filter((part) => part !== undefined)
    const parts = [problem, ...(setup ? [`${setup};`] : []), `${statement};`, ...remarks]
    const name = `${table.schema}.${table.name}`
    const index = { table: name, pages: table.pages, statement, setup, remarks, path }
    diagnostics.adviseIndex(index, parts.join(' '))
  }
}

const describeCosts = (costs: readonly ExampleCost[]): string => {
  const parts = costs.map(
    ({ example, without, withIndex }) =>
      `${describeExample(example)} ${Math.round(without)} → ${Math.round(withIndex)}`,
  )
  return `Estimated cost: ${parts.join(', ')}.`
}

const describeExample = (example: ExampleRead): string =>
  example.type === 'page' ? 'first page' : `${describeStats[example.type]} '${example.field.name}'`

const describeStats = { groupBy: 'group-by', timeSeries: 'time series' }
