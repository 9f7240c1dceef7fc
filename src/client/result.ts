/** Results of the client's methods: data with the facts of its response, or an error as a value. */
import type { Links } from '../wire/envelope.js'
import type { CorollaryError } from './error.js'

interface ResponseFacts {
  readonly status: number
  /** Can be sent as `ifMatch` or `ifNoneMatch`. */
  readonly etag: string | undefined
  /** Version of the dataset that was read. */
  readonly dataVersion: string | undefined
  /** Path of a created record, or URL of a schema. */
  readonly location: string | undefined
  readonly links: Links | undefined
  /** Whether this is the stored response of an earlier request with the same idempotency key. */
  readonly isReplay: boolean
  /** Identifies the request in the logs of the service. */
  readonly traceId: string | undefined
}

export interface Success<T> extends ResponseFacts {
  readonly ok: true
  readonly notModified: false
  readonly data: T
}

/** The result that the caller has is still current. */
export interface NotModified extends ResponseFacts {
  readonly ok: true
  readonly notModified: true
}

export interface Failure {
  readonly ok: false
  readonly error: CorollaryError
}

export type Result<T> = Success<T> | Failure
/** The result of a request with `ifNoneMatch`. */
export type ConditionalResult<T> = Success<T> | NotModified | Failure

export interface ExportSuccess extends Success<Response> {
  /** Whether the set was larger than `maxRows`. */
  readonly isTruncated: boolean
  /** The limit that applied. */
  readonly maxRows: number | undefined
}
