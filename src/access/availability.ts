/**
 * Whether a caller may do something now: one decision, which catalogs, links and capabilities show and calls
 * are held to. The rules go in order, and the first that denies ends it: what later ones know is not told.
 */
import type { Principal } from '../contract/principal.js'
import { AppError } from '../foundation/errors.js'
import type { Operation } from '../model/operations.js'
import type { GuardModel, ResourceModel } from '../model/resource-model.js'
import { type Availability, allowed, denied } from '../wire/availability.js'
import { credentialsRequired } from './authentication.js'

/** What is known of a record: the columns that guards need, by field. */
export type Snapshot = Readonly<Record<string, unknown>>

export interface Subject {
  readonly resource: Pick<ResourceModel, 'guards' | 'state'>
  readonly operation: Operation
  readonly principal: Principal
  /** Where it is offered. Default: that of the operation. */
  readonly scope?: Operation['scope']
  /** Undefined where no record is asked about. */
  readonly record: Snapshot | undefined
}

type Rule = (guard: GuardModel, subject: Subject) => Availability | undefined

export const guardOf = ({
  resource,
  operation,
}: Pick<Subject, 'resource' | 'operation'>): GuardModel => resource.guards.get(operation)!

/** The names are for callers who are known. */
const byAuthorities: Rule = ({ isPublic, authorities }, { principal }) => {
  if (isPublic) return undefined
  if (principal.isAnonymous) return denied('authentication-required')
  const missing = authorities.find((oneOf) => !oneOf.some((authority) => principal.has(authority)))
  return missing && denied('missing-authority', { requiredAuthorities: missing })
}

/** In a catalog of no record, what is for a record is to be discovered only. */
const byContext: Rule = (_guard, { operation, scope = operation.scope, record }) =>
  scope === 'ITEM' && record === undefined ? denied('resource-context-required') : undefined

const byState: Rule = ({ allowedStates }, { resource: { state }, record }) => {
  if (!allowedStates || !record || !state) return undefined
  const current = record[state.field]
  if (typeof current !== 'string') return denied('resource-state-unavailable', { allowedStates })
  if (allowedStates.includes(current)) return undefined
  return denied('resource-state-blocked', { state: current, allowedStates })
}

const byRule: Rule = ({ rule }, { principal, record }) => {
  if (!rule) return undefined
  try {
    const reason = rule.refuses({ principal, record })
    return reason === undefined ? undefined : denied(reason)
  } catch {
    return denied('availability-rule-error')
  }
}

const first = (rules: readonly Rule[], subject: Subject): Availability => {
  const guard = guardOf(subject)
  for (const rule of rules) {
    const denial = rule(guard, subject)
    if (denial) return denial
  }
  return allowed
}

/** As catalogs tell it. */
export const availabilityOf = (subject: Subject): Availability =>
  first([byAuthorities, byContext, byState, byRule], subject)

/** Before anything is read. @throws AppError AUTHENTICATION_REQUIRED, ACCESS_DENIED */
export const requireAuthority = (subject: Omit<Subject, 'record'>): void =>
  enforce(first([byAuthorities], { ...subject, record: undefined }))

/** On the record, which is locked. @throws AppError RESOURCE_STATE_BLOCKED, ACCESS_DENIED */
export const requireAvailable = (subject: Subject): void =>
  enforce(first([byState, byRule], subject))

const enforce = (decision: Availability): void => {
  if (!decision.allowed) throw refusal(decision)
}

/** What a call that is not available is answered. */
export const refusal = ({ reason, metadata }: Availability): AppError => {
  switch (reason) {
    case 'authentication-required':
      return credentialsRequired()
    case 'missing-authority': {
      const message = `This needs the authority ${(metadata['requiredAuthorities'] as readonly string[]).join(' or ')}.`
      return new AppError('ACCESS_DENIED', { message, properties: { reason, ...metadata } })
    }
    case 'resource-state-unavailable':
    case 'resource-state-blocked': {
      const states = (metadata['allowedStates'] as readonly string[]).join(' or ')
      const message = `The state of the record does not allow this; it must be ${states}.`
      return new AppError('RESOURCE_STATE_BLOCKED', {
        message,
        properties: { reason, ...metadata },
      })
    }
    default: {
      const message = `This is not allowed: ${reason}.`
      return new AppError('ACCESS_DENIED', { message, properties: { reason } })
    }
  }
}

/** Whether it depends on the record, beside its being there. */
export const dependsOnRecord = (subject: Pick<Subject, 'resource' | 'operation'>): boolean => {
  const { allowedStates, rule } = guardOf(subject)
  return allowedStates !== undefined || rule !== undefined
}
