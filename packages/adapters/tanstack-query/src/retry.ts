/** When a request is sent again: after errors that a later attempt may not have. */
import type { CorollaryError } from 'corollary/client'

export interface Retry {
  readonly retry: (failures: number, error: CorollaryError) => boolean
  /** Milliseconds. */
  readonly retryDelay: (failures: number, error: CorollaryError) => number
}

const maxRetries = 3
const firstDelayMs = 1_000
const maxDelayMs = 30_000

/** As TanStack Query does by default, but not for errors that every attempt would have. */
export const retry: Retry = {
  retry: (failures, { isRetryable }) => isRetryable && failures < maxRetries,
  retryDelay: (failures, { retryAfter = 0 }) =>
    Math.max(retryAfter * 1_000, Math.min(firstDelayMs * 2 ** failures, maxDelayMs)),
}
