/**
 * Decides whether a caller may use an operation now. Catalogs, links, capabilities and calls all
 * use this one decision. The first rule that denies ends it, so that later rules reveal nothing.
 */
import type { Principal } from '../contract/principal.js'
import { AppError, problem } from '../foundation/errors/app-error.js'
import { type Operation, type OperationName, restoreIntent } from '../model/operation-table.js'
import { markOf } from '../model/types/entity-model.js'
import type { GuardModel, Model, ResourceModel } from '../model/types/resource-model.js'
import { type Availability, allowed, denied } from '../wire/availability.js'
import { credentialsRequired } from './authentication.js'
import { tenantIn } from './tenants.js'

/** The columns of a record that guards need, by field. */
export type Snapshot = Readonly<Record<string, unknown>>

export interface Subject {
  readonly resource: Pick<ResourceModel, 'entity' | 'guards' | 'state'>
  readonly operation: Operation
  readonly principal: Principal
  /** Scope in which the operation is offered. Default: the scope of the operation. */
  readonly scope?: Operation['scope']
  /** Authorities, one of which the field that is written needs. Undefined: none. */
  readonly editableBy?: readonly string[] | undefined
  /** Undefined if the decision is not about a record. */
  readonly record: Snapshot | undefined
}

/** A rule: when it denies, and the error of a call that it denies. */
interface Rule {
  readonly deny: (guard: GuardModel, subject: Subject) => Availability | undefined
  readonly refuse: (denial: Availability) => AppError
}

interface Guarded {
  readonly resource: Pick<ResourceModel, 'guards'>
  readonly operation: Operation
}

export const guardOf = ({ resource, operation }: Guarded): GuardModel =>
  resource.guards.get(operation)!

/** The part of a guard that depends only on the caller. */
export type CallerGuard = Pick<GuardModel, 'isPublic' | 'authorities'>

/** Only authenticated callers learn the names of authorities. */
const denialOf = (
  { isPublic, authorities }: CallerGuard,
  principal: Principal,
): Availability | undefined => {
  if (isPublic) return undefined
  if (principal.isAnonymous) return denied('authentication-required')
  const missing = authorities.find((oneOf) => !oneOf.some((authority) => principal.has(authority)))
  return missing && denied('missing-authority', { requiredAuthorities: missing })
}

/** Only callers with a tenant can see rows of tenants. */
const tenantDenial = ({
  resource: { entity },
  operation,
  principal,
}: CallerSubject): Availability | undefined => {
  if (operation.describes || !entity.tenant || tenantIn(entity.tenant, principal) !== undefined)
    return undefined
  return denied(principal.isAnonymous ? 'authentication-required' : 'tenant-required')
}

type CallerSubject = Guarded & Pick<Subject, 'resource' | 'principal' | 'editableBy'>

const callerDenial = (subject: CallerSubject): Availability | undefined =>
  denialOf(guardOf(subject), subject.principal) ?? tenantDenial(subject) ?? fieldDenial(subject)

const fieldDenial = ({ editableBy, principal }: CallerSubject): Availability | undefined =>
  editableBy && denialOf({ isPublic: false, authorities: [editableBy] }, principal)

const refuseCaller = ({ reason, metadata }: Availability): AppError => {
  if (reason === 'authentication-required') return credentialsRequired()
  if (reason === 'tenant-required') return new AppError(problem('tenantMissing', { reason }))
  return refuseAuthorities(metadata['requiredAuthorities'] as readonly string[])
}

/** The error of a caller who has none of these authorities. */
export const refuseAuthorities = (requiredAuthorities: readonly string[]): AppError => {
  const authorities = requiredAuthorities.join(' or ')
  const reason = 'missing-authority'
  return new AppError(problem('authorityMissing', { authorities, reason, requiredAuthorities }))
}

const byAuthorities: Rule = {
  deny: (_guard, subject) => callerDenial(subject),
  refuse: refuseCaller,
}

/**
 * Checks a guard of something that belongs to no resource.
 *
 * @throws AppError AUTHENTICATION_REQUIRED, ACCESS_DENIED
 */
export const requireCaller = (guard: CallerGuard, principal: Principal): void => {
  const denial = denialOf(guard, principal)
  if (denial) throw refuseCaller(denial)
}

/** A catalog without a record lists item operations, but none is available there. */
const byContext: Rule = {
  deny: (_guard, { operation, scope = operation.scope, record }) =>
    scope === 'ITEM' && record === undefined ? denied('resource-context-required') : undefined,
  refuse: () => {
    throw new Error('a call on a record has a record')
  },
}

