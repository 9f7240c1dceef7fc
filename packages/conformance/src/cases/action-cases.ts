/** Workflow actions against their availability: those that are not allowed are refused. */
import { randomUUID } from 'node:crypto'
import type { Endpoint, Resource } from '../catalog.js'
import { demandFailure, type Failure } from '../failures.js'
import { items, type Json, members } from '../json.js'
import { recordPath } from '../pages.js'
import { type Exchange, readJson } from '../service.js'
import { idsOf, type Subject } from '../subject.js'
import { demandEqual, NotJudged } from '../verdicts.js'
import { type Case, casesOf, type Derive } from './case.js'

const actionCase = casesOf('capabilities')

/** The endpoints that perform workflow actions, on a record or on the collection. */
export const actionEndpoints = ({ path, endpoints }: Resource): readonly Endpoint[] =>
  endpoints.filter(
    (endpoint) =>
      endpoint.method === 'POST' &&
      endpoint.path.startsWith(`${path}/`) &&
      /^(\{id\}\/)?actions\/[^/]+$/.test(endpoint.path.slice(path.length + 1)),
  )

export const isOfRecord = ({ path }: Endpoint): boolean => path.includes('/{id}/')

/** An action as the catalog of a record or of the collection describes it. */
export interface OfferedAction {
  readonly description: Json
  readonly isAllowed: boolean
  readonly reason: string
  /** Address of the call, as a dry run. */
  readonly address: string
  /** Undefined for an action of the collection. */
  readonly id: string | undefined
}

/** @param id of a record; undefined for the collection */
export const readAction = async (
  { service, resource }: Subject,
  { path }: Endpoint,
  id: string | undefined,
): Promise<OfferedAction | undefined> => {
  const subjectPath = id === undefined ? resource.path : recordPath(resource, id)
  const { actions } = await readJson(service, `${subjectPath}/actions`)
  const description = items(actions)
    .map(members)
    .find((action) => action['path'] === path)
  if (!description) return undefined
  const { allowed, reason } = members(description['availability'])
  const address = `${path.replace('{id}', encodeURIComponent(id ?? ''))}?dryRun=true`
  return { description, isAllowed: allowed === true, reason: String(reason), address, id }
}

/** Reasons that concern the caller: they are decided before the body is read. */
const callerFailures: Readonly<Record<string, Failure>> = {
  'authentication-required': { status: 401, code: 'AUTHENTICATION_REQUIRED' },
  'missing-authority': { status: 403, code: 'ACCESS_DENIED' },
  'tenant-required': { status: 403, code: 'ACCESS_DENIED' },
}
const recordFailures: Readonly<Record<string, Failure>> = {
  'resource-state-blocked': { status: 409, code: 'RESOURCE_STATE_BLOCKED' },
  'resource-state-unavailable': { status: 409, code: 'RESOURCE_STATE_BLOCKED' },
}

/** Tries an action without members of a body. @throws NotJudged if its body has required ones */
export const tryAction = async (
  { service, resource }: Subject,
  { description, address, id, reason }: OfferedAction,
): Promise<Exchange> => {
  const { requestSchemaUrl, execution } = description
  const { selection, preconditions } = members(execution)
  const { idsField } = members(selection)
  const { idempotencyKey, resourceVersion } = members(preconditions)
  if (!(reason in callerFailures) && typeof requestSchemaUrl === 'string') {
    const schema = await readJson(service, requestSchemaUrl)
    const required = items(schema['required']).filter((name) => name !== idsField)
    if (required.length > 0) throw new NotJudged('No body of this action could be derived.')
  }
  const record =
    resourceVersion === 'REQUIRED' && id !== undefined
      ? await service.send('GET', recordPath(resource, id))
      : undefined
  const tag = record?.headers.get('etag')
  return service.send('POST', address, {
    body: idsField === undefined ? {} : { [String(idsField)]: [] },
    headers: {
      ...(tag ? { 'if-match': tag } : {}),
      ...(idempotencyKey === 'REQUIRED' ? { 'idempotency-key': randomUUID() } : {}),
    },
  })
}

/** Records whose actions are read until one is not allowed. */
const maxRecords = 6

/** The action where it is not allowed; undefined if it is allowed wherever it was tried. */
const findDenied = async (
  subject: Subject,
  endpoint: Endpoint,
): Promise<OfferedAction | undefined> => {
  const { random, rows } = subject
  const ids = isOfRecord(endpoint) ? idsOf(subject, random.some(rows, maxRecords)) : [undefined]
  for (const id of ids) {
    const action = await readAction(subject, endpoint, id)
    if (action && !action.isAllowed) return action
  }
  return undefined
}

/** A dry run, so that a service that still performs the action does no harm. */
const refusalCase = (endpoint: Endpoint): Case =>
  actionCase(`${endpoint.path} is refused where it is not allowed`, async (subject) => {
    if (!endpoint.takesDryRun) throw new NotJudged('The action cannot be tried.')
    const action = await findDenied(subject, endpoint)
    if (!action) throw new NotJudged('The action is allowed wherever it was tried.')
    const { reason } = action
    const exchange = await tryAction(subject, action)
    const failure = callerFailures[reason] ?? recordFailures[reason]
    demandFailure(exchange, failure ?? { status: 403, code: 'ACCESS_DENIED' })
    if (failure) return
    const [error] = items(members(exchange.json)['errors'])
    demandEqual('The reason of the error', members(members(error)['properties'])['reason'], reason)
  })

export const deriveActions: Derive = ({ resource }) => actionEndpoints(resource).map(refusalCase)
