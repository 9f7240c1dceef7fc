/** Options of requests that create something. */
import type { MetaQuery } from '@refinedev/core'
import { randomKey } from '../../shared/src/sending.js'
import { type WriteMeta, writeMeta } from './meta.js'

export interface WriteSettings {
  /**
   * False: creates, actions and batches are sent without an `Idempotency-Key`, which a service
   * without platform tables refuses. Default: true.
   */
  readonly idempotencyKeys?: boolean
}

/** @param part number of a request, if a write is sent in several: each needs a key of its own */
export const creating = (
  { idempotencyKeys = true }: WriteSettings,
  meta: MetaQuery | undefined,
  part = 0,
) => {
  const { idempotencyKey = randomKey(), dryRun }: WriteMeta = writeMeta(meta)
  const key = part === 0 ? idempotencyKey : `${idempotencyKey}.${part}`
  return { dryRun, ...(idempotencyKeys ? { idempotencyKey: key } : {}) }
}