/** A deleted record can only be restored or destroyed, and no other one can be restored. */
const byDeletion: Rule = {
  deny: (_guard, { resource: { entity }, operation, record }) => {
    const at = record?.[markOf(entity)?.at.column.field ?? '']
    if (at === undefined || operation.chosenBy === 'permanent') return undefined
    const isDeleted = at !== null
    if (operation.intent !== restoreIntent) return isDeleted ? denied('record-deleted') : undefined
    return isDeleted ? undefined : denied('record-not-deleted')
  },
  refuse: ({ reason }) =>
    new AppError(
      problem(reason === 'record-deleted' ? 'recordDeleted' : 'recordNotDeleted', { reason }),
    ),
}

const byState: Rule = {
  deny: ({ allowedStates }, { resource: { state }, record }) => {
    if (!allowedStates || !record || !state) return undefined
    const current = record[state.field]
    if (typeof current !== 'string') return denied('resource-state-unavailable', { allowedStates })
    if (allowedStates.includes(current)) return undefined
    return denied('resource-state-blocked', { state: current, allowedStates })
  },
  refuse: ({ reason, metadata }) => {
    const allowedStates = metadata['allowedStates'] as readonly string[]
    const states = allowedStates.join(' or ')
    const { state } = metadata
    return new AppError(problem('stateBlocks', { states, reason, state, allowedStates }))
  },
}

/** Errors thrown by rules. They are logged and never sent. */
const causes = new WeakMap<Availability, unknown>()

/** The rule sees only the fields it needs, in catalogs and in calls. */
const byRule: Rule = {
  deny: ({ rule, isOfRecords }, { principal, record }) => {
    if (!rule || (isOfRecords && !record)) return undefined
    const neededFields =
      record && Object.fromEntries(rule.needs.map((field) => [field, record[field] ?? null]))
    try {
      const reason = rule.refuses({ principal, record: isOfRecords ? neededFields : undefined })
      return reason === undefined ? undefined : denied(reason)
    } catch (error) {
      const denial = denied('availability-rule-error')
      causes.set(denial, error)
      return denial
    }
  },
  refuse: (denial) => {
    const reason = denial.reason!
    return new AppError(problem('ruleDenies', { reason }), { cause: causes.get(denial) })
  },
}

const firstDenial = (
  rules: readonly Rule[],
  subject: Subject,
): { readonly rule: Rule; readonly denial: Availability } | undefined => {
  const guard = guardOf(subject)
  for (const rule of rules) {
    const denial = rule.deny(guard, subject)
    if (denial) return { rule, denial }
  }
  return undefined
}

/** Returns the decision in the form that catalogs publish. */
export const availabilityOf = (subject: Subject): Availability =>
  firstDenial([byAuthorities, byContext, byDeletion, byState, byRule], subject)?.denial ?? allowed

/** Whether the caller may use the operation on any record. */
export const isPermitted = (subject: Omit<Subject, 'record'>): boolean =>
  callerDenial(subject) === undefined

const readingOperations: ReadonlySet<OperationName> = new Set(['byId', 'filter'])

/** Whether the caller's authorities suffice to read records of the resource. */
export const mayRead = (resource: ResourceModel, principal: Principal): boolean =>
  resource.operations.some(
    (operation) =>
      readingOperations.has(operation.name) && isPermitted({ resource, operation, principal }),
  )

/** Whether different callers may read different resources. */
export const guardsReading = (
  { resources }: Model,
  { anonymousCallers }: { readonly anonymousCallers: boolean },
): boolean =>
  resources.some(({ entity, operations, guards }) =>
    operations.some((operation) => {
      const { isPublic, authorities } = guards.get(operation)!
      const isOpen = isPublic || (authorities.length === 0 && !anonymousCallers)
      return readingOperations.has(operation.name) && (!isOpen || entity.tenant !== undefined)
    }),
  )

const refusalBy = (rules: readonly Rule[], subject: Subject): AppError | undefined => {
  const found = firstDenial(rules, subject)
  return found?.rule.refuse(found.denial)
}

/** Called before anything is read. @throws AppError AUTHENTICATION_REQUIRED, ACCESS_DENIED */
export const requireAuthority = (subject: Omit<Subject, 'record'>): void => {
  const denial = callerDenial(subject)
  if (denial) throw refuseCaller(denial)
}

/** The error of a call on a locked record, if it is denied. */
export const refusalOf = (subject: Subject): AppError | undefined =>
  refusalBy([byDeletion, byState, byRule], subject)

/** @throws AppError RESOURCE_STATE_BLOCKED, ACCESS_DENIED */
export const requireAvailable = (subject: Subject): void => {
  const refusal = refusalOf(subject)
  if (refusal) throw refusal
}

/** Whether the decision depends on more than the existence of the record. */
export const dependsOnRecord = (subject: Guarded & Pick<Subject, 'resource'>): boolean => {
  const { allowedStates, rule } = guardOf(subject)
  const isMarked = markOf(subject.resource.entity) !== undefined
  return isMarked || allowedStates !== undefined || rule !== undefined
}
