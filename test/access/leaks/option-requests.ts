/**
 * Requests for options: every source, searches for hidden labels, hidden ids, every sort, every
 * filter.
 */
import type { OptionSourceModel } from '../../../src/model/types/option-source-model.js'
import type { Json } from '../../http/use-people.js'
import { filtersOf, type Generator, type OperationContext } from './operation-context.js'
import { asJson, type TestRequest } from './twins.js'
import { inTurn, mixed, type World } from './world.js'

const labelsOf = ({ rows }: OptionSourceModel, world: World): readonly Json[] =>
  rows.from === 'list'
    ? rows.options.map(({ label }) => label)
    : mixed(world.values(rows.label.column))

const optionIdsOf = ({ rows }: OptionSourceModel, world: World): readonly Json[] => {
  if (rows.from === 'list') return [...rows.options.map(({ id }) => id), 'NO_SUCH']
  const { column } = rows.id
  const ownValues = mixed(world.values(column))
  const target = column.references?.target
  if (!target) return ownValues
  const { unknown, ...pots } = world.ids(target)
  return inTurn(ownValues, mixed(pots), unknown)
}

/** Filter fields that a source depends on are always sent. */
const needed = (
  { dependsOn }: OptionSourceModel,
  { resource, world }: OperationContext,
): readonly Json[] => {
  const fields = dependsOn.map((name) => resource.filter.get(name)!)
  const values = fields.map(({ name, target }) => {
    const all = target.type === 'column' ? mixed(world.values(target.column)) : []
    return all.map((value) => ({ [name]: value }))
  })
  return values.length === 0 ? [{}] : values.flat()
}

const urlOf = ({ resource, operation }: OperationContext, key: string): string =>
  `${resource.path}${operation.path.replace('{sourceKey}', key)}`

const ofSource = (source: OptionSourceModel, context: OperationContext): readonly TestRequest[] => {
  const { world, operation } = context
  const url = urlOf(context, source.key)
  const { method } = operation
  const labels = labelsOf(source, world)
  const ids = optionIdsOf(source, world)
  const always = needed(source, context)
  const filters = always.flatMap((filter) =>
    filtersOf(context).map((other) => ({ ...other, ...filter })),
  )
  const [first] = always
  const orders = ['label', 'id', ...source.sorts.keys()].flatMap((name) => [name, `${name},desc`])
  return inTurn<TestRequest>(
    always.map((filter) => ({ method, url: `${url}?size=50`, body: { filter } })),
    labels.map((label) => ({
      method,
      url,
      body: { filter: first, search: String(label).slice(0, 8) },
    })),
    orders.map((sort) => ({ method, url: `${url}?size=3`, body: { filter: first, sort } })),
    ids.map((id) => ({ method, url: `${url}?size=3`, body: { filter: first, includeIds: [id] } })),
    filters.map((filter) => ({ method, url, body: { filter } })),
    [{ method, url: `${url}?size=2&page=1`, body: { filter: first, includeIds: ids } }],
  )
}

const perSource =
  (
    request: (source: OptionSourceModel, context: OperationContext) => readonly TestRequest[],
  ): Generator =>
  (context) => {
    const sources = [...context.resource.optionSources.values()]
    const unknown: TestRequest = {
      method: context.operation.method,
      url: urlOf(context, 'no-such'),
    }
    return inTurn([unknown], ...sources.map((source) => request(source, context)))
  }

export const optionRequests = {
  /** Requests for the resource's own options. */
  searched: (({ resource, world, operation }) => {
    const url = `${resource.path}${operation.path}`
    const field =
      resource.optionLabel === undefined ? undefined : resource.response.get(resource.optionLabel)
    const labels = field?.type === 'column' ? mixed(world.values(field.target.column)) : ['anarie']
    return labels.map((label) => ({
      method: operation.method,
      url: `${url}?size=9`,
      body: { search: String(label).slice(0, 12) },
    }))
  }) satisfies Generator,

  source: perSource(ofSource),

  sourceByIds: perSource((source, context) => {
    const { method } = context.operation
    const ids = optionIdsOf(source, context.world)
    return [ids, ...ids.map((id) => [id])].map((list) => ({
      method,
      url: `${urlOf(context, source.key)}?ids=${list.map((id) => encodeURIComponent(String(id))).join(',')}`,
    }))
  }),

  sourceByIdsPost: perSource((source, context) => {
    const ids = optionIdsOf(source, context.world)
    const { operation } = context
    return filtersOf(context).map((filter) => ({
      method: operation.method,
      url: urlOf(context, source.key),
      ...asJson({ ids, filter }),
    }))
  }),
} as const
