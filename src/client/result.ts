/** What methods answer: data and what came with it, or an error as a value. */
import type { CorollaryError } from './error.js'

export interface Link {
  readonly href: string
}
/** By rel; several of one rel are a list. */
export type Links = Readonly<Record<string, Link | readonly Link[]>>

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

export interface SortOrder {
  readonly property: string
  readonly direction: 'ASC' | 'DESC'
}

export interface Page<T> {
  readonly content: readonly T[]
  readonly totalElements: number
  readonly totalPages: number
  readonly size: number
  /** From 0. */
  readonly number: number
  readonly numberOfElements: number
  readonly first: boolean
  readonly last: boolean
  readonly empty: boolean
  readonly sort: {
    readonly sorted: boolean
    readonly unsorted: boolean
    readonly empty: boolean
    readonly orders: readonly SortOrder[]
  }
  readonly pageable: {
    readonly pageNumber: number
    readonly pageSize: number
    readonly offset: number
    readonly paged: boolean
    readonly unpaged: boolean
  }
}

export interface CursorPage<T> {
  readonly content: readonly T[]
  /** Send it as `after`; null at the end. */
  readonly next: string | null
  /** Send it as `before`; null at the beginning. */
  readonly prev: string | null
  readonly size: number
}

/** Zero-based. */
export interface Position {
  readonly position: number
  readonly page: number
}

export interface Option<Id> {
  readonly id: Id
  readonly label: string
  readonly extra: unknown
}
