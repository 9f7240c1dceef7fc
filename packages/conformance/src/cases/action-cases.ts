/** Workflow actions against their availability: refused exactly where they are not allowed. */
import { randomUUID } from 'node:crypto'
import type { Endpoint, Resource } from '../catalog.js'
import { isWritable, readRecord, withRecord } from '../created-records.js'
import { demandFailure, type Failure, firstError } from '../failures.js'
import { items, type Json, members } from '../json.js'
import { type Row, recordPath } from '../pages.js'
import { type Exchange, readJson, withStatus } from '../service.js'
import { idsOf, type Subject } from '../subject.js'
import { Deviation, demandEqual, NotJudged } from '../verdicts.js'
import { type Case, casesOf, type Derive } from './case.js'

/** The endpoints that perform workflow actions, on a record or on the collection. */
const actionEndpoints = ({ path, endpoints }: Resource): readonly Endpoint[] =>
  endpoints.filter(
    (endpoint) =>
      endpoint.method === 'POST' &&
      endpoint.path.startsWith(`${path}/`) &&
      /^(\{id\}\/)?actions\/[^/]+$/.test(endpoint.path.slice(path.length + 1)),
  )

const isOfRecord = ({ path }: Endpoint): boolean => path.includes('/{id}/')

/** An action as the catalog of a record or of the collection describes it. */
interface OfferedAction {
  readonly description: Json
  readonly isAllowed: boolean
  readonly reason: string
  /** Address of the call, as a dry run. */
  readonly address: string
  /** Undefined for an action of the collection. */
  readonly id: string | undefined
}

/** @param id of a record; undefined for the collection */
const readAction = async (
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
const tryAction = async (
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

/** Records of a resource whose actions are read. */
const maxRecords = 20

/** Records in different states, as far as enums show them: what is allowed depends on the state. */
const someIds = (subject: Subject): readonly string[] => {
  const { resource, random, rows } = subject
  const enums = resource.fields.filter(({ kind }) => kind === 'enum')
  const stateOf = (row: Row): string => JSON.stringify(enums.map(({ name }) => row[name]))
  const states = random.some([...new Set(rows.map(stateOf))], maxRecords)
  const count = Math.ceil(maxRecords / states.length)
  const chosen = states.flatMap((state) =>
    random.some(
      rows.filter((row) => stateOf(row) === state),
      count,
    ),
  )
  return idsOf(subject, random.some(chosen, maxRecords))
}

/** The action where it is not allowed. @throws NotJudged if it is allowed wherever it was tried */
const findDenied = async (subject: Subject, endpoint: Endpoint): Promise<OfferedAction> => {
  const ids = isOfRecord(endpoint) ? someIds(subject) : [undefined]
  for (const id of ids) {
    const action = await readAction(subject, endpoint, id)
    if (action && !action.isAllowed) return action
  }
  const places = isOfRecord(endpoint) ? `each of ${ids.length} records` : 'the collection'
  throw new NotJudged(`The action is allowed on ${places}.`)
}

const requireDryRun = ({ takes }: Endpoint): void => {
  if (!takes.has('dryRun')) throw new NotJudged('The action cannot be tried.')
}

/** A dry run, so that a service that still performs the action does no harm. */
const refusalCase = (endpoint: Endpoint): Case =>
  casesOf('capabilities')(
    `${endpoint.path} is refused where it is not allowed`,
    async (subject) => {
      requireDryRun(endpoint)
      const action = await findDenied(subject, endpoint)
      const { reason } = action
      const exchange = await tryAction(subject, action)
      const failure = callerFailures[reason] ?? recordFailures[reason]
      demandFailure(exchange, failure ?? { status: 403, code: 'ACCESS_DENIED' })
      if (failure) return
      const { properties } = firstError(exchange)
      demandEqual('The reason of the error', members(properties)['reason'], reason)
    },
  )

/** Codes of refusals that concern the caller or the state of the record. */
export const denials = new Set<unknown>(
  [...Object.values(callerFailures), ...Object.values(recordFailures)].map(({ code }) => code),
)

/** Statuses by which rules of an action refuse a record or a body. */
const ruleStatuses = new Set([400, 403, 409, 422])

/**
 * Tries the action on a record: the response of a success, or of its own rules. Undefined if it is
 * not allowed there.
 */
const tryOn = async (
  subject: Subject,
  endpoint: Endpoint,
  id: string,
): Promise<Exchange | undefined> => {
  const action = await readAction(subject, endpoint, id)
  if (!action?.isAllowed) return undefined
  const path = recordPath(subject.resource, id)
  const before = await readRecord(subject, path)
  const exchange = await tryAction(subject, action)
  const isOwnRule = ruleStatuses.has(exchange.status) && !denials.has(firstError(exchange)['code'])
  if (isOwnRule) return exchange
  withStatus(exchange, 200)
  demandEqual('X-Dry-Run', exchange.headers.get('x-dry-run'), 'true')
  demandEqual('The record', await readRecord(subject, path), before)
  return exchange
}

/**
 * A rule of the action may refuse a record, and a body without members. An action that is offered
 * on several records and refused on each because of its state has a wrong availability.
 */
const judgeRefusals = (refusals: readonly Exchange[], records: number): never => {
  if (refusals.length === 0) throw new NotJudged(`It is allowed on none of ${records} records.`)
  const codes = refusals.map((refusal) => `${refusal.status} ${firstError(refusal)['code']}`)
  const reason = `It is allowed on ${refusals.length} of ${records} records; its rules refuse each: ${[...new Set(codes)].join(', ')}.`
  const isOfState = refusals.every(({ status }) => status === 403 || status === 409)
  throw refusals.length > 1 && isOfState ? new Deviation(reason) : new NotJudged(reason)
}

/**
 * A new record comes first: performed for good by mistake, the action does no harm there. It is not
 * performed on purpose, because it might change the record so that it cannot be deleted any more.
 */
const trialCase = (endpoint: Endpoint): Case =>
  casesOf('writes')(`${endpoint.path} can be tried where it is allowed`, async (subject) => {
    requireDryRun(endpoint)
    const refusals: Exchange[] = []
    const succeeds = async (id: string): Promise<boolean> => {
      const exchange = await tryOn(subject, endpoint, id)
      if (exchange && exchange.status !== 200) refusals.push(exchange)
      return exchange?.status === 200
    }
    if (await withRecord(subject, ({ id }) => succeeds(id))) return
    const ids = someIds(subject)
    for (const id of ids) if (await succeeds(id)) return
    judgeRefusals(refusals, ids.length + 1)
  })

export const deriveRefusals: Derive = ({ resource }) => actionEndpoints(resource).map(refusalCase)

/** For resources that a run may write to. */
export const deriveTrials: Derive = ({ resource }) =>
  isWritable(resource) ? actionEndpoints(resource).filter(isOfRecord).map(trialCase) : []
