/** What `meta` of Refine can say about a request. */
import type { MetaQuery } from '@refinedev/core'

export interface WriteMeta {
  /** Name of an intent: only its fields are changed, with PATCH. */
  readonly intent?: string
  /** Id of a workflow action, which is performed instead of an update. */
  readonly action?: string
  /** The `_etag` of the record. Default: that of the values. */
  readonly ifMatch?: string
  /** Default: a new one. */
  readonly idempotencyKey?: string
  /** Destroys a record that would only be marked as deleted. */
  readonly permanent?: boolean
  /** Of createMany and updateMany. Default: ATOMIC. */
  readonly atomicity?: 'ATOMIC' | 'PER_ITEM'
  /** Validates and executes the write, and undoes it. */
  readonly dryRun?: boolean
}

export const writeMeta = (meta: MetaQuery | undefined): WriteMeta =>
  (meta as WriteMeta | undefined) ?? {}

export const signalOf = (meta: MetaQuery | undefined): AbortSignal | undefined =>
  meta?.queryContext?.signal
