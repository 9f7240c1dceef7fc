/** Everything that can become of a request but an answer: values of one class. */
import type { ErrorItem } from '../wire/envelope.js'

/** Codes that the client gives itself; all others are the service's. */
export type ClientErrorCode = 'NETWORK_ERROR' | 'ABORTED' | 'TIMED_OUT' | 'INVALID_RESPONSE'

export interface ErrorFacts {
  readonly code: string
  readonly message: string
  readonly status?: number
  readonly errors?: readonly ErrorItem[]
  readonly traceId?: string | undefined
  readonly retryAfter?: number | undefined
  /** Whether a second one of the same request does what the first one did, and no more. */
  readonly isRepeatable: boolean
  readonly cause?: unknown
}

/** Temporary conditions. */
const passing: ReadonlySet<string> = new Set([
  'SERVICE_UNAVAILABLE',
  'IDEMPOTENCY_IN_PROGRESS',
  'NETWORK_ERROR',
  'TIMED_OUT',
])
/** The same, sent by proxies. A request that was refused with 429 was never carried out. */
const passingStatus: ReadonlySet<number> = new Set([429, 502, 503, 504])

export class CorollaryError extends Error {
  override readonly name = 'CorollaryError'
  readonly code: ClientErrorCode | (string & {})
  /** HTTP status; 0 where there was no answer. */
  readonly status: number
  /** Dotted path of the field to blame: that of the first item. */
  readonly target: string | null
  /** Every fault that the service tells; empty where it told none. */
  readonly errors: readonly ErrorItem[]
  /** The request in the logs of the service. */
  readonly traceId: string | undefined
  /** Seconds after which to try again. */
  readonly retryAfter: number | undefined
  /** Whether the same request may be sent again as it is, without harm and with a chance. */
  readonly isRetryable: boolean

  constructor(facts: ErrorFacts) {
    super(facts.message, facts.cause === undefined ? {} : { cause: facts.cause })
    const { code, status = 0, errors = [], isRepeatable } = facts
    const isPassing =
      passing.has(code) || (code === 'INVALID_RESPONSE' && passingStatus.has(status))
    this.code = code
    this.status = status
    this.target = errors[0]?.target ?? null
    this.errors = errors
    this.traceId = facts.traceId
    this.retryAfter = facts.retryAfter
    this.isRetryable = isPassing && (isRepeatable || status === 429)
  }
}
