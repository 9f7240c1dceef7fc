/** Wrong requests: each has its status, its code, its target, and the published envelope. */
import { demandFailure, type Failure } from '../failures.js'
import { judgedMembers } from '../operands.js'
import type { RequestOptions } from '../service.js'
import type { Subject } from '../subject.js'
import { demand, NotJudged } from '../verdicts.js'
import { type Case, casesOf, type Derive } from './case.js'
import { unknownId } from './record-cases.js'

const errorCase = casesOf('errors')

interface WrongRequest extends RequestOptions {
  readonly title: string
  /** Default: POST. */
  readonly method?: string
  /** Below the path of the resource. */
  readonly path: string
  readonly failure: Failure
}

const wrong = (title: string, path: string, body: unknown, failure: Failure): WrongRequest => ({
  ...{ title, path, body, failure },
})
const invalid = (code: string, target?: string): Failure => ({ status: 400, code, target })

const unknownName = 'noSuchMember'
const unknownMember = { [unknownName]: 1 }
const filterCode = 'FILTER_PAYLOAD_INVALID'

const filterRequests: readonly WrongRequest[] = [
  wrong('an unknown filter member', '/filter', unknownMember, invalid(filterCode, unknownName)),
  wrong('a filter that is a list', '/filter', [], invalid(filterCode)),
  wrong('unreadable JSON', '/filter', '{"a":', invalid('REQUEST_PAYLOAD_INVALID')),
  wrong('an unknown sort field', `/filter?sort=${unknownName}`, {}, invalid('SORT_INVALID')),
  wrong('a negative page', '/filter?page=-1', {}, invalid('INVALID_PARAMETER')),
  wrong('a size of 0', '/filter?size=0', {}, invalid('INVALID_PARAMETER')),
  wrong('a size that is not a number', '/filter?size=many', {}, invalid('INVALID_PARAMETER')),
  {
    ...{ title: 'a media type that cannot be read', path: '/filter', body: '{}' },
    ...{ headers: { 'content-type': 'text/plain' } },
    failure: { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' },
  },
  {
    ...{ title: 'a media type that cannot be sent', path: '/filter', body: {} },
    ...{ headers: { accept: 'image/png' } },
    failure: { status: 406, code: 'NOT_ACCEPTABLE' },
  },
  {
    ...{ title: 'an unknown path', method: 'GET', path: '/all/no/such/path' },
    failure: { status: 404, code: 'ROUTE_NOT_FOUND' },
  },
]

const cursorRequests: readonly WrongRequest[] = [
  wrong('two cursors at once', '/filter/cursor?after=a&before=b', {}, { status: 400 }),
]

const statisticsRequests = ({ resource: { statistics } }: Subject): readonly WrongRequest[] => {
  const field = statistics.find(({ modes }) => modes.includes('GROUP_BY'))?.name
  const wrongGroup = (title: string, body: unknown, failure: Failure) =>
    wrong(`statistics ${title}`, '/stats/group-by', body, failure)
  return [
    wrongGroup('without a filter', { field }, invalid('REQUEST_PAYLOAD_INVALID')),
    wrongGroup(
      'of an unknown field',
      { filter: {}, field: unknownName },
      invalid('STATS_REQUEST_INVALID', 'field'),
    ),
    wrongGroup(
      'with an unknown filter member',
      { filter: unknownMember, field },
      invalid(filterCode, `filter.${unknownName}`),
    ),
  ]
}

/** The path of a record that does not exist, and of one that cannot. */
const recordRequests = (subject: Subject): readonly WrongRequest[] => {
  const id = unknownId(subject)
  if (id === undefined) return []
  return [
    {
      ...{ title: 'an unknown id', method: 'GET', path: `/${id}` },
      failure: { status: 404, code: 'RESOURCE_NOT_FOUND' },
    },
    {
      ...{ title: 'an id of another type', method: 'GET', path: '/not-a-number' },
      failure: invalid('INVALID_PARAMETER'),
    },
  ]
}

const operandRequests = ({ resource, base }: Subject): readonly WrongRequest[] => {
  const member = judgedMembers(resource).find(({ name }) => !(name in base))
  if (!member) return []
  const body = { [member.name]: unknownMember }
  return [wrong('an operand of the wrong type', '/filter', body, invalid(filterCode))]
}

const sourceRequests: readonly WrongRequest[] = [
  wrong(
    'an unknown option source',
    `/option-sources/${unknownName}/options/filter`,
    {},
    { status: 404, code: 'OPTION_SOURCE_NOT_FOUND' },
  ),
]

const refusal = ({ title, method = 'POST', path, failure, ...options }: WrongRequest): Case =>
  errorCase(`${title} is ${failure.status} ${failure.code ?? ''}`.trim(), async (subject) => {
    const { service, resource } = subject
    demandFailure(await service.send(method, `${resource.path}${path}`, options), failure)
  })

const sizeCase = errorCase('a size over the maximum is 422 LIMIT_EXCEEDED', async (subject) => {
  const { service, resource } = subject
  const { path, maxPageSize } = resource
  if (maxPageSize === undefined) {
    throw new NotJudged('The maximum size of a page is not published.')
  }
  const address = `${path}/filter?size=${maxPageSize + 1}`
  const exchange = await service.send('POST', address, { body: {} })
  demandFailure(exchange, { status: 422, code: 'LIMIT_EXCEEDED' })
})

const methodCase = errorCase(
  'another method is 405 with the methods that are allowed',
  async (subject) => {
    const { service, resource } = subject
    const exchange = await service.send('GET', `${resource.path}/filter`)
    demandFailure(exchange, { status: 405, code: 'METHOD_NOT_ALLOWED' })
    const allow = exchange.headers.get('allow') ?? ''
    demand(/\bPOST\b/.test(allow), `Allow must name POST; got '${allow}'.`)
  },
)

const discoveryFailures: readonly (readonly [string, Failure])[] = [
  ['/schemas/filtered', { status: 400, code: 'MISSING_REQUEST_PARAMETER' }],
  ['/schemas/filtered?path=/no/such/path', { status: 404, code: 'SCHEMA_NOT_FOUND' }],
  ['/schemas/surfaces?resource=no.such.resource', { status: 404, code: 'CATALOG_NOT_FOUND' }],
  ['/schemas/surfaces', { status: 400, code: 'INVALID_PARAMETER' }],
  ['/v3/api-docs/no-such-group', { status: 404, code: 'CATALOG_NOT_FOUND' }],
]

const discoveryCase = errorCase('wrong requests to catalogs have their codes', async (subject) => {
  const { service, contextPath } = subject
  for (const [path, failure] of discoveryFailures) {
    demandFailure(await service.send('GET', `${contextPath}${path}`), failure)
  }
})

export const deriveErrors: Derive = (subject) => {
  const { operations } = subject.resource
  return [
    ...[
      ...filterRequests,
      ...operandRequests(subject),
      ...(operations.has('byId') ? recordRequests(subject) : []),
      ...(operations.has('cursor') ? cursorRequests : []),
      ...(operations.has('statsGroupBy') ? statisticsRequests(subject) : []),
      ...(operations.has('optionSources') ? sourceRequests : []),
    ].map(refusal),
    ...[sizeCase, methodCase, discoveryCase],
  ]
}
