/**
 * The operations that are published for a resource. Each option source has operations of its own.
 */
import type { Settings } from '../../foundation/settings/settings.js'
import type { Operation } from '../../model/operation-table.js'
import type { OptionSourceModel } from '../../model/types/option-source-model.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import { type StatsEndpoint, servesStats } from '../../model/types/stats-model.js'

export interface Published {
  readonly resource: ResourceModel
  readonly operation: Operation
  /** The option source that the path names. */
  readonly source?: OptionSourceModel
  /** Path with template variables, without the context path. */
  readonly path: string
  readonly settings: Settings
}

const statsEndpoints: Partial<Record<Operation['name'], StatsEndpoint>> = {
  statsGroupBy: 'groupBy',
  statsTimeSeries: 'timeSeries',
  statsDistribution: 'distribution',
}

/** Leaves out operations whose every response would be 501 or 404. */
const isPublished = (
  { stats, actions }: ResourceModel,
  { name, supported, chosenBy }: Operation,
) => {
  // A description has one operation for a method and path, with the parameter.
  if (chosenBy) return false
  if (name === 'actions' || name === 'itemActions') return actions.size > 0
  const endpoint = statsEndpoints[name]
  if (endpoint) return servesStats(stats, endpoint, { enabled: true, defaultMode: 'AUTO' })
  return supported
}

const sourceVariable = '{sourceKey}'

export const publishedOf = (resource: ResourceModel, settings: Settings): readonly Published[] =>
  resource.operations
    .filter((operation) => isPublished(resource, operation))
    .flatMap((operation): readonly Published[] => {
      const path = `${resource.path}${operation.path}`
      if (!path.includes(sourceVariable)) return [{ resource, operation, path, settings }]
      return [...resource.optionSources.values()].map((source) => ({
        ...{ resource, operation, source, settings },
        // The ids of sources differ in type; with one path for all of them, no client could be
        // typed.
        path: path.replace(sourceVariable, source.key),
      }))
    })

/** The path of the route, with `{sourceKey}` for all option sources. */
export const routePathOf = ({ resource, operation }: Published): string =>
  `${resource.path}${operation.path}`

export const operationIdOf = ({
  resource: { key },
  operation: { name, intent, action },
  source,
}: Pick<Published, 'resource' | 'operation' | 'source'>): string => {
  if (intent !== undefined) return `${key}.intent.${intent}`
  if (action !== undefined) return `${key}.action.${action}`
  return source ? `${key}.${name}.${source.key}` : `${key}.${name}`
}
