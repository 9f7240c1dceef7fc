/** How writes are sent: once, although a response may be lost. */
import type { MetaQuery } from '@refinedev/core'
import type { Result } from 'corollary/client'
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

/** `crypto.randomUUID` is missing in pages that are not served over HTTPS. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** Sends a request once more, if that is safe and may succeed. */
export const repeated = async <T>(send: () => Promise<Result<T>>): Promise<Result<T>> => {
  const result = await send()
  return !result.ok && result.error.isRetryable ? send() : result
}
