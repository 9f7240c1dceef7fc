/** Capabilities against calls: what is said to work works, and nothing else does. */
import { type Statistic, schemaPath } from '../catalog.js'
import { items, type Json, members } from '../json.js'
import { queryText, recordPath } from '../pages.js'
import { readJson, withStatus } from '../service.js'
import { anyId, requireAllRows, type Subject } from '../subject.js'
import { demand, demandEqual } from '../verdicts.js'
import { type Case, casesOf, type Derive } from './case.js'

const capabilityCase = casesOf('capabilities')

interface Call {
  readonly method: string
  /** Below the path of the resource. */
  readonly path: string
  readonly body?: unknown
}

/** The path of statistics in a mode, with the members that their body needs. */
const statistics: Readonly<Record<string, readonly [path: string, body: Json]>> = {
  GROUP_BY: ['group-by', {}],
  TIME_SERIES: ['timeseries', { granularity: 'MONTH' }],
  DISTRIBUTION_TERMS: ['distribution', { mode: 'TERMS' }],
  DISTRIBUTION_HISTOGRAM: ['distribution', { mode: 'HISTOGRAM', bucketCount: 2 }],
}

const statisticsOf = (
  mode: keyof typeof statistics,
  field: string | undefined,
  { base }: Subject,
): Call => {
  const [path, members] = statistics[mode]!
  return { method: 'POST', path: `/stats/${path}`, body: { filter: base, field, ...members } }
}

const statisticsCall =
  (mode: keyof typeof statistics) =>
  (subject: Subject): Call => {
    const found = subject.resource.statistics.find(({ modes }) => modes.includes(mode))
    return statisticsOf(mode, found?.name ?? 'none', subject)
  }

const reading = (path: string) => (): Call => ({ method: 'POST', path, body: {} })

/** A cheap call of each operation that reads. @throws NotJudged if the rows do not allow it */
const calls: Readonly<Record<string, (subject: Subject) => Call>> = {
  filter: reading('/filter?size=1'),
  cursor: reading('/filter/cursor?size=1'),
  options: reading('/options/filter?size=1'),
  locate: (subject) => ({
    ...{ method: 'POST', path: `/locate${queryText({ id: anyId(subject) })}` },
    body: subject.base,
  }),
  byId: (subject) => ({ method: 'GET', path: recordPath({ path: '' }, anyId(subject)) }),
  all: (subject) => {
    requireAllRows(subject)
    return { method: 'GET', path: '/all' }
  },
  export: ({ base }) => ({
    ...{ method: 'POST', path: '/export' },
    body: { format: 'csv', filters: base, maxRows: 1 },
  }),
  statsGroupBy: statisticsCall('GROUP_BY'),
  statsTimeSeries: statisticsCall('TIME_SERIES'),
  statsDistribution: (subject) => {
    const hasTerms = subject.resource.statistics.some(({ modes }) =>
      modes.includes('DISTRIBUTION_TERMS'),
    )
    return statisticsCall(hasTerms ? 'DISTRIBUTION_TERMS' : 'DISTRIBUTION_HISTOGRAM')(subject)
  },
  optionSources: ({ resource }) => {
    const source = resource.endpoints.find(
      ({ path, method }) => method === 'POST' && /\/option-sources\/.*\/filter$/.test(path),
    )
    const path = source
      ? source.path.slice(resource.path.length)
      : '/option-sources/x/options/filter'
    return { method: 'POST', path: `${path}?size=1`, body: {} }
  },
}

const isRefused = (status: number): boolean => status >= 400 && status < 502

const callCase = (name: string): Case =>
  capabilityCase(`'${name}' works exactly if the capabilities say so`, async (subject) => {
    const { service, resource } = subject
    const { method, path, body } = calls[name]!(subject)
    // An export is not JSON.
    const headers = { accept: '*/*' }
    const exchange = await service.send(method, `${resource.path}${path}`, { body, headers })
    const canonical = members(resource.capabilities['canonicalOperations'])[name]
    const { supported, availability } = members(members(resource.capabilities['operations'])[name])
    demandEqual(`operations.${name}.supported`, supported, canonical)
    if (canonical !== true) {
      demand(isRefused(exchange.status), `'${name}' must not work; it returned ${exchange.status}.`)
      return
    }
    const { allowed, reason } = members(availability)
    if (allowed === false && reason !== 'resource-context-required') {
      demand(
        [401, 403].includes(exchange.status),
        `'${name}' is not allowed to this caller; it returned ${exchange.status}.`,
      )
      return
    }
    withStatus(exchange, 200)
  })

