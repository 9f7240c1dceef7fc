/**
 * The expected decisions, derived from the declaration alone as the specification says,
 * independently of the evaluator under test.
 */
import type { Principal, Resource } from 'corollary'
import type { TestCaller } from 'corollary/testing'
import type { Guard } from '../../../src/contract/guards.js'
import type { Operation } from '../../../src/model/operation-table.js'
import { anonymous } from '../../support/use-service.js'

type Data = Resource['data']

export interface Decision {
  readonly allowed: boolean
  readonly reason: string | null
  readonly metadata: Readonly<Record<string, unknown>>
}
export type Known = Readonly<Record<string, unknown>> | undefined

const open: Decision = { allowed: true, reason: null, metadata: {} }
const denied = (reason: string, metadata: Decision['metadata'] = {}): Decision => ({
  allowed: false,
  reason,
  metadata,
})

export const principalOf = (name: string, caller: TestCaller | undefined): Principal => {
  const { authorities = [], tenant = null, claims = {}, id = name } = caller ?? {}
  const isAnonymous = name === anonymous
  return {
    id: isAnonymous ? null : id,
    isAnonymous,
    tenant,
    authorities,
    has: (authority) => authorities.includes(authority),
    claims,
  }
}

/** Paths that describe a resource and not its records. */
const aboutResource = ['schemas', 'actions', 'capabilities']
const readsRecords = ({ name, writes }: Operation) => !writes && !aboutResource.includes(name)

const ownGuard = (data: Data, { name, id, action }: Operation): Guard => {
  if (action !== undefined) return data.actions?.[action] ?? {}
  return data.guards?.[name === 'deleteBatch' ? 'delete' : id] ?? {}
}

const isPublic = ({ public: declared = [] }: Data, operation: Operation): boolean => {
  if (declared.length > 0 && aboutResource.includes(operation.name)) return true
  return declared === 'read' ? readsRecords(operation) : declared.includes(operation.id)
}

const authoritiesOf = (data: Data, operation: Operation): readonly (readonly string[])[] => {
  const general = readsRecords(operation) ? data.guards?.['read']?.authorities : undefined
  const ownAuthorities = ownGuard(data, operation).authorities
  return [general, ownAuthorities].filter((authorities) => authorities !== undefined)
}

export interface Asked {
  readonly data: Data
  readonly operation: Operation
  readonly scope: Operation['scope']
  readonly principal: Principal
  readonly record: Known
}

/**
 * A batch or an import is open to callers who may create or update, whatever the state of a record.
 */
const decideBatch = ({ data, principal }: Asked): Decision => {
  const guards = (['create', 'update'] as const).flatMap((name) =>
    data[name] ? [{ name, needed: data.guards?.[name]?.authorities }] : [],
  )
  const isOpen = (name: string) => data.public?.includes(name)
  if (guards.some(({ name }) => isOpen(name))) return open
  if (principal.isAnonymous) return denied('authentication-required')
  if (guards.some(({ needed }) => !needed || needed.some(principal.has))) return open
  const requiredAuthorities = [...new Set(guards.flatMap(({ needed = [] }) => needed))]
  return denied('missing-authority', { requiredAuthorities })
}

export const decide = (question: Asked): Decision => {
  const { data, operation, scope, principal, record } = question
  if (operation.name === 'batch' || operation.name === 'import') return decideBatch(question)
  const { allowedStates, rule } = ownGuard(data, operation)
  // A public operation is open to everyone.
  if (!isPublic(data, operation)) {
    if (principal.isAnonymous) return denied('authentication-required')
    const missing = authoritiesOf(data, operation).find((some) => !some.some(principal.has))
    if (missing) return denied('missing-authority', { requiredAuthorities: missing })
  }
  if (scope === 'ITEM' && !record) return denied('resource-context-required')
  if (allowedStates && record && data.stateField !== undefined) {
    const state = record[data.stateField]
    if (typeof state !== 'string') return denied('resource-state-unavailable', { allowedStates })
    if (!allowedStates.includes(state))
      return denied('resource-state-blocked', { state, allowedStates })
  }
  if (!rule) return open
  // For bulk actions each record is decided separately, so a catalog cannot know the result.
  const isOfMany = operation.action !== undefined && data.actions?.[operation.action]?.bulk
  if (isOfMany && !record) return open
  // An operation on no record is decided without one.
  const facts = { principal, record: operation.name === 'create' ? undefined : record }
  try {
    const reason = rule.refuses(facts)
    return reason === undefined ? open : denied(reason)
  } catch {
    return denied('availability-rule-error')
  }
}

/** The expected response to a denied call: status and code. */
export const refusalOf = ({ reason }: Decision): string => {
  switch (reason) {
    case 'authentication-required':
      return '401 AUTHENTICATION_REQUIRED'
    case 'resource-state-unavailable':
    case 'resource-state-blocked':
      return '409 RESOURCE_STATE_BLOCKED'
    default:
      return '403 ACCESS_DENIED'
  }
}
