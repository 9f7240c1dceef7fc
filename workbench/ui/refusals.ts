/** Describes in words what a refused request means, and what to do. */
import type { BulkItem } from '../../src/wire/bulk.js'
import type { CorollaryError } from '../service/connection.js'
import { t } from '../texts/translate.js'
import { describeReason } from './reasons.js'

type Properties = Readonly<Record<string, unknown>>

/** Describes the reason of an availability that a refused call repeats. */
const reasonOf = (properties: Properties): string => {
  const { reason } = properties
  return typeof reason === 'string'
    ? describeReason({ allowed: false, reason, metadata: properties })
    : ''
}

type Describe = (error: CorollaryError, properties: Properties) => string

const descriptions = new Map<string, Describe>(
  Object.entries({
    NETWORK_ERROR: () =>
      navigator.onLine ? t('The service is unreachable.') : t('You are offline.'),
    TIMED_OUT: () => t('The service did not respond in time. Try again.'),
    RESOURCE_STATE_BLOCKED: (_, properties) =>
      [t('The state of the record does not allow it.'), reasonOf(properties)].join(' '),
    STALE_RESOURCE_VERSION: () =>
      t('Somebody changed the record since you opened it. Look at it again, then decide.'),
    RESOURCE_VERSION_REQUIRED: () => t('Read the record again, then repeat this.'),
    ACCESS_DENIED: ({ message }, properties) =>
      [t('You may not do this.'), reasonOf(properties) || message].join(' '),
    RESOURCE_NOT_FOUND: ({ message }, { items, missingIds }) =>
      items || missingIds ? message : t('It was deleted, or the caller may not see it.'),
    IDEMPOTENCY_CONFLICT: () =>
      t('An earlier attempt took effect with other values. Look at the record first.'),
    IDEMPOTENCY_IN_PROGRESS: () => t('An earlier attempt is still running. Try again in a moment.'),
  } satisfies Record<string, Describe>),
)

export const describeRefusal = (error: CorollaryError): string =>
  descriptions.get(error.code)?.(error, error.errors[0]?.properties ?? {}) ?? error.message

/** Returns true if the record that the user sees is not the current one. */
export const isOutdated = ({ code }: CorollaryError): boolean =>
  ['STALE_RESOURCE_VERSION', 'RESOURCE_STATE_BLOCKED', 'RESOURCE_NOT_FOUND'].includes(code)

/** Returns the records because of which an action on all or none was refused. */
export const refusedItems = (error: CorollaryError): readonly BulkItem[] => {
  const items = error.errors[0]?.properties?.['items']
  return Array.isArray(items) ? (items as readonly BulkItem[]) : []
}
