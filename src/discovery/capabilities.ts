/** What a resource can do, as booleans: true exactly when the operation works. */
import type { OperationName } from '../model/operations.js'
import type { ResourceModel } from '../model/resource-model.js'
import { type StatsEndpoint, type StatsSwitches, servesStats } from '../model/stats-model.js'

const operations = {
  create: 'create',
  update: 'update',
  delete: 'delete',
  options: 'options',
  byId: 'byId',
  all: 'all',
  filter: 'filter',
  cursor: 'cursor',
  locate: 'locate',
  export: 'export',
} as const satisfies Readonly<Record<string, OperationName>>

const endpoints = {
  statsGroupBy: 'groupBy',
  statsTimeSeries: 'timeSeries',
  statsDistribution: 'distribution',
} as const satisfies Readonly<Record<string, StatsEndpoint>>

export type CanonicalOperation = keyof typeof operations | keyof typeof endpoints | 'optionSources'

export const canonicalOperations = (
  resource: ResourceModel,
  switches: StatsSwitches,
): Readonly<Record<CanonicalOperation, boolean>> => {
  const works = (name: OperationName) =>
    resource.operations.some((one) => one.name === name && one.supported)
  const entries = [
    ...Object.entries(operations).map(([name, operation]) => [name, works(operation)] as const),
    ...Object.entries(endpoints).map(
      ([name, endpoint]) => [name, servesStats(resource.stats, endpoint, switches)] as const,
    ),
    ['optionSources', resource.optionSources.size > 0] as const,
  ]
  return Object.fromEntries(entries) as Readonly<Record<CanonicalOperation, boolean>>
}
