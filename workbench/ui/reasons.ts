/** Describes in words why an operation, a surface or an action is not available. */
import type { Availability } from '../../src/wire/availability.js'
import type { Shape } from '../service/shape.js'
import { t } from '../texts/translate.js'

type Metadata = Availability['metadata']

/** Prints a code such as `not-your-own` in words: `Not your own`. */
export const codeInWords = (code: string): string => {
  const words = code.replace(/[-_.\s]+/g, ' ').trim()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** Joins items with commas, and the last one with `or`. */
const oneOf = (items: readonly string[]): string =>
  items.length < 2
    ? items.join('')
    : t('{items} or {last}', { items: items.slice(0, -1).join(', '), last: items.at(-1)! })

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

/** Returns the labels of states, from the field that has them as values. */
const labelStates = (states: readonly string[], shape: Shape | undefined): readonly string[] => {
  const field = shape?.fields.find(({ options }) =>
    states.every((state) => options?.some(({ value }) => value === state)),
  )
  return states.map((state) => field?.options?.find(({ value }) => value === state)?.label ?? state)
}

const blockedByState = ({ state, allowedStates }: Metadata, shape: Shape | undefined): string => {
  const states = labelStates([...texts(allowedStates), String(state)], shape)
  return t('Only when {states}; it is {state}.', {
    states: oneOf(states.slice(0, -1)),
    state: states.at(-1)!,
  })
}

const missingAuthority = ({ requiredAuthorities }: Metadata): string => {
  const authorities = texts(requiredAuthorities)
  return authorities.length === 0
    ? t('You lack the authority.')
    : t('Needs {authorities}.', { authorities: oneOf(authorities) })
}

/** Describes why an action was refused for one of many records, if its code says enough. */
export const describeBlockedItem = (
  code: string | null,
  allowedStates: readonly string[],
  shape: Shape | undefined,
): string | undefined =>
  code === 'RESOURCE_STATE_BLOCKED' && allowedStates.length > 0
    ? t('Only when {states}.', { states: oneOf(labelStates(allowedStates, shape)) })
    : undefined

type Describe = (metadata: Metadata, shape: Shape | undefined) => string

const descriptions = new Map<string, Describe>(
  Object.entries({
    'authentication-required': () => t('Sign in first.'),
    'missing-authority': missingAuthority,
    'tenant-required': () => t('Needs a caller of a tenant.'),
    'resource-context-required': () => t('Depends on the record.'),
    'resource-state-unavailable': () => t('The record has no state.'),
    'resource-state-blocked': blockedByState,
    'availability-rule-error': () => t('The rule that decides about it failed.'),
    'operation-not-supported': () => t('The resource does not support it.'),
    'outside-row-access': () => t('You would no longer see the record.'),
  }),
)

/**
 * `shape` has the labels of states. Reasons that a rule of the contract gives are codes, which are
 * printed as words. Empty if it is available.
 */
export const describeReason = (
  { allowed, reason, metadata }: Availability,
  shape?: Shape,
): string => {
  if (allowed) return ''
  if (reason === null) return t('Not available.')
  return descriptions.get(reason)?.(metadata, shape) ?? `${codeInWords(reason)}.`
}

/** Describes why an operation is not available for any record; empty if the record decides. */
export const describeForRecords = (availability: Availability): string =>
  availability.reason === 'resource-context-required' ? '' : describeReason(availability)
