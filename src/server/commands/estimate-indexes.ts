/**
 * Estimates the gain of proposed indexes: what the planner expects the service's own statements to
 * cost without and with each of them.
 */
import type { ClientBase } from 'pg'
import { developmentPrincipal } from '../../access/principals.js'
import { createViews } from '../../access/views.js'
import { costsWithIndex, findHypopg } from '../../advice/hypothetical-indexes.js'
import type {
  ExampleCost,
  ExampleRead,
  IndexProposal,
  ProposalCosts,
} from '../../advice/index-proposal.js'
import type { Settings } from '../../foundation/settings.js'
import type { SqlText } from '../../foundation/statement.js'
import type { Model } from '../../model/types/resource-model.js'
import { allowsMetric, measuresOf, type StatsFieldModel } from '../../model/types/stats-model.js'
import type { FilterSettings } from '../../query/filter/read-filter.js'
import { readOrder } from '../../query/rows/order.js'
import type { ResourceView } from '../../query/rows/row-access.js'
import { selectionOf } from '../../query/rows/select.js'
import { pageStatement } from '../../query/statements/page-statement.js'
import { seriesStatement } from '../../stats/series.js'
import { termsStatement } from '../../stats/terms.js'
import { defaultPageSize } from '../../wire/page-size.js'

/** Undefined if the database lacks the extension. */
export const estimateIndexes = async (
  client: ClientBase,
  model: Model,
  proposals: readonly IndexProposal[],
  settings: Settings,
): Promise<ProposalCosts | undefined> => {
  const schema = await findHypopg(client)
  if (schema === undefined) return undefined
  const resourceOf = everyRowViews(model, settings)
  const costs = new Map<IndexProposal, readonly ExampleCost[]>()
  for (const proposal of proposals) {
    const { statement, examples = [] } = proposal
    if (examples.length === 0) continue
    const statements = examples.map((example) =>
      statementOf(example, resourceOf(example.resource.key), settings),
    )
    const planned = await costsWithIndex(client, schema, statement, statements)
    costs.set(
      proposal,
      planned.map((cost, place) => ({ example: examples[place]!, ...cost })),
    )
  }
  return costs
}

/** The resources as a caller of all rows sees them: no rule of the application is called. */
const everyRowViews = (model: Model, settings: Settings): ((key: string) => ResourceView) => {
  const filterSettings: FilterSettings = {
    zone: settings['platform.filter.zone-id'],
    maxListLength: 0,
    maxTextLength: 0,
    allowScalarRange: false,
  }
  const rowRules = new Map(
    [...model.rowRules].map(([entity, rule]) => [
      entity,
      { ...rule, visibleTo: () => 'all' as const },
    ]),
  )
  return createViews({ ...model, rowRules }, filterSettings)(developmentPrincipal).resource
}

const statementOf = (example: ExampleRead, resource: ResourceView, settings: Settings): SqlText => {
  const clock = { now: new Date(), zone: settings['platform.filter.zone-id'] }
  if (example.type === 'page') {
    const request = {
      ...{ limit: defaultPageSize, offset: 0 },
      ...{ criteria: [], order: readOrder(resource, []) },
      ...{ includeIds: [], showIncluded: false, known: undefined },
    }
    return pageStatement(resource, request, clock, selectionOf(resource))
  }
  const { field, measure } = example
  const metrics = [metricOf(field, measure)]
  if (example.type === 'groupBy') {
    const request = {
      ...{ field, metrics, criteria: [], order: 'VALUE_DESC' as const, nullLabel: '' },
      ...{ limit: settings['platform.stats.max-buckets'], hasTotals: false },
    }
    return termsStatement(resource, request, clock, 'quick')
  }
  const request = {
    ...{ field, metrics, criteria: [], granularity: 'MONTH' as const, fillGaps: false },
    ...{ from: undefined, to: undefined, zone: clock.zone },
    maxPoints: settings['platform.stats.max-series-points'],
  }
  return seriesStatement(resource, request, clock, 'quick')
}

const metricOf = (field: StatsFieldModel, measure: StatsFieldModel) => {
  const operation = measuresOf(measure).find((metric) => allowsMetric(field, metric))
  return operation ? { operation, field: measure } : { operation: 'COUNT' as const }
}
