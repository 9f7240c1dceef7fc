/** The error of a failed request: one class for refusals, network errors and unknown responses. */
import type { ErrorItem } from '../wire/envelope.js'

/** Codes of the client itself; all other codes come from the service. */
export type ClientErrorCode = 'NETWORK_ERROR' | 'ABORTED' | 'TIMED_OUT' | 'INVALID_RESPONSE'

export interface ErrorFacts {
  readonly code: string
  readonly message: string
  readonly status?: number
  readonly errors?: readonly ErrorItem[]
  readonly traceId?: string | undefined
  readonly retryAfter?: number | undefined
  /** Whether sending the request twice has the same effect as sending it once. */
  readonly isRepeatable: boolean
  readonly cause?: unknown
}

/** Codes of temporary conditions. */
const temporary: ReadonlySet<string> = new Set([
  'SERVICE_UNAVAILABLE',
  'IDEMPOTENCY_IN_PROGRESS',
  'NETWORK_ERROR',
  'TIMED_OUT',
])
/**
 * Statuses of temporary conditions, sent by proxies. A request refused with 429 was not processed.
 */
const temporaryStatus: ReadonlySet<number> = new Set([429, 502, 503, 504])

export class CorollaryError extends Error {
  override readonly name = 'CorollaryError'
  readonly code: ClientErrorCode | (string & {})
  /** HTTP status; 0 without a response. */
  readonly status: number
  /** Dotted path of the field that is wrong, from the first item. */
  readonly target: string | null
  /** Every error that the service reports; empty without a response of the service. */
  readonly errors: readonly ErrorItem[]
  /** Identifies the request in the logs of the service. */
  readonly traceId: string | undefined
  /** Seconds to wait before a retry. */
  readonly retryAfter: number | undefined
  /** Whether a retry of the same request is safe and may succeed. */
  readonly isRetryable: boolean

  constructor(facts: ErrorFacts) {
    super(facts.message, facts.cause === undefined ? {} : { cause: facts.cause })
    const { code, status = 0, errors = [], isRepeatable } = facts
    const isTemporary =
      temporary.has(code) || (code === 'INVALID_RESPONSE' && temporaryStatus.has(status))
    this.code = code
    this.status = status
    this.target = errors[0]?.target ?? null
    this.errors = errors
    this.traceId = facts.traceId
    this.retryAfter = facts.retryAfter
    this.isRetryable = isTemporary && (isRepeatable || status === 429)
  }
}
