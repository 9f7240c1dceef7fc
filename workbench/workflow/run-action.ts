/** Sends an action, and reports its outcome. */
import type { BulkItem, BulkOutcome } from '../../src/wire/bulk.js'
import type { Action } from '../../src/wire/catalogs/actions.js'
import { type CorollaryError, forms } from '../service/connection.js'
import type { Id } from '../service/discovery.js'
import { type Row, type Write, write } from '../service/records.js'
import { t, tn } from '../texts/translate.js'
import { refusedItems } from '../ui/refusals.js'
import { toast } from '../ui/toasts.js'

/** The outcome of a bulk action for each record. */
export interface Outcome {
  readonly items: readonly BulkItem[]
  /** An action on all records or none was refused, so nothing was changed. */
  readonly isRefusal: boolean
}

/** Returns the records that no longer exist, to which no action applies. */
export const missingOf = ({ items }: Outcome): readonly Id[] =>
  items.filter(({ code }) => code === 'RESOURCE_NOT_FOUND').map(({ id }) => id)

export interface Run {
  readonly error?: CorollaryError
  /** The outcome, only if a record failed. */
  readonly outcome?: Outcome
  readonly isChanged: boolean
}

/** Returns the records of the request that did not fail. */
export const withoutFailed = (ids: readonly Id[], { items }: Outcome): readonly Id[] => {
  const failed = items.filter(({ status }) => status === 'FAILED').map(({ id }) => String(id))
  return ids.filter((id) => !failed.includes(String(id)))
}

const isBulk = (data: unknown): data is BulkOutcome =>
  typeof data === 'object' && data !== null && 'items' in data && 'succeeded' in data

const announce = (action: Action, count: number | undefined): void => {
  const text = action.successMessage ?? t('{title}: done', { title: action.title })
  toast(count === undefined ? text : `${text} (${tn(count, '{count} record', '{count} records')})`)
}

export const runAction = async (action: Action, request: Write): Promise<Run> => {
  const result = await write<Row | BulkOutcome | null>(request, forms.result)
  if (!result.ok) {
    const items = refusedItems(result.error)
    const outcome = items.length > 0 ? { outcome: { items, isRefusal: true } } : {}
    return { error: result.error, ...outcome, isChanged: false }
  }
  const bulk = action.execution.selection && isBulk(result.data) ? result.data : undefined
  if (bulk && bulk.failed > 0) {
    return { outcome: { items: bulk.items, isRefusal: false }, isChanged: bulk.succeeded > 0 }
  }
  announce(action, bulk?.total)
  return { isChanged: true }
}