/** The methods of writing operations, asked by OPTIONS: nothing is written. */
const writes: readonly (readonly [string, string, string])[] = [
  ['create', '', 'POST'],
  ['update', '/1', 'PUT'],
  ['delete', '/1', 'DELETE'],
]

const methodsCase = capabilityCase(
  'Allow names the methods of the operations that write',
  async (subject) => {
    const { service, resource } = subject
    const canonical = members(resource.capabilities['canonicalOperations'])
    for (const [name, path, method] of writes) {
      const exchange = await service.send('OPTIONS', `${resource.path}${path}`)
      const allow = exchange.headers.get('allow') ?? ''
      const isAllowed = allow.split(/\s*,\s*/).includes(method)
      demandEqual(`'${name}' as ${method} in Allow '${allow}'`, isAllowed, canonical[name])
    }
  },
)

const catalogCase = capabilityCase(
  'surfaces and actions are those of their catalogs, and their schemas exist',
  async (subject) => {
    const { service, contextPath, resource } = subject
    const query = queryText({ resource: resource.key })
    const read = async (path: string) => members((await service.send('GET', path)).json)
    const surfaces = items((await read(`${contextPath}/schemas/surfaces${query}`))['surfaces']).map(
      members,
    )
    demandEqual('surfaces', resource.capabilities['surfaces'], surfaces)
    // A resource without actions has no catalog of them.
    const actions = items((await read(`${resource.path}/actions`))['actions']).map(members)
    demandEqual('actions', resource.capabilities['actions'], actions)
    const addresses = [...surfaces, ...actions].flatMap((entry) =>
      ['schemaUrl', 'requestSchemaUrl', 'responseSchemaUrl'].flatMap((name) =>
        typeof entry[name] === 'string' ? [entry[name]] : [],
      ),
    )
    for (const address of new Set(addresses)) withStatus(await service.send('GET', address), 200)
  },
)

const itemCase = capabilityCase(
  'the capabilities of a record agree with its catalogs',
  async (subject) => {
    const { service, resource } = subject
    const id = anyId(subject)
    const path = recordPath(resource, id)
    const read = (suffix: string) => readJson(service, `${path}${suffix}`)
    const capabilities = await read('/capabilities')
    demandEqual('resourceId', String(capabilities['resourceId']), id)
    demandEqual('surfaces', capabilities['surfaces'], (await read('/surfaces'))['surfaces'])
    const { json, status } = await service.send('GET', `${path}/actions`)
    const actions = status === 404 ? [] : members(json)['actions']
    demandEqual('actions', capabilities['actions'], actions)
    const { canonicalOperations } = resource.capabilities
    demandEqual('canonicalOperations', capabilities['canonicalOperations'], canonicalOperations)
  },
)

const schemaCase = capabilityCase(
  'schemas have the capabilities of the resource',
  async (subject) => {
    const { service, contextPath, resource } = subject
    const endpoint = { method: 'POST', path: `${resource.path}/filter` }
    const schema = await readJson(service, schemaPath(contextPath, endpoint, 'response'))
    const { resourceKey, capabilities } = members(members(schema['x-ui'])['resource'])
    demandEqual('resourceKey', resourceKey, resource.key)
    const { canonicalOperations } = resource.capabilities
    demandEqual('x-ui.resource.capabilities', capabilities, canonicalOperations)
  },
)

const eligibilityCase = ({ name, modes }: Statistic): Case =>
  capabilityCase(`the statistics field '${name}' is eligible as published`, async (subject) => {
    const { service, resource } = subject
    for (const mode of Object.keys(statistics)) {
      const { method, path, body } = statisticsOf(mode, name, subject)
      const { status } = await service.send(method, `${resource.path}${path}`, { body })
      const expected = modes.includes(mode) ? [200] : [400, 501]
      demand(
        expected.includes(status),
        `${mode} of '${name}' must return ${expected.join(' or ')}; it returned ${status}.`,
      )
    }
  })

export const deriveCapabilities: Derive = ({ resource }) => [
  ...Object.keys(calls).map(callCase),
  ...[methodsCase, catalogCase, itemCase, schemaCase],
  ...resource.statistics.map(eligibilityCase),
]
