/** Decides what follows an attempt to deliver. */
import type { Failure } from './delivery-statements.js'
import type { Attempt } from './webhook.js'

export interface RetryLimits {
  readonly maxAttempts: number
  readonly maxAgeMs: number
}

export interface Attempted {
  /** Number of attempts, including this one. */
  readonly attempts: number
  readonly ageMs: number
}

const firstDelayMs = 1_000
const maxDelayMs = 3_600_000

/** The delay doubles from one second to one hour. Half of it is random, so that retries spread. */
const backOffMs = (attempts: number, random: number): number => {
  const delayMs = Math.min(maxDelayMs, firstDelayMs * 2 ** (attempts - 1))
  return Math.round((delayMs * (1 + random)) / 2)
}

/** Statuses of a busy receiver, which says when to come back. They concern all its deliveries. */
const busy: ReadonlySet<number> = new Set([429, 503])
/** Status of a receiver that refuses the delivery for good. */
const gone = 410

/** Undefined: it was delivered. @param random from 0 to 1 */
export const failureOf = (
  attempt: Attempt,
  { attempts, ageMs }: Attempted,
  { maxAttempts, maxAgeMs }: RetryLimits,
  random: number,
): Failure | undefined => {
  const status = 'status' in attempt ? attempt.status : undefined
  if (status !== undefined && status >= 200 && status < 300) return undefined
  const reason = 'failure' in attempt ? attempt.failure : `HTTP ${status}`
  const requestedMs =
    'status' in attempt && busy.has(attempt.status) ? attempt.retryAfterMs : undefined
  const retryInMs = Math.max(backOffMs(attempts, random), Math.min(requestedMs ?? 0, maxDelayMs))
  const isLast = status === gone || attempts >= maxAttempts || ageMs + retryInMs > maxAgeMs
  return isLast ? { dead: true, reason } : { reason, retryInMs, pauses: requestedMs !== undefined }
}
