/** Several requests at once: each result is the response of its request alone. */
import { isObject, items, type Json, members } from '../json.js'
import { type Query, queryText } from '../pages.js'
import { type Exchange, withStatus } from '../service.js'
import { dividingSelection, idsOf, type Subject } from '../subject.js'
import { demandEqual, NotJudged } from '../verdicts.js'
import { casesOf, type Derive } from './case.js'

const queryCase = casesOf('queries')

interface QueryRequest {
  readonly name: string
  readonly path: string
  readonly query: Query
  readonly body: Json
}

/** Requests of the operations that the resource has, and one that is refused. */
const requestsOf = (subject: Subject): readonly QueryRequest[] => {
  const { resource, base, rows } = subject
  const { path, operations, statistics } = resource
  const { filter } = dividingSelection(subject) ?? { filter: base }
  const group = statistics.find(({ modes, isStored }) => modes.includes('GROUP_BY') && !isStored)
  const [id] = idsOf(subject, rows)
  return [
    { name: 'page', path: `${path}/filter`, query: { size: 3, page: 1 }, body: filter },
    { name: 'refused', path: `${path}/filter`, query: {}, body: { noSuchMember: 1 } },
    ...(operations.has('options')
      ? [{ name: 'options', path: `${path}/options/filter`, query: { size: 3 }, body: base }]
      : []),
    ...(operations.has('locate') && id !== undefined
      ? [{ name: 'place', path: `${path}/locate`, query: { id }, body: base }]
      : []),
    ...(operations.has('statsGroupBy') && group
      ? [
          {
            ...{ name: 'groups', path: `${path}/stats/group-by`, query: {} },
            body: { filter, field: group.name },
          },
        ]
      : []),
  ]
}

/** A body without what differs from one response to the next. */
const lasting = (body: unknown): unknown => {
  if (!isObject(body)) return body
  const { timestamp, errors, ...rest } = body
  const failures = items(errors).map((error) => [members(error)['code'], members(error)['target']])
  return { ...rest, failures }
}

const sendQueries = async (
  { service, contextPath }: Subject,
  queries: readonly object[],
): Promise<Exchange> => {
  const exchange = await service.send('POST', `${contextPath}/queries`, { body: { queries } })
  if (exchange.status === 404) throw new NotJudged('The service has no /queries.')
  if (exchange.status === 422) throw new NotJudged('It accepts fewer queries at once.')
  return withStatus(exchange, 200)
}

const sameResponses = queryCase(
  'each result of /queries is the response of its request alone',
  async (subject) => {
    const requests = requestsOf(subject)
    const { json } = await sendQueries(subject, requests)
    const results = members(members(json)['results'])
    demandEqual('The names', Object.keys(results).sort(), requests.map(({ name }) => name).sort())
    for (const { name, path, query, body } of requests) {
      const single = await subject.service.send('POST', `${path}${queryText(query)}`, { body })
      const result = members(results[name])
      demandEqual(`The status of '${name}'`, result['status'], single.status)
      demandEqual(`The body of '${name}'`, lasting(result['body']), lasting(single.json))
      const version = single.headers.get('x-data-version')
      demandEqual(`'dataVersion' of '${name}'`, result['dataVersion'] ?? null, version)
    }
  },
)

const wrongPaths = queryCase(
  '/queries refuses a path that returns no JSON, and one that does not exist',
  async (subject) => {
    const { path, operations } = subject.resource
    const wrong = { status: 404, path: `${path}/no/such/path` }
    const file = { status: 400, path: `${path}/export` }
    for (const { status, path } of operations.has('export') ? [wrong, file] : [wrong]) {
      const { json } = await sendQueries(subject, [{ name: 'wrong', path, body: {} }])
      const result = members(members(members(json)['results'])['wrong'])
      demandEqual(`The status of ${path}`, result['status'], status)
    }
  },
)

export const deriveQueries: Derive = () => [sameResponses, wrongPaths]
