/** Requests for options: every source, search for hidden labels, hidden ids, every order, every filter. */
import type { OptionSourceModel } from '../../../src/model/types/option-source-model.js'
import type { Json } from '../../http/use-people.js'
import { type Asked, filtersOf, type Generator } from './asked.js'
import { type Ask, asJson } from './twins.js'
import { inTurn, mixed, type World } from './world.js'

const labelsOf = ({ rows }: OptionSourceModel, world: World): readonly Json[] =>
  rows.from === 'list'
    ? rows.options.map(({ label }) => label)
    : mixed(world.values(rows.label.column))

const optionIdsOf = ({ rows }: OptionSourceModel, world: World): readonly Json[] => {
  if (rows.from === 'list') return [...rows.options.map(({ id }) => id), 'NO_SUCH']
  const { column } = rows.id
  const own = mixed(world.values(column))
  const target = column.references?.target
  if (!target) return own
  const { unknown, ...pots } = world.ids(target)
  return inTurn(own, mixed(pots), unknown)
}

/** What a source depends on is always sent. */
const needed = ({ dependsOn }: OptionSourceModel, { resource, world }: Asked): readonly Json[] => {
  const fields = dependsOn.map((name) => resource.filter.get(name)!)
  const values = fields.map(({ name, target }) => {
    const all = target.type === 'column' ? mixed(world.values(target.column)) : []
    return all.map((value) => ({ [name]: value }))
  })
  return values.length === 0 ? [{}] : values.flat()
}

const urlOf = ({ resource, operation }: Asked, key: string): string =>
  `${resource.path}${operation.path.replace('{sourceKey}', key)}`

const ofSource = (source: OptionSourceModel, asked: Asked): readonly Ask[] => {
  const { world, operation } = asked
  const url = urlOf(asked, source.key)
  const { method } = operation
  const labels = labelsOf(source, world)
  const ids = optionIdsOf(source, world)
  const always = needed(source, asked)
  const filters = always.flatMap((one) => filtersOf(asked).map((other) => ({ ...other, ...one })))
  const [first] = always
  const orders = ['label', 'id', ...source.sorts.keys()].flatMap((name) => [name, `${name},desc`])
  return inTurn<Ask>(
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
  (ask: (source: OptionSourceModel, asked: Asked) => readonly Ask[]): Generator =>
  (asked) => {
    const sources = [...asked.resource.optionSources.values()]
    const unknown: Ask = { method: asked.operation.method, url: urlOf(asked, 'no-such') }
    return inTurn([unknown], ...sources.map((source) => ask(source, asked)))
  }

export const optionRequests = {
  /** Of the resource's own options. */
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

  sourceByIds: perSource((source, asked) => {
    const { method } = asked.operation
    const ids = optionIdsOf(source, asked.world)
    return [ids, ...ids.map((id) => [id])].map((list) => ({
      method,
      url: `${urlOf(asked, source.key)}?ids=${list.map((id) => encodeURIComponent(String(id))).join(',')}`,
    }))
  }),

  sourceByIdsPost: perSource((source, asked) => {
    const ids = optionIdsOf(source, asked.world)
    const { operation } = asked
    return filtersOf(asked).map((filter) => ({
      method: operation.method,
      url: urlOf(asked, source.key),
      ...asJson({ ids, filter }),
    }))
  }),
} as const
