/**
 * Whether a caller may do something now: one decision, which catalogs, links and capabilities show and calls
 * are held to. The rules go in order, and the first that denies ends it: what later ones know is not told.
 */
import type { Principal } from '../contract/principal.js'
import { AppError, problem } from '../foundation/errors/app-error.js'
import type { Operation } from '../model/operation-table.js'
import type { GuardModel, ResourceModel } from '../model/types/resource-model.js'
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

/** One rule: what it denies, and what a call that is made all the same is answered. */
interface Rule {
  readonly deny: (guard: GuardModel, subject: Subject) => Availability | undefined
  readonly refuse: (denial: Availability) => AppError
}

export const guardOf = ({
  resource,
  operation,
}: Pick<Subject, 'resource' | 'operation'>): GuardModel => resource.guards.get(operation)!

/** The names are for callers who are known. */
const byAuthorities: Rule = {
  deny: ({ isPublic, authorities }, { principal }) => {
    if (isPublic) return undefined
    if (principal.isAnonymous) return denied('authentication-required')
    const missing = authorities.find((oneOf) => !oneOf.some((one) => principal.has(one)))
    return missing && denied('missing-authority', { requiredAuthorities: missing })
  },
  refuse: ({ reason, metadata }) => {
    if (reason === 'authentication-required') return credentialsRequired()
    const requiredAuthorities = metadata['requiredAuthorities'] as readonly string[]
    const authorities = requiredAuthorities.join(' or ')
    return new AppError(problem('authorityMissing', { authorities, reason, requiredAuthorities }))
  },
}

/** In a catalog of no record, what is for a record is to be discovered only. */
const byContext: Rule = {
  deny: (_guard, { operation, scope = operation.scope, record }) =>
    scope === 'ITEM' && record === undefined ? denied('resource-context-required') : undefined,
  refuse: () => {
    throw new Error('a call on a record has a record')
  },
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

/** What a rule has thrown: for the log, never for an answer. */
const causes = new WeakMap<Availability, unknown>()

/** It sees what it needs and nothing else: in a catalog as in a call. */
const byRule: Rule = {
  deny: ({ rule, isOfRecords }, { principal, record }) => {
    if (!rule || (isOfRecords && !record)) return undefined
    const known =
      record && Object.fromEntries(rule.needs.map((field) => [field, record[field] ?? null]))
    try {
      const reason = rule.refuses({ principal, record: isOfRecords ? known : undefined })
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

/** As catalogs tell it. */
export const availabilityOf = (subject: Subject): Availability =>
  firstDenial([byAuthorities, byContext, byState, byRule], subject)?.denial ?? allowed

/** Whether the caller may do it at all, on one record or another. */
export const isPermitted = (subject: Omit<Subject, 'record'>): boolean =>
  firstDenial([byAuthorities], { ...subject, record: undefined }) === undefined

const refusalBy = (rules: readonly Rule[], subject: Subject): AppError | undefined => {
  const found = firstDenial(rules, subject)
  return found?.rule.refuse(found.denial)
}

/** Before anything is read. @throws AppError AUTHENTICATION_REQUIRED, ACCESS_DENIED */
export const requireAuthority = (subject: Omit<Subject, 'record'>): void => {
  const refusal = refusalBy([byAuthorities], { ...subject, record: undefined })
  if (refusal) throw refusal
}

/** What a call on the record, which is locked, is refused with. */
export const refusalOf = (subject: Subject): AppError | undefined =>
  refusalBy([byState, byRule], subject)

/** @throws AppError RESOURCE_STATE_BLOCKED, ACCESS_DENIED */
export const requireAvailable = (subject: Subject): void => {
  const refusal = refusalOf(subject)
  if (refusal) throw refusal
}

/** Whether it depends on the record, beside its being there. */
export const dependsOnRecord = (subject: Pick<Subject, 'resource' | 'operation'>): boolean => {
  const { allowedStates, rule } = guardOf(subject)
  return allowedStates !== undefined || rule !== undefined
}
