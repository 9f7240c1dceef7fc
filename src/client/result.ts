/** What methods answer: data and what came with it, or an error as a value. */
import type { Links } from '../wire/envelope.js'
import type { CorollaryError } from './error.js'

interface AnswerFacts {
  readonly status: number
  /** Send it as `ifMatch` or `ifNoneMatch`. */
  readonly etag: string | undefined
  /** Version of the dataset that the answer is of. */
  readonly dataVersion: string | undefined
  /** Path of a created record; address of a schema. */
  readonly location: string | undefined
  readonly links: Links | undefined
  /** True for an answer that was stored under the idempotency key. */
  readonly isReplay: boolean
  /** The request in the logs of the service. */
  readonly traceId: string | undefined
}

export interface Success<T> extends AnswerFacts {
  readonly ok: true
  readonly notModified: false
  readonly data: T
}

/** What the caller has under `ifNoneMatch` still holds. */
export interface NotModified extends AnswerFacts {
  readonly ok: true
  readonly notModified: true
}

export interface Failure {
  readonly ok: false
  readonly error: CorollaryError
}

export type Result<T> = Success<T> | Failure
/** Of a request with `ifNoneMatch`. */
export type ConditionalResult<T> = Success<T> | NotModified | Failure

export interface ExportSuccess extends Success<Response> {
  /** Whether the set was larger than `maxRows`. */
  readonly isTruncated: boolean
  /** The limit that was used. */
  readonly maxRows: number | undefined
}
